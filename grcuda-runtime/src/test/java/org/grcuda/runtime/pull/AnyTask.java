package org.grcuda.runtime.pull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Whatever a scheduler may do: a device takes any task that it may take, or none as long as another
 * task has not ended. So whatever comes out right for every choice comes out right for every way to
 * break a tie.
 */
public final class AnyTask extends Planner {

  private final IntUnaryOperator choice;
  private final List<Integer> ready = new ArrayList<>();
  private int buffered;

  /**
   * Over the tasks and data of {@code data}, which no other scheduler uses.
   *
   * @param choice gives a number from 0 to below its argument
   */
  public AnyTask(PullData data, IntUnaryOperator choice) {
    super(data);
    this.choice = choice;
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
    ready.remove((Integer) task);
  }

  /** Plans any task that is ready or planned for another device; or, if it may, none. */
  @Override
  void fill(int device) {
    List<Integer> all = new ArrayList<>(ready);
    for (int other = 0; other < data.devices(); other++) {
      for (int task = plans.first(other); task != NONE; task = plans.next(task)) {
        all.add(task);
      }
    }
    int choices = all.size() + (buffered > 0 ? 1 : 0);
    int index = choices == 0 ? 0 : choice.applyAsInt(choices);
    if (index < all.size()) {
      withdraw(all.get(index));
      plan(all.get(index), device, NONE, Reason.ORDER, NONE);
    }
  }

  /** Also plans any further task, which stays planned. */
  @Override
  int next(int device) {
    int task = super.next(device);
    int index = ready.isEmpty() ? 0 : choice.applyAsInt(ready.size() + 1);
    if (index < ready.size()) {
      int further = ready.get(index);
      withdraw(further);
      plan(further, device, plans.last(device), Reason.ORDER, NONE);
    }
    return task;
  }

  @Override
  void buffer(int task, int device, int planned) {
    super.buffer(task, device, planned);
    buffered++;
  }

  @Override
  public void ended(int task) {
    super.ended(task);
    buffered--;
  }

  @Override
  public void evicted(int datum, int device) {
    super.evicted(datum, device);
    for (int task = plans.first(device); task != NONE; ) {
      int next = plans.next(task);
      if (data.reads(task, datum)) {
        unplan(task);
        ready(task, NONE);
      }
      task = next;
    }
  }
}
