package org.grcuda.core.route;

import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.route.Arrival;

/** The rows of a packet that was received, until {@link #release}. */
public final class Segment {

  private final ArrayReceiver receiver;
  private final Arrival arrival;
  private final NdArray data;
  private volatile boolean kept;

  Segment(ArrayReceiver receiver, Arrival arrival, NdArray data) {
    this.receiver = receiver;
    this.arrival = arrival;
    this.data = data;
  }

  /** The rows; computations that use them wait for the packet. */
  public NdArray data() {
    return data;
  }

  /** The receiver that it came to. */
  public ArrayReceiver receiver() {
    return receiver;
  }

  /** Position of the endpoint that sent it in the router's list of sources. */
  public int source() {
    return arrival.source();
  }

  /** The tag of the message that it is a part of. */
  public int tag() {
    return arrival.tag();
  }

  /** Rows of the message before it. */
  public long offset() {
    return arrival.offset();
  }

  /** Rows of the message. */
  public long total() {
    return arrival.total();
  }

  /** A loop over arrivals does not release it. */
  public void keep() {
    kept = true;
  }

  /** Whether {@link #keep} was called. */
  public boolean isKept() {
    return kept;
  }

  /**
   * Gives its buffer back, once the computations that use it have ended; the program may not use
   * the rows from now on. Idempotent.
   */
  public void release() {
    data.storage().endLease();
    arrival.release();
  }

  /** Whether it was released. */
  public boolean isReleased() {
    return data.storage().isFreed();
  }
}
