package org.grcuda.core.dag;

import org.grcuda.driver.UsageException;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * Keeps the access histories of allocations, and finds in them what a computation depends on. The
 * inner layer calls it while it holds its lock.
 *
 * <p>An allocation keeps no history while nothing uses it. It keeps only its last writer if that
 * wrote the whole allocation and nobody has read it since. In all other cases it keeps a history
 * for each interval. Computations that have ended are taken out, except failed writers, which
 * poison what they wrote.
 */
final class HazardTracker implements DependencyTracker {

  private final ParentCollector collector = new ParentCollector();
  private final boolean recording;

  /**
   * @param recording whether completed computations are to be remembered
   */
  HazardTracker(boolean recording) {
    this.recording = recording;
  }

  @Override
  public void findParents(Vertex vertex) {
    Access[] accesses = vertex.accesses();
    for (Access access : accesses) {
      requireLive(access.allocation());
    }
    collector.collect(vertex, accesses);
    if (recording && vertex.recorded() != null) {
      DependencyNotes.note(vertex);
    }
  }

  @Override
  public void record(Vertex vertex, Access[] uses, Operation operation) {
    boolean over = vertex.isComplete() && !vertex.isFailed() && !recording;
    for (Access access : uses) {
      if (!access.mode().writes()) {
        Allocation allocation = access.allocation();
        allocation.setHostAccess(allocation.isHostReadable(), false);
        if (!over) {
          read(allocation, access.region(), vertex);
        }
      }
    }
    for (Access access : uses) {
      if (access.mode().writes()) {
        access.allocation().setHostAccess(false, false);
        if (access.isCertain()) {
          write(access.region(), over ? null : vertex);
        } else if (!over) {
          mayWrite(access.region(), vertex);
        }
      }
    }
    if (operation instanceof Operation.Free free) {
      free.allocation().markFreed();
      free.allocation().attach(null);
    }
  }

  @Override
  public void ended(Vertex vertex, Access[] uses) {
    if (recording) {
      return;
    }
    for (Access access : uses) {
      Object attached = access.allocation().attachment();
      if (attached == vertex) {
        if (!vertex.isFailed()) {
          access.allocation().attach(null);
        }
      } else if (attached instanceof IntervalMap<?>) {
        ended(vertex, access);
      }
    }
  }

  private static void ended(Vertex vertex, Access access) {
    IntervalMap<AccessHistory> histories = histories(access.allocation());
    Region region = access.region();
    int i = histories.find(region.offset());
    for (; i < histories.count() && histories.start(i) < region.end(); i++) {
      if (access.mode().writes()) {
        histories.value(i).writerEnded(vertex);
      } else {
        histories.value(i).readerEnded();
      }
    }
  }

  /** The histories of an allocation, which keeps them. */
  @SuppressWarnings("unchecked")
  static IntervalMap<AccessHistory> histories(Allocation allocation) {
    Object attached = allocation.attachment();
    if (attached instanceof IntervalMap<?>) {
      return (IntervalMap<AccessHistory>) attached;
    }
    AccessHistory history = new AccessHistory();
    history.writer = (Vertex) attached;
    IntervalMap<AccessHistory> made = new IntervalMap<>(allocation.bytes(), history);
    allocation.attach(made);
    return made;
  }

  /** Makes {@code writer}, null for the host, the last writer of {@code region}. */
  void write(Region region, Vertex writer) {
    Allocation allocation = region.allocation();
    allocation.noteWrite();
    Object attached = allocation.attachment();
    if (!(attached instanceof IntervalMap<?>) && region.isWhole()) {
      allocation.attach(writer);
      return;
    }
    IntervalMap<AccessHistory> histories = histories(allocation);
    if (histories.count() == 1 && region.isWhole()) {
      histories.value(0).write(writer);
      return;
    }
    int begin = histories.split(region.offset(), AccessHistory::copy);
    int end = histories.split(region.end(), AccessHistory::copy);
    AccessHistory history = histories.value(begin);
    if (end - begin > 1) {
      histories.replace(begin, end, history);
    }
    history.write(writer);
    mergeIfGrown(histories);
  }

  /** Enters {@code vertex}, which may write {@code region}, after all entries there. */
  private void mayWrite(Region region, Vertex vertex) {
    region.allocation().noteWrite();
    IntervalMap<AccessHistory> histories = histories(region.allocation());
    int begin = histories.split(region.offset(), AccessHistory::copy);
    int end = histories.split(region.end(), AccessHistory::copy);
    for (int i = begin; i < end; i++) {
      histories.value(i).mayWrite(vertex);
    }
    mergeIfGrown(histories);
  }

  private void read(Allocation allocation, Region region, Vertex reader) {
    IntervalMap<AccessHistory> histories = histories(allocation);
    if (histories.count() == 1 && region.isWhole()) {
      histories.value(0).read(reader, recording);
      return;
    }
    int begin = histories.split(region.offset(), AccessHistory::copy);
    int end = histories.split(region.end(), AccessHistory::copy);
    for (int i = begin; i < end; i++) {
      histories.value(i).read(reader, recording);
    }
    mergeIfGrown(histories);
  }

  private void mergeIfGrown(IntervalMap<AccessHistory> histories) {
    if (!recording) {
      histories.mergeIfGrown(AccessHistory::alike);
    }
  }

  /**
   * Refuses memory that was freed.
   *
   * @throws UsageException naming it
   */
  static void requireLive(Allocation allocation) {
    if (allocation.isFreed()) {
      throw new UsageException(allocation + " was freed");
    }
  }
}
