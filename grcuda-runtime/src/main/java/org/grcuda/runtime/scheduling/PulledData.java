package org.grcuda.runtime.scheduling;

import java.util.Arrays;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.DataWatcher;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.pull.PullData;
import org.grcuda.runtime.pull.PullScheduler;

/**
 * The data of pull scheduling: a datum is a region, as long as a computation that has not ended
 * needs its contents. Tells the scheduler where each is. Guarded by the scheduling lock.
 */
final class PulledData {

  private static final int FEW = 16;
  private static final int[] NO_INPUTS = {};

  private final PullData data;
  private final PullScheduler scheduler;

  /** How many of the inputs that were asked for last are changed. */
  private int changed;

  /** The region of each datum; null for a number that is free. */
  private Region[] regions = new Region[0];

  PulledData(PullData data, PullScheduler scheduler) {
    this.data = data;
    this.scheduler = scheduler;
  }

  /** The data of one allocation. */
  private final class Watched implements DataWatcher {

    private final Allocation allocation;
    private int[] numbers = new int[1];
    private int count;

    Watched(Allocation allocation) {
      this.allocation = allocation;
    }

    int number(Region region) {
      for (int i = 0; i < count; i++) {
        Region known = regions[numbers[i]];
        if (known.offset() == region.offset() && known.length() == region.length()) {
          return numbers[i];
        }
      }
      int added = data.newDatum(region.length(), places(region));
      if (added >= regions.length) {
        regions = Arrays.copyOf(regions, Math.max(FEW, 2 * added));
      }
      regions[added] = region;
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      numbers[count++] = added;
      return added;
    }

    void forget(int number) {
      int at = 0;
      while (numbers[at] != number) {
        at++;
      }
      numbers[at] = numbers[--count];
      regions[number] = null;
      data.forgetDatum(number);
      if (count == 0) {
        allocation.watch(null);
      }
    }

    private long places(Region region) {
      return allocation.holders(region.offset(), region.length());
    }

    private boolean overlaps(int index, long from, long to) {
      Region region = regions[numbers[index]];
      return region.offset() < to && from < region.end();
    }

    @Override
    public void placesChanged(long from, long to) {
      for (int i = 0; i < count; i++) {
        if (overlaps(i, from, to)) {
          update(numbers[i], places(regions[numbers[i]]));
        }
      }
    }

    private void update(int number, long places) {
      long changed = places ^ data.places(number);
      for (long rest = changed; rest != 0; rest &= rest - 1) {
        int place = Long.numberOfTrailingZeros(rest) - 1;
        boolean isPresent = Places.contains(places, place);
        if (isPresent || place == Places.HOST) {
          scheduler.present(number, place, isPresent);
        } else {
          scheduler.evicted(number, place);
        }
      }
    }

    @Override
    public int plannedUses(long from, long to, int device) {
      int planned = 0;
      boolean isNeeded = false;
      for (int i = 0; i < count; i++) {
        if (overlaps(i, from, to)) {
          if (data.isCommon(numbers[i])) {
            return Integer.MAX_VALUE;
          }
          isNeeded = true;
          planned += data.planned(numbers[i], device);
        }
      }
      return isNeeded ? planned : -1;
    }
  }

  /** What {@code datum} stands for. */
  Region region(int datum) {
    return regions[datum];
  }

  /**
   * What a computation with {@code accesses} needs the contents of, each once. What it also changes
   * comes first.
   */
  int[] inputs(Access[] accesses) {
    int[] found = accesses.length == 0 ? NO_INPUTS : new int[accesses.length];
    int count = 0;
    changed = 0;
    for (Access access : accesses) {
      Allocation allocation = access.allocation();
      if (access.mode().keepsContents() && allocation.hasContents() && allocation.moves()) {
        int number = watched(allocation).number(access.region());
        if (!contains(found, count, number)) {
          found[count++] = number;
          if (access.mode().writes()) {
            found[count - 1] = found[changed];
            found[changed++] = number;
          }
        }
      }
    }
    return count == found.length ? found : Arrays.copyOf(found, count);
  }

  /** How many of the inputs that {@link #inputs} found last are changed. */
  int changed() {
    return changed;
  }

  private static boolean contains(int[] numbers, int count, int number) {
    for (int i = 0; i < count; i++) {
      if (numbers[i] == number) {
        return true;
      }
    }
    return false;
  }

  private Watched watched(Allocation allocation) {
    if (allocation.watcher() == null) {
      allocation.watch(new Watched(allocation));
    }
    return (Watched) allocation.watcher();
  }

  /** A computation that needed {@code inputs} is forgotten. */
  void release(int[] inputs) {
    for (int number : inputs) {
      if (data.uses(number) == 0) {
        watched(regions[number].allocation()).forget(number);
      }
    }
  }
}
