package org.grcuda.runtime.selection;

import java.util.Arrays;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * The data that a computation needs where it runs, in parts that the same places hold. One instance
 * is reused for each computation. Guarded by the scheduling lock.
 */
final class NeededData {

  private long mark;
  private long[] bytes = new long[16];
  private long[] places = new long[16];
  private int parts;
  private long total;

  /** Looks at the accesses of {@code vertex}, each region once. */
  void collect(Vertex vertex) {
    mark++;
    parts = 0;
    total = 0;
    Access[] accesses = vertex.accesses();
    for (int i = 0; i < accesses.length; i++) {
      Region region = accesses[i].region();
      if (accesses[i].mode().keepsContents()
          && region.allocation().hasContents()
          && !isRepeated(accesses, i)) {
        add(region);
      }
    }
  }

  int parts() {
    return parts;
  }

  long bytes(int part) {
    return bytes[part];
  }

  /** The places that hold part {@code part}, as {@link Places}. */
  long places(int part) {
    return places[part];
  }

  /** Bytes of all parts. */
  long total() {
    return total;
  }

  long missing(int device) {
    long missing = 0;
    for (int part = 0; part < parts; part++) {
      if (!Places.contains(places[part], device)) {
        missing += bytes[part];
      }
    }
    return missing;
  }

  /** Whether an earlier access names the same region; looks for one only in a marked allocation. */
  private boolean isRepeated(Access[] accesses, int index) {
    Region region = accesses[index].region();
    Allocation allocation = region.allocation();
    if (allocation.neededMark != mark) {
      allocation.neededMark = mark;
      return false;
    }
    for (int i = 0; i < index; i++) {
      if (accesses[i].mode().keepsContents() && accesses[i].region().equals(region)) {
        return true;
      }
    }
    return false;
  }

  private void add(Region region) {
    total += region.length();
    IntervalMap<LocationSet> map = region.allocation().locations();
    if (map.count() == 1) {
      add(region.length(), map.value(0).places);
      return;
    }
    long end = region.end();
    for (int i = map.find(region.offset()); i < map.count() && map.start(i) < end; i++) {
      long from = Math.max(region.offset(), map.start(i));
      add(Math.min(end, map.end(i)) - from, map.value(i).places);
    }
  }

  private void add(long length, long holders) {
    if (parts > 0 && places[parts - 1] == holders) {
      bytes[parts - 1] += length;
      return;
    }
    if (parts == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * parts);
      places = Arrays.copyOf(places, 2 * parts);
    }
    bytes[parts] = length;
    places[parts] = holders;
    parts++;
  }
}
