package org.grcuda.world.mobile;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.grcuda.DeviceArray;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.object.Handler;
import org.grcuda.world.transfer.Transfers;

/** What calls do with the object that they have found on this rank. */
final class Deliveries {

  private final Transfers transfers;
  private final Inbound inbound;
  private final Outbound outbound;
  private final Map<String, Handler> handlers = new TreeMap<>();
  private final Durations durations = new Durations();

  Deliveries(Transfers transfers, Inbound inbound, Outbound outbound) {
    this.transfers = transfers;
    this.inbound = inbound;
    this.outbound = outbound;
  }

  void add(String name, Handler handler) {
    if (name.isEmpty()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "handler: the function has no name: give one as a text before it");
    }
    if (handlers.putIfAbsent(name, handler) != null) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, "handler: there is already one named '" + name + "'");
    }
  }

  /** How long calls have taken. */
  Durations durations() {
    return durations;
  }

  void call(Resident object, Invocation call, List<Object> arguments) {
    Handler handler = handlers.get(call.handler());
    if (handler != null) {
      long begin = System.nanoTime();
      handler.handle(object, arguments);
      durations.add(call.handler(), System.nanoTime() - begin);
      return;
    }
    outbound.refuse(
        call,
        arguments,
        GrCudaException.Kind.NOT_FOUND,
        handlers.isEmpty()
            ? "this rank has no handlers"
            : "this rank has no such handler, but '"
                + String.join("', '", handlers.keySet())
                + "'");
  }

  private void callAfterwards(Resident object, Invocation call) {
    if (!call.handler().isEmpty()) {
      call(object, call, List.of());
    }
  }

  void put(Resident object, Invocation call) {
    if (!(object.state() instanceof DeviceArray target)) {
      refuseStateOf(object, call, inbound.arguments(call));
      return;
    }
    try {
      inbound.receiveInto(target, call);
    } catch (GrCudaException e) {
      outbound.refuse(call, List.of(), e.kind(), e.getMessage());
      return;
    }
    callAfterwards(object, call);
  }

  void get(Resident object, Invocation call) {
    List<Object> arguments = inbound.arguments(call);
    if (!(object.state() instanceof DeviceArray source)) {
      refuseStateOf(object, call, arguments);
      return;
    }
    long wanted = Inbound.integer(arguments, 2);
    if (source.byteSize() != wanted) {
      outbound.refuse(
          call,
          arguments,
          GrCudaException.Kind.VALUE,
          source + " has " + source.byteSize() + " bytes, and " + wanted + " were asked for");
      return;
    }
    transfers.answer((int) Inbound.integer(arguments, 0), Inbound.integer(arguments, 1), source);
    callAfterwards(object, call);
  }

  private void refuseStateOf(Resident object, Invocation call, List<Object> arguments) {
    outbound.refuse(
        call,
        arguments,
        GrCudaException.Kind.TYPE,
        "the state of " + object + " is no array: make the object of an array");
  }
}
