package org.grcuda.runtime.completion;

import org.grcuda.runtime.computation.Vertex;

/**
 * Host tasks that have begun, and that only threads of the program can execute. Such a thread does
 * that whenever it waits for a computation. Called from several threads, without the scheduling
 * lock unless a method says otherwise.
 */
public interface ThreadWork {

  /** Whether there is such a task, and the current thread may execute it. */
  boolean isPending();

  /** Whether {@code task} is one. Called with the lock held. */
  boolean isWaiting(Vertex task);

  /**
   * Executes a task and finishes it.
   *
   * @param wanted the one that the current thread waits for; null if it may be any
   */
  void execute(Vertex wanted);

  /** The name of the task that the current thread executes; null if it executes none. */
  String executing();
}
