package org.grcuda.core.dag;

import java.util.Arrays;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * Collects the parents of one vertex at a time, each once. It leaves out parents that another
 * parent implies, where that is cheap to see. Reused; guarded by the scheduling lock.
 *
 * <p>A reader depends on the last writer's data. A writer comes after the readers since then. If
 * the writer keeps old contents, it depends on the last writer's data as well; else it only comes
 * after the last writer. Allocations without contents only order computations, and so do uncertain
 * accesses.
 */
final class ParentCollector {

  /** Parents of a parent that are looked at, to find implied ones. */
  private static final int MAX_GRANDPARENTS = 8;

  private static final Vertex[] NONE = {};
  private static final boolean[] ORDER_ALONE = {false};

  private Vertex[] parents = new Vertex[16];
  private boolean[] carriesData = new boolean[16];
  private boolean[] implied = new boolean[16];
  private int count;

  /** The last single parent. Vertices in a row that depend on it alone share the array. */
  private Vertex[] single = {null};

  /** Number of the collection. */
  private long mark;

  /** Gives {@code vertex} the parents that {@code accesses} make. */
  void collect(Vertex vertex, Access[] accesses) {
    mark++;
    count = 0;
    for (Access access : accesses) {
      Object attached = access.allocation().attachment();
      if (attached == null) {
        continue;
      }
      boolean data =
          access.isCertain() && access.mode().keepsContents() && access.allocation().hasContents();
      if (attached instanceof Vertex writer) {
        add(writer, data);
        continue;
      }
      IntervalMap<AccessHistory> histories = HazardTracker.histories(access.allocation());
      if (histories.count() == 1) {
        collect(histories.value(0), access.mode(), data);
      } else {
        collect(histories, access.region(), access.mode(), data);
      }
    }
    if (count == 0) {
      // It may have some from before its kernel was loaded.
      vertex.setParents(NONE, null);
      return;
    }
    if (count > 1) {
      markImplied();
    }
    assign(vertex);
    Arrays.fill(parents, 0, count, null);
  }

  private void collect(
      IntervalMap<AccessHistory> histories, Region region, AccessMode mode, boolean data) {
    for (int i = histories.find(region.offset());
        i < histories.count() && histories.start(i) < region.end();
        i++) {
      collect(histories.value(i), mode, data);
    }
  }

  private void collect(AccessHistory history, AccessMode mode, boolean data) {
    if (mode.writes()) {
      for (int i = 0; i < history.readerCount; i++) {
        add(history.readers[i], false);
      }
    }
    boolean impliedByReaders = history.readerCount > 0 && !mode.keepsContents();
    if (!impliedByReaders) {
      add(history.writer, data);
      for (Vertex doubtful : history.doubtful) {
        add(doubtful, data || history.isFullOfDoubt());
      }
    }
  }

  private void add(Vertex parent, boolean data) {
    if (parent == null || parent.isComplete() && !(data && parent.isFailed())) {
      return;
    }
    int at = parent.visited(mark);
    if (at >= 0) {
      carriesData[at] |= data;
      return;
    }
    if (count == parents.length) {
      parents = Arrays.copyOf(parents, 2 * count);
      carriesData = Arrays.copyOf(carriesData, 2 * count);
      implied = Arrays.copyOf(implied, 2 * count);
    }
    parent.visit(mark, count);
    parents[count] = parent;
    carriesData[count] = data;
    implied[count] = false;
    count++;
  }

  /**
   * The vertex need not wait for a parent of a parent, if that one's failure reaches the vertex
   * anyway.
   */
  private void markImplied() {
    for (int i = 0; i < count; i++) {
      Vertex[] grandparents = parents[i].parents();
      if (grandparents.length > MAX_GRANDPARENTS) {
        continue;
      }
      for (int g = 0; g < grandparents.length; g++) {
        int at = grandparents[g].visited(mark);
        if (at >= 0 && (!carriesData[at] || carriesData[i] && parents[i].isDataParent(g))) {
          implied[at] = true;
        }
      }
    }
  }

  private void assign(Vertex vertex) {
    int kept = 0;
    int last = 0;
    boolean all = true;
    for (int i = 0; i < count; i++) {
      if (!implied[i]) {
        kept++;
        last = i;
        all &= carriesData[i];
      }
    }
    if (kept == 1) {
      vertex.setParents(single(parents[last]), all ? null : ORDER_ALONE);
      return;
    }
    Vertex[] chosen = new Vertex[kept];
    boolean[] data = all ? null : new boolean[kept];
    int next = 0;
    for (int i = 0; i < count; i++) {
      if (!implied[i]) {
        chosen[next] = parents[i];
        if (!all) {
          data[next] = carriesData[i];
        }
        next++;
      }
    }
    vertex.setParents(chosen, data);
  }

  private Vertex[] single(Vertex parent) {
    if (single[0] != parent) {
      single = new Vertex[] {parent};
    }
    return single;
  }
}
