package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.Region;

/**
 * How many bytes of arrays are up to date on each device, kept up while their locations change: so
 * that it can be told at each computation of a recording, however many arrays there are. Guarded by
 * the scheduling lock.
 */
final class Holdings {

  private final long[] bytes;

  Holdings(int devices) {
    bytes = new long[devices];
  }

  /** Bytes on {@code device}. */
  long bytes(int device) {
    return bytes[device];
  }

  /** The locations of {@code region} are as they are now from now on. */
  void add(Region region) {
    count(region, 1);
  }

  /** The locations of {@code region} are about to change, or its memory to be freed. */
  void remove(Region region) {
    count(region, -1);
  }

  private void count(Region region, int sign) {
    IntervalMap<LocationSet> map = region.allocation().locations();
    for (int i = map.find(region.offset()); i < map.count() && map.start(i) < region.end(); i++) {
      long from = Math.max(region.offset(), map.start(i));
      long length = Math.min(region.end(), map.end(i)) - from;
      long devices = map.value(i).places >>> 1;
      for (long rest = devices; rest != 0; rest &= rest - 1) {
        bytes[Long.numberOfTrailingZeros(rest)] += sign * length;
      }
    }
  }
}
