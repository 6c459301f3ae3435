package org.grcuda.runtime.pull;

/** One queue for all devices, by priority: AP of PaRSEC (section 4.4). */
public final class AbsolutePriority extends Planner {

  private final TaskHeap ready;

  /** Over the tasks and data of {@code data}, which no other scheduler uses. */
  public AbsolutePriority(PullData data) {
    super(data);
    ready = new TaskHeap(data);
  }

  @Override
  public void ready(int task, int releasedBy) {
    data.require(task, Stage.NONE);
    data.move(task, Stage.READY, NONE);
    ready.add(task);
  }

  @Override
  void unready(int task) {
    data.require(task, Stage.READY);
    ready.remove(task);
  }

  @Override
  void fill(int device) {
    int task = ready.first();
    if (task != NONE) {
      ready.remove(task);
      plan(task, device, NONE, Reason.PRIORITY, NONE);
    }
  }

  @Override
  public void reprioritized() {
    ready.reorder();
  }
}
