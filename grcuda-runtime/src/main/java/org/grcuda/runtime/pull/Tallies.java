package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * S0 and S1 of a datum on each device: how many ready tasks it sets free alone, and with one more;
 * their highest priorities; and the durations of S0. Of data that many ready tasks read they are
 * counted while tasks come and go. Of others they are worked out when they are asked for, which
 * takes no memory.
 */
final class Tallies {

  /** A datum that more ready tasks read is counted. */
  private static final int MANY = 8;

  private static final int FREE = 1;
  private static final int MORE = 2;

  /** A datum that fewer ready tasks read is not counted any more. */
  private static final int FEW = 4;

  private final PullData data;
  private final ReadyUsers users;
  private final int devices;
  private final Lacks lacks;

  /** Record 0 is of the datum that was worked out last. */
  private final Numbers records = new Numbers();

  /** By datum: its record if it is counted, else 0. */
  private int[] record = new int[0];

  // By record and device.
  private int[] setFree = new int[0];
  private long[] freeNanos = new long[0];
  private double[] freePriority = new double[0];
  private int[] oneMore = new int[0];
  private double[] morePriority = new double[0];

  /**
   * Which highest priorities may be those of tasks that have left: {@link #FREE}, {@link #MORE}.
   */
  private byte[] isLoose = new byte[0];

  Tallies(PullData data, ReadyUsers users, Lacks lacks) {
    this.data = data;
    this.users = users;
    this.lacks = lacks;
    devices = data.devices();
    newRecord();
  }

  private int newRecord() {
    int taken = records.take();
    int end = (taken + 1) * devices;
    if (end > setFree.length) {
      int capacity = PullData.grown(end);
      setFree = Arrays.copyOf(setFree, capacity);
      freeNanos = Arrays.copyOf(freeNanos, capacity);
      freePriority = Arrays.copyOf(freePriority, capacity);
      oneMore = Arrays.copyOf(oneMore, capacity);
      morePriority = Arrays.copyOf(morePriority, capacity);
      isLoose = Arrays.copyOf(isLoose, capacity);
    }
    return taken;
  }

  /** The size of S0. Of a datum and device, as {@link #of} finds them. */
  int setFree(int at) {
    return setFree[at];
  }

  /** The durations of S0. */
  long freeNanos(int at) {
    return freeNanos[at];
  }

  /** The highest priority in S0. If the datum is counted, it may be lower in truth. */
  double freePriority(int at) {
    return freePriority[at];
  }

  /** The size of S1. */
  int oneMore(int at) {
    return oneMore[at];
  }

  /** The highest priority in S1. If the datum is counted, it may be lower in truth. */
  double morePriority(int at) {
    return morePriority[at];
  }

  /**
   * Where the values of {@code datum} are, until another datum is asked about; plus the number of
   * the device.
   *
   * @param missing the devices that are of interest, all of which lack the datum
   */
  int of(int datum, long missing) {
    int known = record(datum);
    if (known == 0) {
      clear(0, missing);
      goThrough(datum, missing, 0);
    }
    return known * devices;
  }

  private int record(int datum) {
    return datum < record.length ? record[datum] : 0;
  }

  /** Counts all users of {@code datum}. */
  private void goThrough(int datum, long missing, int into) {
    int[] of = users.of(datum);
    for (int i = 0; i < users.count(datum); i++) {
      enterFree(into, of[i], lacks.one(of[i]) & missing);
      enterMore(into, of[i], lacks.two(of[i]) & missing);
    }
  }

  private void clear(int of, long some) {
    for (long rest = some; rest != 0; rest &= rest - 1) {
      int at = of * devices + Long.numberOfTrailingZeros(rest);
      setFree[at] = 0;
      freeNanos[at] = 0;
      oneMore[at] = 0;
      isLoose[at] = 0;
    }
  }

  /** {@code task} has become ready, and one of the users of its data. */
  void add(int task) {
    for (int datum : data.inputs(task)) {
      int known = record(datum);
      long missing = ~data.here(datum);
      if (known != 0) {
        enterFree(known, task, lacks.one(task) & missing);
        enterMore(known, task, lacks.two(task) & missing);
      } else if (users.count(datum) > MANY) {
        count(datum);
      }
    }
  }

  private void count(int datum) {
    if (datum >= record.length) {
      record = Arrays.copyOf(record, PullData.grown(datum));
    }
    int made = newRecord();
    record[datum] = made;
    clear(made, data.allDevices());
    goThrough(datum, data.allDevices() & ~data.here(datum), made);
  }

  /** {@code task} is not ready any more, and no user of its data. */
  void remove(int task) {
    for (int datum : data.inputs(task)) {
      int known = record(datum);
      if (known != 0) {
        long missing = ~data.here(datum);
        leaveFree(known, task, lacks.one(task) & missing);
        leaveMore(known, task, lacks.two(task) & missing);
        if (users.count(datum) < FEW) {
          records.giveBack(known);
          record[datum] = 0;
        }
      }
    }
  }

  /** {@code datum} has come to some devices or left them: it has no users there. */
  void restart(int datum, long some) {
    int known = record(datum);
    if (known != 0) {
      clear(known, some);
    }
  }

  /** {@code datum} has left devices on which {@code task} lacks nothing, or one datum, else. */
  void enter(int datum, int task, long one, long two) {
    int known = record(datum);
    if (known != 0) {
      enterFree(known, task, one);
      enterMore(known, task, two);
    }
  }

  /** Another datum has come: {@code task} lacks one or two now, one of them {@code datum}. */
  void fewer(int datum, int task, long one, long two) {
    int known = record(datum);
    if (known != 0) {
      leaveMore(known, task, one);
      enterFree(known, task, one);
      enterMore(known, task, two);
    }
  }

  /** Another datum has left: {@code task} lacks two or three now, one of them {@code datum}. */
  void more(int datum, int task, long two, long three) {
    int known = record(datum);
    if (known != 0) {
      leaveFree(known, task, two);
      enterMore(known, task, two);
      leaveMore(known, task, three);
    }
  }

  private void enterFree(int into, int task, long some) {
    for (long rest = some; rest != 0; rest &= rest - 1) {
      int at = into * devices + Long.numberOfTrailingZeros(rest);
      double priority = data.priority(task);
      if (setFree[at]++ == 0 || priority >= freePriority[at]) {
        freePriority[at] = priority;
        isLoose[at] = (byte) (isLoose[at] & ~FREE);
      }
      freeNanos[at] += data.nanos(task);
    }
  }

  private void enterMore(int into, int task, long some) {
    for (long rest = some; rest != 0; rest &= rest - 1) {
      int at = into * devices + Long.numberOfTrailingZeros(rest);
      double priority = data.priority(task);
      if (oneMore[at]++ == 0 || priority >= morePriority[at]) {
        morePriority[at] = priority;
        isLoose[at] = (byte) (isLoose[at] & ~MORE);
      }
    }
  }

  private void leaveFree(int from, int task, long some) {
    for (long rest = some; rest != 0; rest &= rest - 1) {
      int at = from * devices + Long.numberOfTrailingZeros(rest);
      setFree[at]--;
      freeNanos[at] -= data.nanos(task);
      loosen(at, FREE, data.priority(task) >= freePriority[at]);
    }
  }

  private void leaveMore(int from, int task, long some) {
    for (long rest = some; rest != 0; rest &= rest - 1) {
      int at = from * devices + Long.numberOfTrailingZeros(rest);
      oneMore[at]--;
      loosen(at, MORE, data.priority(task) >= morePriority[at]);
    }
  }

  private void loosen(int at, int which, boolean isHighest) {
    if (isHighest) {
      isLoose[at] = (byte) (isLoose[at] | which);
    }
  }

  /** As {@link #setPriorities}, for one device, if the priority that counts may be too high. */
  void tighten(int datum, int device) {
    int at = record(datum) * devices + device;
    if (at >= devices && (isLoose[at] & (setFree[at] > 0 ? FREE : MORE)) != 0) {
      setPriorities(datum, 1L << device);
    }
  }

  /** Sets the priorities of a datum that is counted to what they are in truth. */
  void setPriorities(int datum, long some) {
    int known = record(datum);
    if (known != 0) {
      clear(known, some);
      goThrough(datum, some & ~data.here(datum), known);
    }
  }
}
