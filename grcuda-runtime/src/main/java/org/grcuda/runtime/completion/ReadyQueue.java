package org.grcuda.runtime.completion;

import org.grcuda.runtime.computation.Vertex;

/**
 * Holds computations between submission and dispatch, so that their order or device can be chosen.
 * A computation comes here once everything that it depends on is with the driver or has ended.
 * Without a queue it is dispatched at that moment. With a queue it may be kept back, so that it is
 * chosen among several (a window), or fetched by a device that has run out of work (pull
 * scheduling). A computation that is kept back is {@link Vertex.Status#PENDING}, and what depends
 * on it waits.
 *
 * <p>The scheduler asks the queue for computations, and dispatches each one before it asks again.
 * It asks
 *
 * <ul>
 *   <li>when something was submitted ({@link #surplus}),
 *   <li>when a device has become idle ({@link #request}),
 *   <li>when a thread waits for a computation ({@link #demanded}),
 *   <li>when something has been kept back for about a millisecond and a device is idle ({@link
 *       #overdue}),
 *   <li>when memory is short ({@link #take}).
 * </ul>
 *
 * So nothing is kept back for ever. A queue that also chooses the device sets {@link
 * Vertex#deviceOrdinal} of each computation that it gives out.
 *
 * <p>Guarded by the scheduling lock.
 */
public interface ReadyQueue {

  /**
   * Keeps {@code ready}, or leaves it to be dispatched at once.
   *
   * @param ready a computation that a device will execute, all of whose parents are dispatched
   * @return whether the queue keeps it
   */
  boolean offer(Vertex ready);

  /**
   * Tells the queue of {@code waiting}, which was submitted and waits until others are dispatched:
   * it shows what depends on them. It is not in the queue before {@link #offer}.
   */
  void announce(Vertex waiting);

  /**
   * Takes out a computation that the queue will not keep any longer, though nobody needs it yet.
   *
   * @param heldBack number of computations that are held back, in the queue or for another reason
   * @return null if there is none
   */
  Vertex surplus(int heldBack);

  /** Takes out what {@code device}, which has become idle, does next; null for nothing. */
  Vertex request(int device);

  /**
   * Takes out a computation to dispatch because a thread waits for {@code wanted}, which is not
   * dispatched; null if there is none before another computation ends. Called until it returns
   * null.
   */
  Vertex demanded(Vertex wanted);

  /**
   * Takes out a computation that is kept no longer because a device is idle, even if no idle device
   * can use it; null for nothing. The computations with numbers up to {@code id} have been kept for
   * about a millisecond.
   */
  Vertex overdue(long id);

  /**
   * Takes out the first computation in the order of the queue; null if nothing is left, or if what
   * is left waits for the end of a computation.
   */
  Vertex take();

  /** Whether devices ask for computations when others have ended, not only when they are idle. */
  default boolean isPulled() {
    return false;
  }

  /** Whether something may be kept of which {@link #overdue} must be told before long. */
  default boolean isTicked() {
    return true;
  }

  /** Whether nothing is kept. */
  boolean isEmpty();
}
