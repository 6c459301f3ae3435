package org.grcuda.runtime.pull;

import java.util.Arrays;

/** The ready tasks that lack nothing on a device, and some that were so once. */
final class FreeTasks {

  private final PullData data;
  private final int[][] lists;
  private final int[] counts;

  /** By task: in whose lists it is; bit d is device d. */
  private long[] listed = new long[0];

  FreeTasks(PullData data) {
    this.data = data;
    lists = new int[data.devices()][16];
    counts = new int[data.devices()];
  }

  /** {@code task}, which is ready, lacks nothing on some devices; bit d is device d. */
  void add(int task, long devices) {
    if (devices == 0) {
      return;
    }
    if (task >= listed.length) {
      listed = Arrays.copyOf(listed, PullData.grown(task));
    }
    for (long rest = devices & ~listed[task]; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      if (counts[device] == lists[device].length) {
        lists[device] = Arrays.copyOf(lists[device], 2 * counts[device]);
      }
      lists[device][counts[device]++] = task;
    }
    listed[task] |= devices;
  }

  /** Moves the tasks that are ready and lack nothing on {@code device} into {@code into}. */
  void moveTo(int device, TaskHeap into) {
    for (int i = 0; i < counts[device]; i++) {
      int task = lists[device][i];
      listed[task] &= ~(1L << device);
      if (data.stage(task) == Stage.READY && data.missing(task, device) == 0) {
        into.add(task);
      }
    }
    counts[device] = 0;
  }
}
