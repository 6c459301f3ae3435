package org.grcuda;

import java.util.Iterator;
import java.util.List;
import org.grcuda.core.route.ArrayReceiver;
import org.grcuda.core.route.Arrivals;

/**
 * The receiving end of a {@link Router} at one endpoint.
 *
 * @param <A> the class of arrays
 */
public final class Receiver<A extends DeviceArray> {

  private final ArrayReceiver receiver;
  private final Endpoint endpoint;
  private final ArrayType<A> type;

  Receiver(ArrayReceiver receiver, Endpoint endpoint, ArrayType<A> type) {
    this.receiver = receiver;
    this.endpoint = endpoint;
    this.type = type;
  }

  ArrayReceiver receiver() {
    return receiver;
  }

  /** Where it receives. */
  public Endpoint endpoint() {
    return endpoint;
  }

  /**
   * From now on it receives a packet only when its copy has ended, so that reading it does not
   * wait. Packets of one source stay in order; those of several come as they are there.
   *
   * @return this
   */
  public Receiver<A> landed() {
    receiver.receiveLanded();
    return this;
  }

  /**
   * Waits for the next packet. It may still be on its way: computations on the segment wait for it.
   *
   * @return null if there will be none: all senders are closed
   * @throws org.grcuda.types.GrCudaException if none can come, though senders are open
   */
  public Segment<A> receive() {
    org.grcuda.core.route.Segment segment = receiver.receive();
    return segment == null ? null : segment(segment);
  }

  /**
   * Waits for the next packet at any of several receivers.
   *
   * @param receivers at least one, of one context
   * @return what arrived first; null if there will be none at all of them
   * @throws org.grcuda.types.GrCudaException as {@link #receive()}
   */
  public static <A extends DeviceArray> Segment<A> receive(List<Receiver<A>> receivers) {
    List<ArrayReceiver> ends = receivers.stream().map(each -> each.receiver).toList();
    org.grcuda.core.route.Segment segment = ArrayReceiver.receive(ends);
    return segment == null
        ? null
        : receivers.get(ends.indexOf(segment.receiver())).segment(segment);
  }

  private Segment<A> segment(org.grcuda.core.route.Segment segment) {
    return new Segment<>(segment, this, type.of(segment.data()));
  }

  /**
   * What arrives at several receivers, until nothing more will, to be iterated over once. Each
   * segment is released when the next is asked for, unless {@link Segment#keep} was called.
   *
   * @param receivers at least one, of one context
   */
  public static <A extends DeviceArray> Iterable<Segment<A>> arrivals(List<Receiver<A>> receivers) {
    List<Receiver<A>> all = List.copyOf(receivers);
    List<ArrayReceiver> ends = all.stream().map(each -> each.receiver).toList();
    Iterator<org.grcuda.core.route.Segment> arrivals = new Arrivals(ends);
    return () ->
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return arrivals.hasNext();
          }

          @Override
          public Segment<A> next() {
            org.grcuda.core.route.Segment segment = arrivals.next();
            return all.get(ends.indexOf(segment.receiver())).segment(segment);
          }
        };
  }

  @Override
  public String toString() {
    return receiver.toString();
  }
}
