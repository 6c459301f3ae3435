package org.grcuda.runtime.completion;

import org.grcuda.runtime.computation.Vertex;

/**
 * Where a computation goes once everything it depends on is with the driver or has ended, and
 * before it is handed to the driver itself: the seam between submission and dispatch. Without a
 * queue that moment is the submission. With one, a computation may be kept back, so that it is
 * chosen among several (a window), or fetched by a device that has run out of work (pull
 * scheduling). A computation that is kept back is {@link Vertex.Status#PENDING}, and what depends
 * on it waits.
 *
 * <p>The scheduler asks for computations, and dispatches each one that it is given before it asks
 * again: when something was submitted ({@link #surplus}), when a device has become idle ({@link
 * #request}), when a thread waits for a computation ({@link #demanded}), when something has been
 * kept back for about a millisecond while a device is idle ({@link #overdue}), and when memory is
 * short ({@link #take}). So nothing is kept back for ever. A queue that fixes the device too is a
 * {@code DeviceSelectionPolicy} as well, and answers when it is asked for the device of what it has
 * just given out.
 *
 * <p>Guarded by the scheduling lock.
 */
public interface ReadyQueue {

  /**
   * Keeps {@code ready}, or leaves it to be dispatched at once.
   *
   * @param ready what a device will execute, and all whose parents are dispatched
   * @return whether it is kept
   */
  boolean offer(Vertex ready);

  /**
   * A computation was submitted that waits, directly or not, for one that is kept back: it shows
   * what depends on that one. It is not the queue's before {@link #offer}.
   */
  void announce(Vertex waiting);

  /**
   * Takes out what the queue will not keep any longer, though nobody needs it yet.
   *
   * @param heldBack computations held back, here or behind what is here
   * @return null if there is nothing
   */
  Vertex surplus(int heldBack);

  /** Takes out what {@code device}, which has become idle, shall do next; null for nothing. */
  Vertex request(int device);

  /**
   * A thread waits for {@code wanted}, which is not dispatched. Takes out what is to be dispatched
   * therefore, before the next end of a computation: called until it returns null.
   */
  Vertex demanded(Vertex wanted);

  /**
   * A device is idle, and what has a number up to {@code id} was kept for about a millisecond in
   * which a device was. Takes out what shall therefore be kept no longer, even if no idle device
   * can use it; null for nothing.
   */
  Vertex overdue(long id);

  /**
   * Takes out the first, in the order of the queue; null if nothing is left, or what is left waits
   * for the end of a computation.
   */
  Vertex take();

  /** Whether devices ask for computations when others have ended, not only when they are idle. */
  default boolean isPulled() {
    return false;
  }

  /** Whether nothing is kept. */
  boolean isEmpty();
}
