package org.grcuda.runtime.pull;

/** Is told what schedulers plan. */
@FunctionalInterface
public interface PlanListener {

  /**
   * {@code task} has come into the plan of {@code device}.
   *
   * @param datum what was chosen to be loaded for it; {@link PullScheduler#NONE} if nothing was
   */
  void planned(int task, int device, Reason reason, int datum);
}
