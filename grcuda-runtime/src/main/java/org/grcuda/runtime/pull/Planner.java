package org.grcuda.runtime.pull;

/** What all schedulers do alike: the way of a task from a plan into the buffer, and to its end. */
abstract class Planner implements PullScheduler {

  final PullData data;

  /** One plan for each device. */
  final TaskQueues plans;

  Planner(PullData data) {
    this.data = data;
    plans = new TaskQueues(data, data.devices());
  }

  /** The plan of {@code device} is empty: plans something for it, if anything is ready. */
  void fill(int device) {}

  /** The task of the plan of {@code device}, which is not empty, that comes next. */
  int next(int device) {
    return plans.first(device);
  }

  @Override
  public void follows(int task, int device) {
    data.require(task, Stage.NONE);
    plan(task, device, NONE, Reason.FOLLOWS, NONE);
  }

  /** A ready task, which is not planned, is no longer ready. */
  void unready(int task) {
    data.require(task, Stage.READY);
    data.move(task, Stage.NONE, NONE);
  }

  /**
   * Puts {@code task} into the plan of {@code device}, behind {@code before}.
   *
   * @param datum what is loaded for it, as far as that is the reason
   */
  void plan(int task, int device, int before, Reason reason, int datum) {
    plans.addAfter(device, task, before);
    planned(task, device);
    data.tellPlanned(task, device, reason, datum);
  }

  /** Puts {@code task} into the plan of {@code device}, by priority. */
  final void planByPriority(int task, int device) {
    plans.addByPriority(device, task);
    planned(task, device);
    data.tellPlanned(task, device, Reason.ORDER, NONE);
  }

  private void planned(int task, int device) {
    data.move(task, Stage.PLANNED, device);
    data.promise(task, device, 1, 0);
  }

  final void unplan(int task) {
    int device = data.device(task);
    removeFromPlan(task, device);
    data.promise(task, device, -1, 0);
    data.move(task, Stage.NONE, NONE);
  }

  /** Takes {@code task} out of the plan of {@code device}. */
  void removeFromPlan(int task, int device) {
    plans.remove(device, task);
  }

  @Override
  public int pull(int device) {
    if (plans.first(device) == NONE) {
      fill(device);
    }
    if (plans.first(device) == NONE) {
      return NONE;
    }
    return pull(next(device), device);
  }

  /** {@code device} takes {@code task}, which is in its plan. */
  final int pull(int task, int device) {
    removeFromPlan(task, device);
    buffer(task, device, -1);
    return task;
  }

  @Override
  public void take(int task, int device) {
    data.require(task, Stage.NONE);
    buffer(task, device, 0);
  }

  /**
   * A device takes {@code task}.
   *
   * @param planned -1 if it was in the plan of the device, else 0
   */
  void buffer(int task, int device, int planned) {
    data.move(task, Stage.BUFFERED, device);
    data.promise(task, device, planned, 1);
  }

  @Override
  public void withdraw(int task) {
    if (data.stage(task) == Stage.PLANNED) {
      unplan(task);
    } else {
      unready(task);
    }
  }

  @Override
  public void ended(int task) {
    data.require(task, Stage.BUFFERED);
    int device = data.device(task);
    data.move(task, Stage.NONE, NONE);
    data.promise(task, device, 0, -1);
  }

  @Override
  public void present(int datum, int place, boolean isPresent) {
    data.setPlace(datum, place, isPresent);
  }

  @Override
  public void evicted(int datum, int device) {
    data.setPlace(datum, device, false);
  }

  @Override
  public void reprioritized() {}
}
