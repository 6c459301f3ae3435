package org.grcuda.runtime.pull;

/**
 * DMDA: a task that becomes ready is planned at once for the device on which it is expected to end
 * first, with the transfer of its data (section 4.2, Algorithm 1). DMDAS sorts plans by priority,
 * and takes, of the tasks of the highest priority in a plan, the first that needs the fewest bytes
 * (Algorithm 2; that priority comes first is StarPU's, the publication leaves it open).
 */
public final class Dmda extends Planner {

  private final boolean sorted;
  private final long[] bufferedNanos;

  private Dmda(PullData data, boolean sorted) {
    super(data);
    this.sorted = sorted;
    bufferedNanos = new long[data.devices()];
  }

  /** DMDA over the tasks and data of {@code data}, which no other scheduler uses. */
  public static Dmda plain(PullData data) {
    return new Dmda(data, false);
  }

  /** DMDAS over the tasks and data of {@code data}, which no other scheduler uses. */
  public static Dmda sorted(PullData data) {
    return new Dmda(data, true);
  }

  @Override
  public void ready(int task, int releasedBy) {
    data.require(task, Stage.NONE);
    int best = 0;
    long soonest = Long.MAX_VALUE;
    for (int device = 0; device < data.devices(); device++) {
      long end = bufferedNanos[device] + plans.nanos(device) + data.missingNanos(task, device);
      if (end < soonest) {
        best = device;
        soonest = end;
      }
    }
    if (sorted) {
      planByPriority(task, best);
    } else {
      plan(task, best, plans.last(best), Reason.ORDER, NONE);
    }
  }

  @Override
  int next(int device) {
    int best = plans.first(device);
    if (sorted) {
      double highest = data.priority(best);
      long fewest = data.absentBytes(best, device);
      for (int task = best;
          task != NONE && fewest > 0 && data.priority(task) == highest;
          task = plans.next(task)) {
        long absent = data.absentBytes(task, device);
        if (absent < fewest) {
          best = task;
          fewest = absent;
        }
      }
    }
    return best;
  }

  @Override
  void buffer(int task, int device, int planned) {
    super.buffer(task, device, planned);
    bufferedNanos[device] += data.nanos(task);
  }

  @Override
  public void ended(int task) {
    bufferedNanos[data.device(task)] -= data.nanos(task);
    super.ended(task);
  }
}
