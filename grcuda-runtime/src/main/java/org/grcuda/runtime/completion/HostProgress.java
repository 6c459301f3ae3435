package org.grcuda.runtime.completion;

/**
 * Ends host tasks that end only when some thread looks for news, such as messages from other
 * processes. A thread that waits for such a task looks itself: another thread that looks now and
 * then would find the news late.
 *
 * <p>Called from several threads, without the scheduling lock.
 */
public interface HostProgress {

  /** A thread begins to call {@link #drive} again and again: no other needs to. */
  void begin();

  /**
   * Finishes the tasks that are done. Does not wait.
   *
   * @return whether anything has happened
   */
  boolean drive();

  /** That thread calls it no more. */
  void end();
}
