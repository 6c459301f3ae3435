package org.grcuda.runtime.pull;

import java.util.Arrays;
import org.grcuda.runtime.pull.DartsRules.Part;

/**
 * DARTS: a device whose plan is empty chooses the datum that sets the most work free for the time
 * of its transfer, and plans the tasks that it sets free (section 5.3, Algorithm 3).
 */
public final class Darts extends Planner {

  /**
   * Data is loaded ahead where what a device has to do takes less time than so many transfers. The
   * eight tasks that a device takes last for ten transfers on the published machines, where more
   * would only be loaded again.
   */
  private static final int AHEAD = 8;

  /** Of the longest transfer, so much counts at the next. */
  private static final double RECENT = 15 / 16.0;

  private final DartsRules rules;
  private final ReadyTasks ready;
  private final ReadyUsers users;
  private final Candidates candidates;
  private final Sweeps sweeps;

  /**
   * The tasks that need no transfer come first in a plan: the last of them, by device; {@link
   * #NONE} without any.
   */
  private final int[] lastFreeOf;

  /** The device that got the last task with all data there. */
  private int lastFree;

  private final TaskHeap chosen;

  /** By device: the longest of the last transfers that were decided, in nanoseconds. */
  private final double[] longest;

  /** Over the tasks and data of {@code data}, which no other scheduler uses. */
  public Darts(PullData data, DartsRules rules) {
    super(data);
    this.rules = rules;
    if (!rules.has(Part.PRIORITIES)) {
      data.ignorePriorities();
    }
    ready = new ReadyTasks(data);
    chosen = new TaskHeap(data);
    users = new ReadyUsers(data);
    candidates = new Candidates(data, users, rules);
    sweeps = new Sweeps(data, users, candidates);
    longest = new double[data.devices()];
    lastFreeOf = new int[data.devices()];
    Arrays.fill(lastFreeOf, NONE);
  }

  /** A task that needs no transfer on some device goes to the plan of one. */
  @Override
  public void ready(int task, int releasedBy) {
    data.require(task, Stage.NONE);
    long free = data.withAll(task);
    if (free == 0) {
      makeReady(task);
    } else {
      lastFree = rules.has(Part.SHORTEST_PLAN) ? shortest(free) : next(free);
      planFree(task, lastFree, Reason.FREE);
    }
  }

  /** Of some devices, at least one, the first with the shortest plan. */
  private int shortest(long devices) {
    int best = Long.numberOfTrailingZeros(devices);
    for (long rest = devices & devices - 1; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      if (plans.length(device) < plans.length(best)) {
        best = device;
      }
    }
    return best;
  }

  /** Of some devices, at least one, the next after the one chosen last. */
  private int next(long devices) {
    long later = devices & -2L << lastFree;
    return Long.numberOfTrailingZeros(later != 0 ? later : devices);
  }

  @Override
  public void follows(int task, int device) {
    data.require(task, Stage.NONE);
    planFree(task, device, Reason.FOLLOWS);
  }

  private void makeReady(int task) {
    data.move(task, Stage.READY, NONE);
    ready.add(task);
    users.add(task);
    candidates.add(task);
  }

  @Override
  void unready(int task) {
    super.unready(task);
    ready.remove(task);
    users.remove(task);
    candidates.remove(task);
  }

  /** Plans a task that needs no transfer: before those that do, after others like it. */
  private void planFree(int task, int device, Reason reason) {
    plan(task, device, lastFreeOf[device], reason, NONE);
    lastFreeOf[device] = task;
  }

  @Override
  void removeFromPlan(int task, int device) {
    if (lastFreeOf[device] == task) {
      lastFreeOf[device] = plans.previous(task);
    }
    super.removeFromPlan(task, device);
  }

  /**
   * Beyond Algorithm 3: the next datum is chosen before the tasks of the last one are all taken.
   */
  @Override
  public int pullAhead(int device, int taken, double nanosEach) {
    int known = taken + plans.length(device);
    if (!rules.has(Part.LOADING_AHEAD) || known * nanosEach > AHEAD * longest[device]) {
      return NONE;
    }
    int last = plans.last(device);
    if (last != NONE && data.absentBytes(last, device) > 0) {
      return pull(last, device);
    }
    if (ready.isEmpty()) {
      return NONE;
    }
    decide(device);
    int added = last == NONE ? plans.first(device) : plans.next(last);
    return data.absentBytes(added, device) > 0 ? pull(added, device) : NONE;
  }

  @Override
  void fill(int device) {
    if (!ready.isEmpty()) {
      decide(device);
    } else if (rules.has(Part.STEALING)) {
      steal(device);
    }
  }

  /** Plans what comes next on {@code device}, of at least one ready task. */
  private void decide(int device) {
    // What other decisions have loaded since they became ready.
    candidates.free().moveTo(device, chosen);
    if (chosen.isEmpty()) {
      load(device);
    } else {
      planChosen(device, Reason.FREE, NONE);
    }
  }

  /** Plans the tasks of {@code chosen}, which are ready. */
  private void planChosen(int device, Reason reason, int datum) {
    for (int i = 0; i < chosen.size(); i++) {
      unready(chosen.get(i));
    }
    while (!chosen.isEmpty()) {
      plan(chosen.removeFirst(), device, plans.last(device), reason, datum);
    }
  }

  /** Plans what the best datum is loaded for (lines 7 to 17 of Algorithm 3). */
  private void load(int device) {
    int best = candidates.best(device);
    int datum = rules.has(Part.SWEEPS) ? sweeps.instead(best, device) : best;
    if (datum == NONE) {
      chosen.add(ready.best());
      planChosen(device, Reason.PRIORITY, NONE);
      return;
    }
    longest[device] = Math.max(data.transferNanos(datum, device), RECENT * longest[device]);
    int[] of = users.of(datum);
    for (int i = 0; i < users.count(datum); i++) {
      if (candidates.lacksOne(of[i], device)) {
        chosen.add(of[i]);
      }
    }
    if (chosen.isEmpty()) {
      chosen.add(mostUrgent(datum, device, datum != best));
      planChosen(device, Reason.ONE_MORE, datum);
    } else {
      planChosen(device, Reason.SET_FREE, datum);
    }
  }

  /**
   * Of the ready tasks that lack {@code datum} and one more, the one that precedes the others.
   *
   * @param sweeps whether only tasks count that lack nothing that they change
   */
  private int mostUrgent(int datum, int device, boolean sweeps) {
    int best = NONE;
    int[] of = users.of(datum);
    for (int i = 0; i < users.count(datum); i++) {
      int task = of[i];
      if (candidates.lacksTwo(task, device)
          && (!sweeps || data.hasChanged(task, device))
          && (best == NONE || data.precedes(task, best))) {
        best = task;
      }
    }
    return best;
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
    if (data.setPlace(datum, place, isPresent) && isPresent) {
      candidates.comesTo(datum, place);
    }
  }

  /** Planned tasks of the device that read it become ready again (section 5.4). */
  @Override
  public void evicted(int datum, int device) {
    super.evicted(datum, device);
    sweeps.evicted(datum, device);
    boolean isPlanned = !data.isCommon(datum) && data.planned(datum, device) > 0;
    int task = isPlanned ? plans.first(device) : NONE;
    while (task != NONE) {
      int next = plans.next(task);
      if (data.reads(task, datum)) {
        unplan(task);
        makeReady(task);
      }
      task = next;
    }
  }

  @Override
  public void reprioritized() {
    ready.updateAll();
    candidates.reprioritized();
  }
}
