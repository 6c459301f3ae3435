package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.Region;

/**
 * The number of bytes of arrays that are up to date on each device. It is updated as locations
 * change, so a recording can ask for it at each computation, however many arrays there are. Guarded
 * by the scheduling lock.
 */
final class Holdings {

  private final long[] bytes;

  Holdings(int devices) {
    bytes = new long[devices];
  }

  /** Bytes that are up to date on {@code device}. */
  long bytes(int device) {
    return bytes[device];
  }

  /** Counts {@code region}, with its locations as they are now. */
  void add(Region region) {
    count(region, 1);
  }

  /**
   * Stops counting {@code region}: its locations are about to change, or its memory is about to be
   * freed.
   */
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
