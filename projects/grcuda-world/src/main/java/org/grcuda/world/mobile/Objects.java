package org.grcuda.world.mobile;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.collective.Termination;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.mobile.Invocation.Request;
import org.grcuda.world.object.Handler;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;
import org.grcuda.world.progress.Progress;
import org.grcuda.world.transfer.Transfers;

/**
 * The mobile objects of a rank, and the calls between ranks. What arrives waits in a queue until
 * the program's thread handles it. Used by one thread at a time.
 */
public final class Objects {

  private record Arrived(int source, RecordReader record) {}

  private final GrCuda cuda;
  private final Progress progress;
  private final Transfers transfers;
  private final Termination termination;
  private final Places places;
  private final Queue<Arrived> inbox = new ConcurrentLinkedQueue<>();
  private final Map<MobilePointer, Resident> here = new HashMap<>();
  private final Map<MobilePointer, List<Invocation>> coming = new HashMap<>();
  private final Map<MobilePointer, Long> sequences = new HashMap<>();
  private final Map<String, Handler> handlers = new TreeMap<>();
  private long nextSerial;

  /** With arrays of {@code cuda}. */
  public Objects(GrCuda cuda, Progress progress, Transfers transfers, Termination termination) {
    this.cuda = cuda;
    this.progress = progress;
    this.transfers = transfers;
    this.termination = termination;
    places = new Places(progress);
    progress.on(Kind.INVOKE, this::keep);
    progress.on(Kind.MIGRATE, this::keep);
    progress.on(Kind.ERROR, this::keep);
  }

  private void keep(int source, RecordReader record) {
    inbox.add(new Arrived(source, RecordReader.first(MemorySegment.ofArray(record.toBytes()))));
  }

  /** Makes an object on this rank. */
  public MobilePointer create(Object state) {
    MobilePointer pointer = new MobilePointer(progress.rank(), nextSerial++);
    here.put(pointer, new Resident(pointer, PlainValues.checked("state", state), 0));
    return pointer;
  }

  /** The object, if it is on this rank; otherwise null. */
  public MobileObject find(MobilePointer pointer) {
    return here.get(pointer);
  }

  /**
   * Gives a name to a handler.
   *
   * @throws GrCudaException if another has it
   */
  public void handler(String name, Handler handler) {
    if (name.isEmpty()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "handler: the function has no name: give one as a text first");
    }
    if (handlers.putIfAbsent(name, handler) != null) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, "handler: there is already one named '" + name + "'");
    }
  }

  /** Calls handler {@code name} of an object, wherever it is. Does not wait. */
  public void call(MobilePointer pointer, String name, List<?> arguments) {
    send(pointer, Request.CALL, name, arguments);
  }

  /** Writes the array that is the state of an object; then calls {@code name} unless empty. */
  public void put(MobilePointer pointer, DeviceArray elements, String name) {
    send(pointer, Request.PUT, name, List.of(elements));
  }

  /** Reads it into {@code elements}; then calls {@code name} unless empty. */
  public void get(MobilePointer pointer, DeviceArray elements, String name) {
    send(
        pointer,
        Request.GET,
        name,
        List.of((long) progress.rank(), transfers.ask(elements), elements.byteSize()));
  }

  /** Moves an object to rank {@code target} once the calls before are handled. */
  public void migrate(MobilePointer pointer, int target) {
    if (target < 0 || target >= progress.size()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "migrate: expected a rank from 0 to " + (progress.size() - 1) + ", given " + target);
    }
    send(pointer, Request.MIGRATE, "", List.of((long) target));
  }

  /** Ends an object once the calls before are handled. */
  public void free(MobilePointer pointer) {
    send(pointer, Request.FREE, "", List.of());
  }

  private void send(MobilePointer pointer, Request request, String handler, List<?> arguments) {
    List<Object> checked = new ArrayList<>();
    arguments.forEach(
        argument -> checked.add(PlainValues.checked(describe(request, handler), argument)));
    int place = here.containsKey(pointer) ? progress.rank() : places.of(pointer);
    if (place < 0 || place >= progress.size()) {
      throw new GrCudaException(
          place == Places.NOWHERE ? GrCudaException.Kind.STATE : GrCudaException.Kind.VALUE,
          pointer + (place == Places.NOWHERE ? " was freed" : ": there is no such rank"));
    }
    long sequence = sequences.merge(pointer, 1L, Long::sum) - 1;
    RecordWriter record = Invocation.write(pointer, progress.rank(), sequence, request, handler);
    post(place, record, checked);
  }

  private static String describe(Request request, String handler) {
    return request == Request.CALL
        ? "an argument of '" + handler + "'"
        : request.name().toLowerCase(java.util.Locale.ROOT);
  }

  private void post(int target, RecordWriter record, List<?> values) {
    record.addInt(values.size());
    ValueWriter writer = new ValueWriter(record, array -> transfers.sendOwn(target, array));
    values.forEach(writer::write);
    termination.sent();
    progress.post(target, record.finish());
  }

  /** Whether something has arrived that {@link #handleNext} would handle. */
  public boolean hasNext() {
    return !inbox.isEmpty();
  }

  /**
   * Handles the next of what has arrived.
   *
   * @return whether there was anything
   * @throws GrCudaException if another rank could not do what this one has asked for
   * @throws RuntimeException what a handler throws
   */
  public boolean handleNext() {
    Arrived next = inbox.poll();
    if (next == null) {
      return false;
    }
    try {
      switch (next.record.kind()) {
        case INVOKE -> handle(Invocation.read(next.source, next.record));
        case MIGRATE -> settle(next.source, next.record);
        default -> throw error(next.record);
      }
    } finally {
      termination.handled();
    }
    return true;
  }

  private static GrCudaException error(RecordReader record) {
    GrCudaException.Kind[] kinds = GrCudaException.Kind.values();
    int kind = record.readByte();
    if (kind < 0 || kind >= kinds.length) {
      throw new FrameException("an error of kind " + kind);
    }
    return new GrCudaException(kinds[kind], record.readText());
  }

  private void handle(Invocation call) {
    Resident object = here.get(call.pointer());
    if (object == null) {
      sendOn(call);
      return;
    }
    Map<Integer, Map<Long, Invocation>> early = object.early;
    long expected = object.expected.getOrDefault(call.caller(), 0L);
    if (call.sequence() != expected) {
      early.computeIfAbsent(call.caller(), caller -> new TreeMap<>()).put(call.sequence(), call);
      return;
    }
    Invocation next = call;
    while (next != null) {
      object.expected.put(next.caller(), next.sequence() + 1);
      deliver(object, next);
      next = early.getOrDefault(next.caller(), new TreeMap<>()).remove(next.sequence() + 1);
    }
  }

  /** Sends a call to where its object is, as far as this rank knows. */
  private void sendOn(Invocation call) {
    MobilePointer pointer = call.pointer();
    int place = places.of(pointer);
    boolean isNew = pointer.home() == progress.rank() && pointer.serial() >= nextSerial;
    if (place == progress.rank() && !isNew) {
      // It was sent here, and its state is behind this call in the queue.
      coming.computeIfAbsent(pointer, key -> new ArrayList<>()).add(call);
      return;
    }
    List<Object> arguments = arguments(call);
    if (place == Places.NOWHERE || isNew) {
      String problem = place == Places.NOWHERE ? " was freed" : " was never made";
      refuse(call, arguments, GrCudaException.Kind.STATE, pointer + problem);
      return;
    }
    post(
        place,
        Invocation.write(pointer, call.caller(), call.sequence(), call.request(), call.handler()),
        arguments);
    places.tell(call.caller(), pointer);
  }

  /** Tells the caller that its call cannot be handled. */
  private void refuse(
      Invocation call, List<Object> arguments, GrCudaException.Kind kind, String problem) {
    if (call.request() == Request.GET) {
      transfers.refuse(
          (int) integer(arguments, 0),
          integer(arguments, 1),
          "rank " + progress.rank() + ": " + problem);
    }
    termination.sent();
    progress.post(
        call.caller(),
        new RecordWriter(Kind.ERROR)
            .addByte(kind.ordinal())
            .addText(
                "rank "
                    + progress.rank()
                    + ": "
                    + describe(call.request(), call.handler())
                        .replace("an argument of ", "handler ")
                    + ": "
                    + problem)
            .finish());
  }

  private static long integer(List<Object> arguments, int index) {
    if (index < arguments.size() && arguments.get(index) instanceof Long integer) {
      return integer;
    }
    throw new FrameException("argument " + index + " of " + arguments + " is no integer");
  }

  private List<Object> arguments(Invocation call) {
    return arguments(call, this::receive);
  }

  /** Makes an array for what arrives. */
  private interface Receiving {
    DeviceArray receive(
        int source,
        org.grcuda.types.ElementType type,
        org.grcuda.types.Order order,
        long[] shape,
        long number);
  }

  private List<Object> arguments(Invocation call, Receiving receiving) {
    ValueReader reader =
        new ValueReader(
            call.arguments(),
            (type, order, shape, number) ->
                receiving.receive(call.source(), type, order, shape, number));
    int count = call.arguments().readCount(Byte.BYTES);
    List<Object> arguments = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      arguments.add(reader.read());
    }
    return arguments;
  }

  private DeviceArray receive(
      int source,
      org.grcuda.types.ElementType type,
      org.grcuda.types.Order order,
      long[] shape,
      long number) {
    DeviceArray array = cuda.array(type, order, shape);
    transfers.receiveOwn(source, number, array);
    return array;
  }

  private void deliver(Resident object, Invocation call) {
    switch (call.request()) {
      case CALL -> callHandler(object, call, arguments(call));
      case PUT -> put(object, call);
      case GET -> get(object, call);
      case MIGRATE -> leave(object, (int) integer(arguments(call), 0));
      case FREE -> {
        arguments(call);
        remove(object, Places.NOWHERE);
      }
    }
  }

  private void callHandler(Resident object, Invocation call, List<Object> arguments) {
    Handler handler = handlers.get(call.handler());
    if (handler == null) {
      refuse(
          call,
          arguments,
          GrCudaException.Kind.NOT_FOUND,
          "no handler of this name here; there are " + handlers.keySet());
    } else {
      handler.handle(object, arguments);
    }
  }

  private void put(Resident object, Invocation call) {
    if (!(object.state() instanceof DeviceArray target)) {
      refuse(
          call,
          arguments(call),
          GrCudaException.Kind.TYPE,
          "the state of " + object + " is no array");
      return;
    }
    String[] problem = new String[1];
    List<Object> arguments =
        arguments(
            call,
            (source, type, order, shape, number) -> {
              if (type == target.type() && length(shape) == target.length()) {
                transfers.receiveOwn(source, number, target);
                return target;
              }
              problem[0] =
                  length(shape)
                      + " elements of type "
                      + type
                      + " do not fit "
                      + object
                      + ", "
                      + target;
              return receive(source, type, order, shape, number);
            });
    if (problem[0] != null) {
      refuse(call, arguments, GrCudaException.Kind.VALUE, problem[0]);
    } else if (!call.handler().isEmpty()) {
      callHandler(object, call, List.of());
    }
  }

  private static long length(long[] shape) {
    long length = 1;
    for (long extent : shape) {
      length *= extent;
    }
    return length;
  }

  private void get(Resident object, Invocation call) {
    List<Object> arguments = arguments(call);
    if (!(object.state() instanceof DeviceArray source)) {
      refuse(call, arguments, GrCudaException.Kind.TYPE, "the state of " + object + " is no array");
    } else if (source.byteSize() != integer(arguments, 2)) {
      refuse(
          call,
          arguments,
          GrCudaException.Kind.VALUE,
          object
              + ", "
              + source
              + ", has "
              + source.byteSize()
              + " bytes, and "
              + integer(arguments, 2)
              + " were asked for");
    } else {
      transfers.answer((int) integer(arguments, 0), integer(arguments, 1), source);
      if (!call.handler().isEmpty()) {
        callHandler(object, call, List.of());
      }
    }
  }

  /** {@code object} is no longer here but on {@code rank}. */
  private void remove(Resident object, int rank) {
    here.remove(object.pointer());
    places.learn(object.pointer(), rank, object.moves + 1);
  }

  private void leave(Resident object, int target) {
    if (target == progress.rank()) {
      return;
    }
    remove(object, target);
    RecordWriter record = new RecordWriter(Kind.MIGRATE);
    ValueWriter.write(record, object.pointer()).addInt(object.moves + 1);
    record.addInt(object.expected.size());
    object.expected.forEach((caller, next) -> record.addInt(caller).addLong(next));
    post(target, record, java.util.Collections.singletonList(object.state()));
    object.early.values().forEach(calls -> calls.values().forEach(this::sendOn));
    object.early.clear();
  }

  /** An object comes to stay. */
  private void settle(int source, RecordReader record) {
    MobilePointer pointer = ValueReader.readPointer(record);
    int moves = record.readInt();
    Map<Integer, Long> expected = new HashMap<>();
    int callers = record.readCount(Integer.BYTES + Long.BYTES);
    for (int i = 0; i < callers; i++) {
      expected.put(record.readInt(), record.readLong());
    }
    record.readCount(Byte.BYTES);
    Object state =
        new ValueReader(
                record, (type, order, shape, number) -> receive(source, type, order, shape, number))
            .read();
    Resident object = new Resident(pointer, state, moves);
    object.expected.putAll(expected);
    here.put(pointer, object);
    places.learn(pointer, progress.rank(), moves);
    List<Invocation> calls = coming.remove(pointer);
    if (calls != null) {
      calls.forEach(this::handle);
    }
  }
}
