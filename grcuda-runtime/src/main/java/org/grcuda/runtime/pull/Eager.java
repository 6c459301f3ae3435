package org.grcuda.runtime.pull;

/** One queue for all devices, in the order in which tasks become ready (section 4.1). */
public final class Eager extends Planner {

  private final TaskQueues ready;

  /** Over the tasks and data of {@code data}, which no other scheduler uses. */
  public Eager(PullData data) {
    super(data);
    ready = new TaskQueues(data, 1);
  }

  @Override
  public void ready(int task, int releasedBy) {
    data.require(task, Stage.NONE);
    data.move(task, Stage.READY, NONE);
    ready.addLast(0, task);
  }

  @Override
  void unready(int task) {
    super.unready(task);
    ready.remove(0, task);
  }

  @Override
  void fill(int device) {
    int task = ready.first(0);
    if (task != NONE) {
      unready(task);
      plan(task, device, NONE, Reason.ORDER, NONE);
    }
  }
}
