package org.grcuda.runtime.memory;

import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Submission;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * Has the driver copy managed memory to a second device that reads it, until a computation writes
 * it (CU_MEM_ADVISE_SET_READ_MOSTLY); otherwise the driver would move it. So the reader's device
 * holds the data besides the earlier holders, as the scheduler assumes.
 *
 * <p>Guarded by the scheduling lock.
 */
final class ReadCopies {

  private final boolean prefetches;

  /** The last computation that advice was given for; null once that is noted. */
  private Vertex prepared;

  private int device;

  /**
   * @param prefetches whether a writer prefetches data that was copied, since the driver does not
   *     tell which of the copies it keeps
   */
  ReadCopies(boolean prefetches) {
    this.prefetches = prefetches;
  }

  /** Whether there is advice to give before {@code vertex} is executed on {@code place}. */
  boolean isAbout(Vertex vertex, int place) {
    device = place;
    for (Access access : vertex.accesses()) {
      if (isAbout(access)) {
        return true;
      }
    }
    return false;
  }

  /** The advice for {@code vertex} was given, although others were prepared since. */
  void prepared(Vertex vertex, int place) {
    device = place;
    prepared = vertex;
  }

  /** Appends the advice that comes before the prefetches and the command of {@code vertex}. */
  void prepare(Vertex vertex, ComputeStream stream, Submission submission) {
    prepared = null;
    device = stream.device();
    for (Access access : vertex.accesses()) {
      if (isAbout(access)) {
        prepared = vertex;
        tell(access, stream, submission);
      }
    }
  }

  /** Notes that {@code vertex} was accepted, and with it the advice that was given for it. */
  void scheduled(Vertex vertex) {
    if (vertex != prepared) {
      return;
    }
    prepared = null;
    for (Access access : vertex.accesses()) {
      if (isAbout(access)) {
        note(access.region(), access.mode().writes());
      }
    }
  }

  /** Whether advice must be given about a part of the region of {@code access}. */
  private boolean isAbout(Access access) {
    Region region = access.region();
    if (!region.allocation().moves() || ManagedState.of(region.allocation()).isReadMostly) {
      // The data never moves, or is copied to all readers as the program advised.
      return false;
    }
    boolean writes = access.mode().writes();
    IntervalMap<LocationSet> map = region.allocation().locations();
    int i = map.count() == 1 ? 0 : map.find(region.offset());
    for (; i < map.count() && map.start(i) < region.end(); i++) {
      if (changes(map.value(i), writes)) {
        return true;
      }
    }
    return false;
  }

  private boolean changes(LocationSet here, boolean writes) {
    if (writes) {
      return here.copied;
    }
    boolean onDevices = (here.places & ~Places.of(Places.HOST)) != 0;
    return !here.copied && onDevices && !Places.contains(here.places, device);
  }

  /** Appends one advice for each run of neighbouring intervals that need it. */
  private void tell(Access access, ComputeStream stream, Submission submission) {
    Region region = access.region();
    boolean writes = access.mode().writes();
    IntervalMap<LocationSet> map = region.allocation().locations();
    long from = -1;
    for (int i = map.find(region.offset()); i < map.count() && map.start(i) < region.end(); i++) {
      boolean changes = changes(map.value(i), writes);
      if (changes && from < 0) {
        from = Math.max(map.start(i), region.offset());
      } else if (!changes && from >= 0) {
        tell(region.allocation(), from, map.start(i), writes, stream, submission);
        from = -1;
      }
    }
    if (from >= 0) {
      tell(region.allocation(), from, region.end(), writes, stream, submission);
    }
  }

  private void tell(
      Allocation allocation,
      long from,
      long to,
      boolean writes,
      ComputeStream stream,
      Submission submission) {
    long address = allocation.hostAddress() + from;
    MemoryAdvice advice = writes ? MemoryAdvice.UNSET_READ_MOSTLY : MemoryAdvice.SET_READ_MOSTLY;
    submission.advise(stream.driverStream(), address, to - from, advice, device);
    if (writes && prefetches) {
      submission.prefetch(stream.driverStream(), address, to - from, device);
    }
  }

  private void note(Region region, boolean writes) {
    IntervalMap<LocationSet> map = region.allocation().locations();
    int begin = map.split(region.offset(), LocationSet::copy);
    int end = map.split(region.end(), LocationSet::copy);
    for (int i = begin; i < end; i++) {
      LocationSet here = map.value(i);
      if (changes(here, writes)) {
        here.copied = !writes;
      }
    }
  }
}
