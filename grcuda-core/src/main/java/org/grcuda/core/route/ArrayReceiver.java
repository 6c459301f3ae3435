package org.grcuda.core.route;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.route.Arrival;
import org.grcuda.runtime.route.Receiver;
import org.grcuda.types.GrCudaException;

/** The receiving end of a router at one endpoint. */
public final class ArrayReceiver {

  private final ArrayRouter router;
  private final Receiver end;
  private final Endpoint endpoint;
  private final Map<Allocation, NdArray> buffers = new HashMap<>();

  ArrayReceiver(ArrayRouter router, Receiver end, Endpoint endpoint, List<NdArray> memory) {
    this.router = router;
    this.end = end;
    this.endpoint = endpoint;
    for (NdArray buffer : memory) {
      buffers.put(buffer.storage().allocation(), buffer);
      end.addBuffer(buffer.region(), buffer);
    }
  }

  /** Where it receives. */
  public Endpoint endpoint() {
    return endpoint;
  }

  /** The router that it receives from. */
  public ArrayRouter router() {
    return router;
  }

  /** From now on it receives a packet only when its copy has ended. */
  public void receiveLanded() {
    router
        .routes()
        .guarded(
            () -> {
              end.receiveLanded();
              return null;
            });
  }

  /**
   * Waits for the next packet.
   *
   * @return null if there will be none
   * @throws org.grcuda.types.GrCudaException if none can come, though senders are open; or if the
   *     packet failed before it got a buffer
   */
  public Segment receive() {
    return receive(List.of(this));
  }

  /** As {@link #receive()}, at the first of {@code some}, at least one, of one context. */
  public static Segment receive(List<ArrayReceiver> some) {
    if (some.isEmpty()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, "receive: expected at least one receiver, given none");
    }
    for (ArrayReceiver receiver : some) {
      if (receiver.router.routes().session() != some.getFirst().router.routes().session()) {
        throw new GrCudaException(
            GrCudaException.Kind.TYPE, receiver + " belongs to another context than the first");
      }
    }
    Arrival arrival =
        some.getFirst()
            .router
            .routes()
            .receive(some.stream().map(receiver -> receiver.end).toList());
    if (arrival == null) {
      return null;
    }
    for (ArrayReceiver receiver : some) {
      if (receiver.end == arrival.receiver()) {
        return receiver.segment(arrival);
      }
    }
    throw new IllegalStateException("a packet of nobody");
  }

  private Segment segment(Arrival arrival) {
    NdArray buffer = buffers.get(arrival.region().allocation());
    return new Segment(this, arrival, buffer.leased(arrival.rows()));
  }

  Receiver end() {
    return end;
  }

  @Override
  public String toString() {
    return end.toString();
  }
}
