package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * DARTS: a device whose plan is empty chooses the datum that sets the most work free for the time
 * of its transfer, and plans the tasks that it sets free (section 5.3, Algorithm 3).
 */
public final class Darts extends Planner {

  private final DartsRules rules;
  private final TaskHeap ready;
  private final ReadyUsers users;
  private final Candidates[] candidates;

  /** Whether a planned task needs no transfer: by task. */
  private boolean[] free = new boolean[0];

  /** The device that got the last task with all data there. */
  private int lastFree;

  private final TaskHeap chosen;

  /** Over the tasks and data of {@code data}, which no other scheduler uses. */
  public Darts(PullData data, DartsRules rules) {
    super(data);
    this.rules = rules;
    if (!rules.priorities()) {
      data.ignorePriorities();
    }
    ready = new TaskHeap(data);
    chosen = new TaskHeap(data);
    users = new ReadyUsers(data);
    candidates = new Candidates[data.devices()];
    Arrays.setAll(candidates, device -> new Candidates(data, users, device, rules));
  }

  /** A task that needs no transfer on some device goes to the plan of one. */
  @Override
  public void ready(int task, int releasedBy) {
    data.require(task, Stage.NONE);
    int device = rules.shortestPlan() ? shortestWithAll(task) : nextWithAll(task);
    if (device == NONE) {
      makeReady(task);
    } else {
      lastFree = device;
      planFree(task, device, Reason.FREE);
    }
  }

  /** Of the devices with all data of {@code task}, the one with the shortest plan. */
  private int shortestWithAll(int task) {
    int best = NONE;
    for (int device = 0; device < data.devices(); device++) {
      if (data.missing(task, device) == 0
          && (best == NONE || plans.length(device) < plans.length(best))) {
        best = device;
      }
    }
    return best;
  }

  /** Of the devices with all data of {@code task}, the next after the one chosen last. */
  private int nextWithAll(int task) {
    for (int i = 1; i <= data.devices(); i++) {
      int device = (lastFree + i) % data.devices();
      if (data.missing(task, device) == 0) {
        return device;
      }
    }
    return NONE;
  }

  @Override
  public void follows(int task, int device) {
    data.require(task, Stage.NONE);
    planFree(task, device, Reason.FOLLOWS);
  }

  private void makeReady(int task) {
    data.move(task, Stage.READY, NONE);
    ready.add(task);
    for (Candidates some : candidates) {
      some.prepare(task);
    }
    users.add(task);
    for (Candidates some : candidates) {
      some.add(task);
    }
  }

  @Override
  void unready(int task) {
    data.require(task, Stage.READY);
    ready.remove(task);
    users.remove(task);
    for (Candidates some : candidates) {
      some.remove(task);
    }
  }

  @Override
  void promised(int task, int device) {
    for (int datum : data.inputs(task)) {
      candidates[device].update(datum);
    }
  }

  /** Plans a task that needs no transfer: before those that do, after others like it. */
  private void planFree(int task, int device, Reason reason) {
    int before = NONE;
    int next = plans.first(device);
    while (next != NONE && free[next]) {
      before = next;
      next = plans.next(next);
    }
    plan(task, device, before, reason, NONE);
    free[task] = true;
  }

  @Override
  void plan(int task, int device, int before, Reason reason, int datum) {
    if (task >= free.length) {
      free = Arrays.copyOf(free, PullData.grown(task));
    }
    free[task] = false;
    super.plan(task, device, before, reason, datum);
  }

  @Override
  void fill(int device) {
    if (!ready.isEmpty()) {
      decide(device);
    } else if (rules.stealing()) {
      steal(device);
    }
  }

  /** Plans what comes next on {@code device}, of at least one ready task. */
  private void decide(int device) {
    TaskHeap loaded = candidates[device].free();
    // What other decisions have loaded since they became ready.
    while (!loaded.isEmpty()) {
      planReady(loaded.first(), device, Reason.FREE, NONE);
    }
    if (plans.first(device) == NONE) {
      load(device);
    }
  }

  private void planReady(int task, int device, Reason reason, int datum) {
    unready(task);
    plan(task, device, plans.last(device), reason, datum);
  }

  /** Plans what the best datum is loaded for (lines 7 to 17 of Algorithm 3). */
  private void load(int device) {
    int datum = candidates[device].best();
    if (datum == NONE) {
      planReady(ready.first(), device, Reason.PRIORITY, NONE);
    } else if (candidates[device].setFree(datum) > 0) {
      collect(datum, device, 1);
      for (int i = 0; i < chosen.size(); i++) {
        unready(chosen.get(i));
      }
      while (!chosen.isEmpty()) {
        int task = chosen.first();
        chosen.remove(task);
        plan(task, device, plans.last(device), Reason.SET_FREE, datum);
      }
    } else {
      collect(datum, device, 2);
      planReady(chosen.first(), device, Reason.ONE_MORE, datum);
      chosen.clear();
    }
  }

  /** Collects the ready tasks that read {@code datum} and lack so many data on a device. */
  private void collect(int datum, int device, int missing) {
    for (int i = 0; i < users.count(datum); i++) {
      int task = users.get(datum, i);
      if (candidates[device].missing(task) == missing) {
        chosen.add(task);
      }
    }
  }

  /**
   * Takes tasks from the end of the longest plan, as long as {@code device} ends each of them, with
   * its transfers, before the other would.
   */
  private void steal(int device) {
    int victim = 0;
    for (int other = 1; other < data.devices(); other++) {
      if (plans.nanos(other) > plans.nanos(victim)) {
        victim = other;
      }
    }
    long end = 0;
    int task = plans.last(victim);
    while (task != NONE) {
      end += data.nanos(task) + data.missingNanos(task, device);
      if (end >= plans.nanos(victim)) {
        return;
      }
      int previous = plans.previous(task);
      unplan(task);
      plan(task, device, NONE, Reason.STOLEN, NONE);
      task = previous;
    }
  }

  @Override
  public void present(int datum, int place, boolean isPresent) {
    super.present(datum, place, isPresent);
    placesChanged(datum, place);
  }

  private void placesChanged(int datum, int place) {
    if (place != LinkCost.HOST) {
      candidates[place].update(datum);
    }
    // Others may get it sooner now, or later.
    for (Candidates some : candidates) {
      some.movesElsewhere(datum);
    }
  }

  /** Planned tasks of the device that read it become ready again (section 5.4). */
  @Override
  public void evicted(int datum, int device) {
    super.evicted(datum, device);
    int task = data.planned(datum, device) == 0 ? NONE : plans.first(device);
    while (task != NONE) {
      int next = plans.next(task);
      if (data.reads(task, datum)) {
        unplan(task);
        makeReady(task);
      }
      task = next;
    }
    placesChanged(datum, device);
  }

  @Override
  public void reprioritized() {
    ready.reorder();
    for (Candidates some : candidates) {
      some.free().reorder();
      for (int i = 0; i < ready.size(); i++) {
        some.reprioritize(ready.get(i));
      }
    }
  }
}
