package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * The data that one device lacks and that would set ready tasks free, alone or with one more, with
 * what Algorithm 3 compares them by: the tasks that each sets free (S0), those that it sets free
 * with one more (S1), their highest priority, and the work that reads it. All is kept up while
 * tasks and data come and go: a datum that arrives or leaves costs its ready users, a decision the
 * data that have become better since the last one.
 *
 * <p>What a datum is compared by is never worse than it is, but may be better: what has become
 * worse is noticed, and worked out when the datum looks best. So no bound hides a better datum.
 */
final class Candidates {

  /** The tree is not behind by more changes, so that no decision has to catch up with many. */
  private static final int MOST_DIRTY = 512;

  /** Numbers by which data are compared, together in memory: most comparisons need several. */
  private static final int KEYS = 5;

  private final PullData data;
  private final ReadyUsers users;
  private final int device;
  private final DartsRules rules;
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
   * @param rules which data are of interest
   */
  Candidates(PullData data, ReadyUsers users, int device, DartsRules rules) {
    this.rules = rules;
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

  /** {@code task} will be ready: comes before it is one of the users of its data. */
  void prepare(int task) {
    if (task >= missing.length) {
      missing = Arrays.copyOf(missing, PullData.grown(task));
    }
    for (int datum : data.inputs(task)) {
      reserve(datum);
    }
  }

  /** {@code task} is ready, and one of the users of its data. */
  void add(int task) {
    int lacking = enter(task);
    for (int datum : data.inputs(task)) {
      if (!here[datum] && (lacking <= 2 || isWanted(datum))) {
        touch(datum);
      }
    }
  }

  /** Whether {@code datum} sets a task free, or does with one more if that is of interest. */
  private boolean isWanted(int datum) {
    return setFree[datum] > 0 || rules.oneMore() && oneMore[datum] > 0;
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

  /** Counts {@code task}; returns how much it lacks. */
  private int enter(int task) {
    int lacking = 0;
    for (int datum : data.inputs(task)) {
      if (!here[datum]) {
        lacking++;
      }
    }
    missing[task] = lacking;
    if (lacking == 0) {
      free.add(task);
    } else if (lacking <= 2) {
      for (int datum : data.inputs(task)) {
        if (!here[datum]) {
          count(datum, task, lacking);
        }
      }
    }
    return lacking;
  }

  private void count(int datum, int task, int lacking) {
    if (lacking == 1) {
      if (setFree[datum]++ == 0) {
        freePriority[datum] = Double.NEGATIVE_INFINITY;
      }
      freeNanos[datum] += data.nanos(task);
      freePriority[datum] = Math.max(freePriority[datum], data.priority(task));
    } else {
      if (oneMore[datum]++ == 0) {
        oneMorePriority[datum] = Double.NEGATIVE_INFINITY;
      }
      oneMorePriority[datum] = Math.max(oneMorePriority[datum], data.priority(task));
    }
  }

  /**
   * {@code task} is not ready any more, and no user of its data. These are worth less then, which
   * the tree need not know yet.
   */
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
        isExact[datum] = false;
        if (lacking == 1) {
          setFree[datum]--;
          freeNanos[datum] -= data.nanos(task);
        } else if (lacking == 2) {
          oneMore[datum]--;
        }
      }
    }
  }

  /** {@code datum} may have come to the device, or left it. */
  void update(int datum) {
    if (users.count(datum) == 0 || here[datum] == data.isHere(datum, device)) {
      return;
    }
    boolean comes = !here[datum];
    for (int i = 0; i < users.count(datum); i++) {
      leave(users.get(datum, i));
    }
    here[datum] = comes;
    for (int i = 0; i < users.count(datum); i++) {
      int task = users.get(datum, i);
      // What leaves makes other data no better.
      if (enter(task) <= 2 && comes) {
        touchInputs(task);
      }
    }
    touch(datum);
  }

  private void touchInputs(int task) {
    for (int datum : data.inputs(task)) {
      if (!here[datum]) {
        touch(datum);
      }
    }
  }

  /** {@code datum} has come to another place, or left one: it may come sooner now, or later. */
  void movesElsewhere(int datum) {
    if (datum < setFree.length && setFree[datum] > 0) {
      touch(datum);
    }
  }

  /** {@code datum} may have become better. */
  private void touch(int datum) {
    if (isDirty[datum]) {
      return;
    }
    if (dirtyCount == MOST_DIRTY) {
      catchUp();
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
      if (!here[datum] && isWanted(datum)) {
        freePriority[datum] = Double.POSITIVE_INFINITY;
        oneMorePriority[datum] = Double.POSITIVE_INFINITY;
        isExact[datum] = false;
        touch(datum);
      }
    }
  }

  /**
   * The datum to load first (lines 2 to 6 of Algorithm 3); {@link PullScheduler#NONE} if none sets
   * a task free.
   */
  int best() {
    catchUp();
    if (rules.isPartial()) {
      return scan();
    }
    int best = tree.best();
    while (best != PullScheduler.NONE && !isExact[best]) {
      setPriorities(best);
      place(best);
      best = tree.best();
    }
    return best;
  }

  /** The best of the first data that the device lacks and ready tasks read. */
  private int scan() {
    int best = PullScheduler.NONE;
    int scanned = 0;
    for (int datum = 0; datum < here.length && scanned < rules.mostScanned(); datum++) {
      if (users.count(datum) > 0 && !here[datum]) {
        scanned++;
        if (isWanted(datum)) {
          setPriorities(datum);
          setKey(datum);
          best = best == PullScheduler.NONE || isBetter(datum, best) ? datum : best;
          if (rules.firstHit() && setFree[datum] > 0) {
            return datum;
          }
        }
      }
    }
    return best;
  }

  private void catchUp() {
    for (int i = 0; i < dirtyCount; i++) {
      isDirty[dirty[i]] = false;
      place(dirty[i]);
    }
    dirtyCount = 0;
  }

  /** Puts {@code datum} where it belongs in the tree. */
  private void place(int datum) {
    boolean isCandidate = users.count(datum) > 0 && !here[datum] && isWanted(datum);
    if (isCandidate) {
      setKey(datum);
    }
    tree.update(datum, isCandidate);
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
