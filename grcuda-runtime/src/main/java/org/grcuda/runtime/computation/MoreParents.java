package org.grcuda.runtime.computation;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives a vertex more parents than those that data requires, each once: {@link #dependOn} and
 * {@link #orderAfter}, in constant time, then {@link #assign}. Guarded by the scheduling lock.
 */
public final class MoreParents {

  /** Up to this many parents are searched one by one. */
  private static final int FEW = 8;

  private final Vertex vertex;
  private Vertex[] parents;
  private boolean[] uses;
  private int count;

  /** Positions of all parents; null while there are few. */
  private Map<Vertex, Integer> positions;

  public MoreParents(Vertex vertex) {
    this.vertex = vertex;
    parents = vertex.parents();
    count = parents.length;
  }

  /** Orders it after {@code parent} as well, whether the parent fails or not. */
  public void orderAfter(Vertex parent) {
    if (!parent.isComplete()) {
      dependOn(parent, false);
    }
  }

  /** Orders it after all of {@code others}, whether they fail or not. */
  public void orderAfterAll(Collection<Vertex> others) {
    others.forEach(this::orderAfter);
  }

  /**
   * Orders it after {@code parent} as well.
   *
   * @param data whether it uses the parent's data, so that it fails if the parent fails
   */
  public void dependOn(Vertex parent, boolean data) {
    int position = find(parent);
    if (position >= 0 && (!data || isUsed(position))) {
      return;
    }
    if (uses == null) {
      begin();
    }
    if (position >= 0) {
      uses[position] = true;
      return;
    }
    if (count == parents.length) {
      parents = Arrays.copyOf(parents, 2 * count);
      uses = Arrays.copyOf(uses, 2 * count);
    }
    parents[count] = parent;
    uses[count] = data;
    if (positions != null) {
      positions.put(parent, count);
    }
    count++;
  }

  private boolean isUsed(int position) {
    return uses == null ? vertex.isDataParent(position) : uses[position];
  }

  /** Makes room for more. */
  private void begin() {
    parents = Arrays.copyOf(parents, Math.max(FEW, 2 * count));
    uses = new boolean[parents.length];
    for (int i = 0; i < count; i++) {
      uses[i] = vertex.isDataParent(i);
    }
  }

  private int find(Vertex parent) {
    if (count > FEW) {
      if (positions == null) {
        positions = new HashMap<>();
        for (int i = 0; i < count; i++) {
          positions.put(parents[i], i);
        }
      }
      return positions.getOrDefault(parent, -1);
    }
    for (int i = 0; i < count; i++) {
      if (parents[i] == parent) {
        return i;
      }
    }
    return -1;
  }

  /** Gives the vertex the parents that were added. */
  public void assign() {
    if (uses != null) {
      vertex.setParents(Arrays.copyOf(parents, count), Arrays.copyOf(uses, count));
    }
  }
}
