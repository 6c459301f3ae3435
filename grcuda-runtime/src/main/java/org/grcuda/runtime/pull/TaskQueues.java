package org.grcuda.runtime.pull;

import java.util.Arrays;

/** Queues of tasks, numbered from 0. A task is in at most one. Every step but a search is O(1). */
final class TaskQueues {

  private static final int NONE = PullScheduler.NONE;

  private final PullData data;
  private final int[] first;
  private final int[] last;
  private final int[] length;
  private final long[] nanos;
  private int[] next = new int[0];
  private int[] previous = new int[0];

  TaskQueues(PullData data, int queues) {
    this.data = data;
    first = new int[queues];
    last = new int[queues];
    length = new int[queues];
    nanos = new long[queues];
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
  }

  /** The first task of the queue, or {@link PullScheduler#NONE}. */
  int first(int queue) {
    return first[queue];
  }

  /** The last task of the queue, or {@link PullScheduler#NONE}. */
  int last(int queue) {
    return last[queue];
  }

  /** The task behind {@code task} in its queue, or {@link PullScheduler#NONE}. */
  int next(int task) {
    return next[task];
  }

  /** The task before {@code task} in its queue, or {@link PullScheduler#NONE}. */
  int previous(int task) {
    return previous[task];
  }

  int length(int queue) {
    return length[queue];
  }

  /** The durations of the tasks of the queue together. */
  long nanos(int queue) {
    return nanos[queue];
  }

  void addLast(int queue, int task) {
    addAfter(queue, task, last[queue]);
  }

  /**
   * Puts {@code task} behind {@code before}, a task of the queue, or in front of all if there is
   * none.
   */
  void addAfter(int queue, int task, int before) {
    if (task >= next.length) {
      next = Arrays.copyOf(next, PullData.grown(task));
      previous = Arrays.copyOf(previous, next.length);
    }
    int behind = before == NONE ? first[queue] : next[before];
    previous[task] = before;
    next[task] = behind;
    join(queue, before, task);
    join(queue, task, behind);
    length[queue]++;
    nanos[queue] += data.nanos(task);
  }

  /** Puts {@code task} behind all of the queue that go before it by priority, then by id. */
  void addByPriority(int queue, int task) {
    int before = last[queue];
    while (before != NONE && data.precedes(task, before)) {
      before = previous[before];
    }
    addAfter(queue, task, before);
  }

  void remove(int queue, int task) {
    join(queue, previous[task], next[task]);
    length[queue]--;
    nanos[queue] -= data.nanos(task);
  }

  private void join(int queue, int before, int behind) {
    if (before == NONE) {
      first[queue] = behind;
    } else {
      next[before] = behind;
    }
    if (behind == NONE) {
      last[queue] = before;
    } else {
      previous[behind] = before;
    }
  }
}
