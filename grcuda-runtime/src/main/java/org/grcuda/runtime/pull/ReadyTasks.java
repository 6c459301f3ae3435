package org.grcuda.runtime.pull;

/** The tasks that are ready, by priority, then by id. */
final class ReadyTasks extends WinnerTree {

  private final PullData data;
  private int count;

  ReadyTasks(PullData data) {
    this.data = data;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** {@code task} has become ready. */
  void add(int task) {
    count++;
    update(task);
  }

  /** {@code task} is not ready any more. */
  void remove(int task) {
    count--;
    update(task);
  }

  @Override
  boolean isIn(int task) {
    return data.stage(task) == Stage.READY;
  }

  @Override
  boolean isBetter(int task, int other) {
    return data.precedes(task, other);
  }
}
