package org.grcuda.runtime.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * A model of the driver's eviction: which managed arrays are on which device, if they do not all
 * fit. The array that was used longest ago makes room, and is on the host from then on if no other
 * place holds it. So policies and prefetches see what a device can hold. Contents are never
 * affected. While everything that is allocated fits the smallest device, the model does nothing but
 * one comparison.
 *
 * <p>Guarded by the scheduling lock.
 */
final class Residency {

  /** Evictions are notable from this share of the bytes that came on. */
  private static final double NOTABLE = 0.1;

  private final Driver driver;
  private final AllocationTable table;
  private final long smallest;

  /** Counts the bytes on each device; null if they are not recorded. */
  private final Holdings holdings;

  /**
   * For each device, the arrays there in the order of last use, with their bytes at the last use
   * there. Bytes that were written elsewhere since then count until the array makes room.
   */
  private final List<Map<Allocation, Long>> resident = new ArrayList<>();

  private final long[] bytes;
  private boolean tracking;

  /** Bytes that came to devices while not all arrays fit, and bytes that made room for others. */
  private long came;

  private long left;

  Residency(Driver driver, AllocationTable table, Holdings holdings) {
    this.holdings = holdings;
    this.driver = driver;
    this.table = table;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < driver.deviceCount(); i++) {
      least = Math.min(least, driver.device(i).totalMemory());
      resident.add(new LinkedHashMap<>());
    }
    smallest = least;
    bytes = new long[driver.deviceCount()];
  }

  /** Makes room on {@code device} for what {@code vertex} uses. */
  void use(Vertex vertex, int device) {
    if (table.bytesNow() <= smallest) {
      stop();
      return;
    }
    start();
    Access[] accesses = vertex.accesses();
    for (int i = 0; i < accesses.length; i++) {
      Region region = accesses[i].region();
      Allocation allocation = region.allocation();
      if (allocation.moves()) {
        long known = forget(allocation, device);
        long held = isUsedBefore(accesses, i) ? known : held(allocation, device);
        long coming = allocation.missingBytes(region.offset(), region.length(), device);
        came += coming;
        add(allocation, device, Math.min(allocation.bytes(), held + coming));
      }
    }
    makeRoom(vertex, device);
  }

  /** Forgets {@code allocation}, whose memory is freed. */
  void released(Allocation allocation) {
    if (tracking) {
      for (int device = 0; device < bytes.length; device++) {
        forget(allocation, device);
      }
    }
  }

  /** Bytes evicted so far, if they are more than a tenth of the bytes that came; else 0. */
  long notableEvictions() {
    return left > NOTABLE * came ? left : 0;
  }

  /** Bytes of managed arrays on {@code device}. */
  long bytes(int device) {
    long sum = 0;
    for (TableEntry next = table.first(); next != null; next = next.next()) {
      Allocation allocation = next.allocation();
      sum += allocation.moves() ? held(allocation, device) : 0;
    }
    return sum;
  }

  private void start() {
    if (tracking) {
      return;
    }
    tracking = true;
    for (TableEntry next = table.first(); next != null; next = next.next()) {
      Allocation allocation = next.allocation();
      for (int device = 0; device < bytes.length; device++) {
        long held = allocation.moves() ? held(allocation, device) : 0;
        if (held > 0) {
          add(allocation, device, held);
        }
      }
    }
  }

  private void stop() {
    if (tracking) {
      tracking = false;
      resident.forEach(Map::clear);
      Arrays.fill(bytes, 0);
    }
  }

  private void add(Allocation allocation, int device, long held) {
    resident.get(device).put(allocation, held);
    bytes[device] += held;
  }

  /** Takes {@code allocation} off {@code device}; returns the bytes that it was counted with. */
  private long forget(Allocation allocation, int device) {
    Long held = resident.get(device).remove(allocation);
    bytes[device] -= held == null ? 0 : held;
    return held == null ? 0 : held;
  }

  private void makeRoom(Vertex vertex, int device) {
    long room = driver.device(device).managedCapacity();
    Iterator<Map.Entry<Allocation, Long>> oldest = resident.get(device).entrySet().iterator();
    while (bytes[device] > room && oldest.hasNext()) {
      Map.Entry<Allocation, Long> entry = oldest.next();
      if (!uses(vertex, entry.getKey())) {
        bytes[device] -= entry.getValue();
        left += entry.getValue();
        leave(entry.getKey(), device);
        oldest.remove();
      }
    }
  }

  private static boolean isUsedBefore(Access[] accesses, int index) {
    for (int i = 0; i < index; i++) {
      if (accesses[i].region().allocation() == accesses[index].region().allocation()) {
        return true;
      }
    }
    return false;
  }

  private static boolean uses(Vertex vertex, Allocation allocation) {
    for (Access access : vertex.accesses()) {
      if (access.region().allocation() == allocation) {
        return true;
      }
    }
    return false;
  }

  /**
   * Removes {@code device} from the locations of {@code allocation}. Parts that are nowhere else
   * are on the host then.
   */
  private void leave(Allocation allocation, int device) {
    if (holdings != null) {
      holdings.remove(allocation.whole());
    }
    IntervalMap<LocationSet> map = allocation.locations();
    for (int i = 0; i < map.count(); i++) {
      LocationSet here = map.value(i);
      here.places &= ~Places.of(device);
      if (here.places == 0) {
        here.places = Places.of(Places.HOST);
      }
    }
    map.mergeIfGrown(LocationSet::isSame);
    if (holdings != null) {
      holdings.add(allocation.whole());
    }
  }

  private static long held(Allocation allocation, int device) {
    return allocation.bytes() - allocation.missingBytes(0, allocation.bytes(), device);
  }
}
