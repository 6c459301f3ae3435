package org.grcuda.runtime.pull;

/** One queue for all devices, by priority: AP of PaRSEC (section 4.4). */
public final class AbsolutePriority extends Planner {

  private final ReadyTasks ready;

  /** Over the tasks and data of {@code data}, which no other scheduler uses. */
  public AbsolutePriority(PullData data) {
    super(data);
    ready = new ReadyTasks(data);
  }

  @Override
  public void ready(int task, int releasedBy) {
    data.require(task, Stage.NONE);
    data.move(task, Stage.READY, NONE);
    ready.add(task);
  }

  @Override
  void unready(int task) {
    super.unready(task);
    ready.remove(task);
  }

  @Override
  void fill(int device) {
    int task = ready.best();
    if (task != NONE) {
      unready(task);
      plan(task, device, NONE, Reason.PRIORITY, NONE);
    }
  }

  @Override
  public void reprioritized() {
    ready.updateAll();
  }
}
