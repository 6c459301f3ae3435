package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * On which devices each ready task lacks one input, and on which two. Also, of the task that was
 * looked at last, on which devices it lacks none, and three. In all of these bit d is device d.
 */
final class Lacks {

  private final PullData data;

  /** Of each task: where it lacks one, and where it lacks two. */
  private long[] known = new long[0];

  private long nothing;
  private long three;

  Lacks(PullData data) {
    this.data = data;
  }

  /** Looks at {@code task}. */
  void update(int task) {
    long all = data.allDevices();
    long none = all;
    long single = 0;
    long couple = 0;
    long triple = 0;
    for (int datum : data.inputs(task)) {
      long here = data.here(datum);
      long missing = all & ~here;
      triple = triple & here | couple & missing;
      couple = couple & here | single & missing;
      single = single & here | none & missing;
      none &= here;
    }
    if (2 * task + 1 >= known.length) {
      known = Arrays.copyOf(known, PullData.grown(2 * task + 1));
    }
    known[2 * task] = single;
    known[2 * task + 1] = couple;
    nothing = none;
    three = triple;
  }

  /** Where {@code task} lacked one input when it was looked at. */
  long one(int task) {
    return known[2 * task];
  }

  /** Where {@code task} lacked two inputs when it was looked at. */
  long two(int task) {
    return known[2 * task + 1];
  }

  /** Where the task that was looked at last lacks nothing. */
  long nothing() {
    return nothing;
  }

  /** Where the task that was looked at last lacks three inputs. */
  long three() {
    return three;
  }
}
