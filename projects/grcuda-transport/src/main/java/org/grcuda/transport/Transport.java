package org.grcuda.transport;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * One rank's connection to all ranks of the program. No method waits: {@link #poll} makes progress,
 * and tells what has arrived and what has been sent.
 *
 * <p>Calls may come from any thread, but one at a time: the caller locks.
 */
public interface Transport extends AutoCloseable {

  /** The largest frame that every transport takes, in bytes. */
  int FRAME_BYTES = 64 << 10;

  /** The number of this rank, from 0. */
  int rank();

  /** The number of ranks, at least 1. */
  int size();

  /** A few words for messages: {@code "Open MPI 4.1.4"}. */
  String description();

  /**
   * Sends a frame. The frames from one rank to another arrive once each, in the order in which they
   * were sent.
   *
   * @param target a rank; may be this one
   * @param frame at most {@link #FRAME_BYTES} bytes, of the Java heap or not; the caller may change
   *     it after the call
   * @return whether it was taken; if not, too many frames are under way: try again after {@link
   *     #poll}
   * @throws IllegalArgumentException if the frame is too large
   */
  boolean send(int target, MemorySegment frame);

  /**
   * Sends {@code bytes} bytes from {@code address}, which stay as they are until {@link
   * Events#sent}. They may leave only when {@code target} has called {@link #receivePayload} with
   * the same number.
   *
   * @param id chosen by the two ranks; from 0, unique among the payloads that are under way from
   *     this rank to {@code target}. Numbers of payloads that are under way together differ by less
   *     than 32,000: not every transport tells more apart
   * @param bytes from 0; payloads may be larger than 4 GiB
   */
  void sendPayload(int target, long id, long address, long bytes);

  /**
   * Takes the payload {@code id} of {@code source} into the memory at {@code address}, until {@link
   * Events#received}.
   *
   * @param bytes as many as are sent; if not, this method or a later {@link #poll} of this rank
   *     throws a {@link TransportException}. The connection is of no use any more, and may still
   *     use the memory
   */
  void receivePayload(int source, long id, long address, long bytes);

  /**
   * Makes progress, and tells {@code events} what has happened. Does not wait, and returns after a
   * bounded number of events. If a method of {@code events} throws, so does this one, and the next
   * call goes on with the next event.
   *
   * @return whether anything was told
   * @throws TransportException if the connection has failed
   */
  boolean poll(Events events);

  /**
   * Whether {@link #poll} must be called for this rank's own sake: a frame has not left it, or it
   * has not been told the end of a payload that it sends or receives. Frames that others send to it
   * do not count, as it cannot know of them.
   */
  boolean isBusy();

  /**
   * Whether the ranks are simulated: time passes for this one only while it computes or waits, and
   * no other thread may drive it.
   */
  default boolean hasVirtualTime() {
    return false;
  }

  /**
   * Lets virtual time pass until {@code isMet}, which is asked again whenever something may have
   * arrived, and polls.
   *
   * @throws TransportException if nothing can arrive any more
   */
  default void awaitUntil(BooleanSupplier isMet) {
    throw new UnsupportedOperationException("time is not virtual");
  }

  /**
   * Ends all ranks of the program: this process with exit code {@code code}, the others as soon as
   * they learn of it. Where ranks share one process, they get {@link Events#aborted} instead, and
   * this method returns.
   *
   * @param reason is printed, with this rank before it
   */
  void abort(int code, String reason);

  /**
   * Ends the connection. Every rank calls it, when it is not {@linkplain #isBusy busy} and no rank
   * sends it anything. May wait until all ranks have called it.
   */
  @Override
  void close();

  /** What {@link #poll} tells. Its methods may call the transport, except for {@code poll}. */
  interface Events {

    /**
     * A frame has arrived.
     *
     * @param source the rank that has sent it
     * @param frame valid during the call
     */
    void frame(int source, MemorySegment frame);

    /** A payload has left its memory, which may be used again. */
    void sent(int target, long id);

    /** A payload has arrived in its memory. */
    void received(int source, long id);

    /** Rank {@code source} has ended the program. Never told where that ends this process. */
    void aborted(int source, String reason);
  }
}
