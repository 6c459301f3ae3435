package org.grcuda.runtime.route;

import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * A packet in a buffer of a receiver, until {@link #release}. It may still be on its way;
 * computations on its {@link #region} wait for it.
 */
public final class Arrival {

  private final Receiver receiver;
  private final Buffer buffer;
  private final Packet packet;
  private final long sequence;
  private final Region region;
  private boolean released;

  /** Writes of its buffer's memory once its packet was entered. */
  private long writes;

  /** Whether it was forwarded since the last look at what uses its buffer. */
  private boolean forwarded;

  /** Whether its buffer may take another packet. */
  private boolean gone;

  /**
   * @param buffer null if the packet has failed, and so needs none
   * @param region the rows in the buffer; null without a buffer
   */
  Arrival(Receiver receiver, Buffer buffer, Packet packet, Region region, long sequence) {
    this.receiver = receiver;
    this.buffer = buffer;
    this.packet = packet;
    this.region = region;
    this.sequence = sequence;
  }

  /** The receiver that it came to. */
  public Receiver receiver() {
    return receiver;
  }

  /** The memory of its rows. */
  public Region region() {
    return region;
  }

  /** Its rows. */
  public long rows() {
    return packet.rows();
  }

  /** Position of the endpoint that sent it in the router's list of sources. */
  public int source() {
    return packet.message().sender().index();
  }

  /** The tag of the message that it is a part of. */
  public int tag() {
    return packet.message().tag();
  }

  /** Rows of the message before it. */
  public long offset() {
    return packet.offset();
  }

  /** Rows of the message. */
  public long total() {
    return packet.message().total();
  }

  /** Its number among all packets of all routers, in the order of arrival. */
  long sequence() {
    return sequence;
  }

  /** Whether it is on its way no more. */
  boolean isThere() {
    return packet.vertex().isComplete();
  }

  Throwable error() {
    return packet.error();
  }

  Buffer buffer() {
    return buffer;
  }

  /**
   * Gives the buffer back: it takes another packet when everything has ended that uses it. Nothing
   * may use {@link #region} from now on. Idempotent.
   */
  public void release() {
    receiver.release(this);
  }

  /** Whether {@link #release} was called. With the scheduling lock held. */
  boolean isReleased() {
    return released;
  }

  void markReleased() {
    released = true;
  }

  /** Its packet was entered as the latest writer of the buffer. */
  void markEntered() {
    writes = region.allocation().writes();
  }

  /** Whether its buffer holds the rows as they were sent, or will. */
  boolean canForward() {
    return !gone
        && buffer.isUsable()
        && !packet.vertex().isFailed()
        && region.allocation().writes() == writes;
  }

  /** The packet that brings its rows. */
  Vertex vertex() {
    return packet.vertex();
  }

  void markForwarded() {
    forwarded = true;
  }

  boolean wasForwarded() {
    return forwarded;
  }

  /** What uses the buffer from now on is looked for again. */
  void beginGivingBack() {
    forwarded = false;
  }

  void markGone() {
    gone = true;
  }
}
