package org.grcuda.task;

/**
 * A function of Java that does the work of a {@link Task} on the host. A thread of the context
 * calls it; it uses the arguments as the kernel of the task does, and waits for nothing.
 */
@FunctionalInterface
public interface TaskFunction {

  /**
   * Does the work.
   *
   * @param arguments those of the call
   */
  void run(Object[] arguments);
}
