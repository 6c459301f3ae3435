package org.grcuda;

/**
 * The rows of a packet that was received, until it is released.
 *
 * @param <A> the class of arrays
 */
public final class Segment<A extends DeviceArray> implements AutoCloseable {

  private final org.grcuda.core.route.Segment segment;
  private final Receiver<A> receiver;
  private final A data;

  Segment(org.grcuda.core.route.Segment segment, Receiver<A> receiver, A data) {
    this.segment = segment;
    this.receiver = receiver;
    this.data = data;
  }

  /** The rows. Computations that use them wait for the packet, and run where it is. */
  public A data() {
    return data;
  }

  /** Rows. */
  public long rows() {
    return segment.data().extent(0);
  }

  /** Where it arrived. */
  public Endpoint target() {
    return receiver.endpoint();
  }

  /** Position of the endpoint that sent it in the router's list of sources. */
  public int source() {
    return segment.source();
  }

  /** The tag of the message that it is a part of. */
  public int tag() {
    return segment.tag();
  }

  /** Rows of the message before it. */
  public long offset() {
    return segment.offset();
  }

  /** Rows of the message. */
  public long total() {
    return segment.total();
  }

  /** A loop over {@link Receiver#arrivals} does not release it. */
  public void keep() {
    segment.keep();
  }

  /**
   * Gives the buffer back, once the computations that use it have ended; the program may not use
   * {@link #data} from now on. Idempotent.
   */
  @Override
  public void close() {
    segment.release();
  }
}
