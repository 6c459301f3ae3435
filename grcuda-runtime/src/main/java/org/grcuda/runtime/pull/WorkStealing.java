package org.grcuda.runtime.pull;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * LWS: a task is planned for the device that released it, by priority. A device with an empty plan
 * takes the later half of the nearest plan that is not empty (section 4.3).
 */
public final class WorkStealing extends Planner {

  /** Of each device the others, those with the fastest links to it first. */
  private final int[][] neighbours;

  private int nextDevice;

  /** Over the tasks and data of {@code data}, which no other scheduler uses. */
  public WorkStealing(PullData data, LinkCost links) {
    super(data);
    neighbours = new int[data.devices()][];
    for (int i = 0; i < neighbours.length; i++) {
      int device = i;
      neighbours[i] =
          IntStream.range(1, data.devices())
              .map(distance -> (device + distance) % data.devices())
              .boxed()
              .sorted(Comparator.comparingDouble(other -> links.nanos(1 << 20, other, device)))
              .mapToInt(Integer::intValue)
              .toArray();
    }
  }

  @Override
  public void ready(int task, int releasedBy) {
    data.require(task, Stage.NONE);
    int device = releasedBy;
    if (device == NONE) {
      device = nextDevice;
      nextDevice = (nextDevice + 1) % data.devices();
    }
    planByPriority(task, device);
  }

  @Override
  void fill(int device) {
    for (int other : neighbours[device]) {
      if (plans.length(other) > 0) {
        steal(other, device);
        return;
      }
    }
  }

  private void steal(int victim, int device) {
    for (int count = (plans.length(victim) + 1) / 2; count > 0; count--) {
      int task = plans.last(victim);
      unplan(task);
      plan(task, device, NONE, Reason.STOLEN, NONE);
    }
  }
}
