package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * The data that one device lacks and ready tasks read, with what Algorithm 3 compares them by: the
 * tasks that each sets free (S0), those that it sets free with one more (S1), their highest
 * priority, and the work that reads it. All is kept up while tasks and data come and go: a datum
 * that arrives or leaves costs its ready users, a decision the data that have changed since the
 * last one.
 *
 * <p>Of the highest priority an upper bound is kept. That of the datum that looks best is worked
 * out, until the best is exact: a bound never hides a better datum.
 */
final class Candidates {

  /** Numbers by which data are compared, together in memory: most comparisons need several. */
  private static final int KEYS = 5;

  private final PullData data;
  private final ReadyUsers users;
  private final int device;
  private final WinnerTree tree = new WinnerTree(this::isBetter);

  /** The ready tasks that lack nothing. */
  private final TaskHeap free;

  /** How much a ready task lacks: by task. */
  private int[] missing = new int[0];

  // By datum.
  private boolean[] here = new boolean[0];
  private int[] setFree = new int[0];
  private long[] freeNanos = new long[0];
  private double[] freePriority = new double[0];
  private int[] oneMore = new int[0];
  private double[] oneMorePriority = new double[0];
  private boolean[] isExact = new boolean[0];
  private double[] key = new double[0];
  private boolean[] isDirty = new boolean[0];

  private int[] dirty = new int[16];
  private int dirtyCount;

  /**
   * @param users the ready tasks, by what they read
   */
  Candidates(PullData data, ReadyUsers users, int device) {
    this.data = data;
    this.users = users;
    this.device = device;
    free = new TaskHeap(data);
  }

  /** The ready tasks that lack nothing. */
  TaskHeap free() {
    return free;
  }

  /** How many data {@code task}, which is ready, lacks. */
  int missing(int task) {
    return missing[task];
  }

  /** How many tasks {@code datum} sets free: the size of S0. */
  int setFree(int datum) {
    return setFree[datum];
  }

  /** How many tasks {@code datum} sets free with one more: the size of S1. */
  int withOneMore(int datum) {
    return oneMore[datum];
  }

  /** {@code task} is ready. */
  void add(int task) {
    if (task >= missing.length) {
      missing = Arrays.copyOf(missing, PullData.grown(task));
    }
    for (int datum : data.inputs(task)) {
      reserve(datum);
    }
    enter(task);
  }

  private void reserve(int datum) {
    if (datum >= here.length) {
      int capacity = PullData.grown(datum);
      here = Arrays.copyOf(here, capacity);
      setFree = Arrays.copyOf(setFree, capacity);
      freeNanos = Arrays.copyOf(freeNanos, capacity);
      freePriority = Arrays.copyOf(freePriority, capacity);
      oneMore = Arrays.copyOf(oneMore, capacity);
      oneMorePriority = Arrays.copyOf(oneMorePriority, capacity);
      isExact = Arrays.copyOf(isExact, capacity);
      key = Arrays.copyOf(key, capacity * KEYS);
      isDirty = Arrays.copyOf(isDirty, capacity);
    }
    if (users.count(datum) == 0) {
      here[datum] = data.isHere(datum, device);
    }
  }

  private void enter(int task) {
    int count = 0;
    for (int datum : data.inputs(task)) {
      if (!here[datum]) {
        count++;
      }
    }
    missing[task] = count;
    if (count == 0) {
      free.add(task);
    }
    for (int datum : data.inputs(task)) {
      if (!here[datum]) {
        count(datum, task, count);
        touch(datum);
      }
    }
  }

  private void count(int datum, int task, int lacking) {
    if (lacking == 1) {
      if (setFree[datum]++ == 0) {
        freePriority[datum] = Double.NEGATIVE_INFINITY;
      }
      freeNanos[datum] += data.nanos(task);
      freePriority[datum] = Math.max(freePriority[datum], data.priority(task));
    } else if (lacking == 2) {
      if (oneMore[datum]++ == 0) {
        oneMorePriority[datum] = Double.NEGATIVE_INFINITY;
      }
      oneMorePriority[datum] = Math.max(oneMorePriority[datum], data.priority(task));
    }
  }

  /** {@code task} is not ready any more. */
  void remove(int task) {
    leave(task);
  }

  private void leave(int task) {
    int lacking = missing[task];
    if (lacking == 0) {
      free.remove(task);
    }
    for (int datum : data.inputs(task)) {
      if (!here[datum]) {
        discount(datum, task, lacking);
        touch(datum);
      }
    }
  }

  private void discount(int datum, int task, int lacking) {
    if (lacking == 1) {
      setFree[datum]--;
      freeNanos[datum] -= data.nanos(task);
      isExact[datum] &= data.priority(task) < freePriority[datum];
    } else if (lacking == 2) {
      oneMore[datum]--;
      isExact[datum] &= data.priority(task) < oneMorePriority[datum];
    }
  }

  /** {@code datum} may have come to the device, or left it. */
  void update(int datum) {
    if (users.count(datum) == 0 || here[datum] == data.isHere(datum, device)) {
      return;
    }
    for (int i = 0; i < users.count(datum); i++) {
      leave(users.get(datum, i));
    }
    here[datum] = !here[datum];
    for (int i = 0; i < users.count(datum); i++) {
      enter(users.get(datum, i));
    }
    touch(datum);
  }

  /** What {@code datum} is compared by may have changed. */
  void touch(int datum) {
    if (datum >= isDirty.length || isDirty[datum]) {
      return;
    }
    isDirty[datum] = true;
    if (dirtyCount == dirty.length) {
      dirty = Arrays.copyOf(dirty, 2 * dirtyCount);
    }
    dirty[dirtyCount++] = datum;
  }

  /** The priority of {@code task}, which is ready, has changed, and those of others may have. */
  void reprioritize(int task) {
    for (int datum : data.inputs(task)) {
      if (!here[datum]) {
        freePriority[datum] = Double.POSITIVE_INFINITY;
        oneMorePriority[datum] = Double.POSITIVE_INFINITY;
        isExact[datum] = false;
        touch(datum);
      }
    }
  }

  /** The datum to load first (lines 2 to 6 of Algorithm 3), of at least one. */
  int best() {
    boolean rebuilds = tree.isWorthRebuilding(dirtyCount);
    for (int i = 0; i < dirtyCount; i++) {
      int datum = dirty[i];
      isDirty[datum] = false;
      boolean isLacking = users.count(datum) > 0 && !here[datum];
      if (isLacking) {
        setKey(datum);
      }
      if (rebuilds) {
        tree.set(datum, isLacking);
      } else {
        tree.update(datum, isLacking);
      }
    }
    if (rebuilds) {
      tree.rebuild();
    }
    dirtyCount = 0;
    int best = tree.best();
    while (!isExact[best]) {
      setPriorities(best);
      setKey(best);
      tree.update(best, true);
      best = tree.best();
    }
    return best;
  }

  /** Sets what line 6 of Algorithm 3 compares: less is better. */
  private void setKey(int datum) {
    int at = datum * KEYS;
    boolean setsFree = setFree[datum] > 0;
    // Equal fractions of whole nanoseconds give equal numbers.
    key[at] =
        setsFree
            ? (double) data.transferNanos(datum, device) / freeNanos[datum]
            : Double.POSITIVE_INFINITY;
    key[at + 1] = -setFree[datum];
    key[at + 2] = -(setsFree ? freePriority[datum] : oneMorePriority[datum]);
    key[at + 3] = -oneMore[datum];
    key[at + 4] = -users.nanos(datum);
  }

  /** The lower number where all is equal. */
  private boolean isBetter(int datum, int other) {
    int one = datum * KEYS;
    int two = other * KEYS;
    for (int i = 0; i < KEYS; i++) {
      if (key[one + i] != key[two + i]) {
        return key[one + i] < key[two + i];
      }
    }
    return datum < other;
  }

  private void setPriorities(int datum) {
    freePriority[datum] = Double.NEGATIVE_INFINITY;
    oneMorePriority[datum] = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < users.count(datum); i++) {
      int task = users.get(datum, i);
      if (missing[task] == 1) {
        freePriority[datum] = Math.max(freePriority[datum], data.priority(task));
      } else if (missing[task] == 2) {
        oneMorePriority[datum] = Math.max(oneMorePriority[datum], data.priority(task));
      }
    }
    isExact[datum] = true;
  }
}
