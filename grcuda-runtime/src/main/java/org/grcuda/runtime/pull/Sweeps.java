package org.grcuda.runtime.pull;

/**
 * Chooses what a device loads while its memory is full of data that further tasks change, such as
 * the sums of a product of matrices. To load one of those for one task, as Algorithm 3 would,
 * evicts another, which has to come back. To load two others for one task is cheaper if many ready
 * tasks need them that lack no such data: all that the device holds is changed once more then, one
 * datum after the other, before more of it comes. Not of the publication.
 */
final class Sweeps {

  /** With more data each decision would take long. */
  private static final int MOST_DATA = 1 << 14;

  /** Where it did not help, the next decision looks again after so many others. */
  private static final int PAUSE = 64;

  /** A datum that sets so many tasks free is good enough. */
  private static final int ENOUGH = 4;

  /** Part of what is on the device that further tasks must change. */
  private static final double LEAST_CHANGING = 0.5;

  /** So many ready tasks for each of these must lack two others. */
  private static final double LEAST_NEAR = 0.4;

  /** Data that are loaded instead must serve so much more work for their transfer. */
  private static final double LEAST_GAIN = 2;

  private final PullData data;
  private final ReadyUsers users;
  private final Candidates candidates;

  /** By device: whether what was evicted last was still needed. */
  private final boolean[] isFull;

  private final int[] pause;

  private int best;
  private double bestRatio;
  private int bestFree;

  /** How many times a task was seen that lacks two data, neither of which it changes. */
  private int near;

  /** How much of what is on the device further tasks change. */
  private int changing;

  Sweeps(PullData data, ReadyUsers users, Candidates candidates) {
    this.data = data;
    this.users = users;
    this.candidates = candidates;
    isFull = new boolean[data.devices()];
    pause = new int[data.devices()];
  }

  /** {@code datum} has left {@code device} to make room. */
  void evicted(int datum, int device) {
    isFull[device] = data.uses(datum) > 0;
  }

  /**
   * What {@code device} loads instead of {@code datum}, which Algorithm 3 chooses; {@code datum} if
   * that is better.
   */
  int instead(int datum, int device) {
    if (!isFull[device]
        || data.dataEnd() > MOST_DATA
        || free(datum, device) >= ENOUGH
        || --pause[device] > 0) {
      return datum;
    }
    if (!isFullOfChanging(device) || !look(device)) {
      pause[device] = PAUSE;
      return datum;
    }
    return LEAST_GAIN * bestRatio < ratio(datum, device) ? best : datum;
  }

  /** How many tasks {@code datum} sets free. */
  private int free(int datum, int device) {
    int free = 0;
    for (int i = 0; datum != PullScheduler.NONE && i < users.count(datum); i++) {
      free += candidates.lacksOne(users.of(datum)[i], device) ? 1 : 0;
    }
    return free;
  }

  /** Time of the transfer of {@code datum} over the durations of the tasks it sets free. */
  private double ratio(int datum, int device) {
    long nanos = 0;
    for (int i = 0; datum != PullScheduler.NONE && i < users.count(datum); i++) {
      int task = users.of(datum)[i];
      nanos += candidates.lacksOne(task, device) ? data.nanos(task) : 0;
    }
    return nanos == 0
        ? Double.POSITIVE_INFINITY
        : (double) data.transferNanos(datum, device) / nanos;
  }

  /** Whether enough of what is on {@code device} is to be changed by further tasks. */
  private boolean isFullOfChanging(int device) {
    int held = 0;
    changing = 0;
    for (int datum = 0; datum < data.dataEnd(); datum++) {
      if (data.uses(datum) > 0 && data.isHere(datum, device)) {
        held++;
        changing += data.isChanging(datum) ? 1 : 0;
      }
    }
    return changing >= LEAST_CHANGING * held;
  }

  /** Finds the best datum; whether there is one, and enough tasks to go through the device. */
  private boolean look(int device) {
    best = PullScheduler.NONE;
    near = 0;
    for (int datum = 0; datum < data.dataEnd(); datum++) {
      if (users.count(datum) > 0 && !data.isHere(datum, device)) {
        compare(datum, device);
      }
    }
    return best != PullScheduler.NONE && near >= 2 * LEAST_NEAR * changing;
  }

  /** Compares {@code datum} by all that it brings nearer, without what lacks a datum it changes. */
  private void compare(int datum, int device) {
    long nanos = 0;
    int free = 0;
    int[] of = users.of(datum);
    for (int i = 0; i < users.count(datum); i++) {
      if (candidates.lacksOne(of[i], device)) {
        nanos += data.nanos(of[i]);
        free++;
      } else if (candidates.lacksTwo(of[i], device) && data.hasChanged(of[i], device)) {
        nanos += data.nanos(of[i]);
        near++;
      }
    }
    double ratio = nanos == 0 ? 0 : (double) data.transferNanos(datum, device) / nanos;
    if (nanos > 0
        && (best == PullScheduler.NONE
            || ratio < bestRatio
            || ratio == bestRatio && free > bestFree)) {
      best = datum;
      bestRatio = ratio;
      bestFree = free;
    }
  }
}
