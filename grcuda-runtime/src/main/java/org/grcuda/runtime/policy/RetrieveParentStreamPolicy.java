package org.grcuda.runtime.policy;

import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Vertex;

/** The stream policies of the paper: which parent's stream a computation takes. */
public enum RetrieveParentStreamPolicy implements StreamPolicy {
  /** The first parent's stream. */
  SAME_AS_PARENT("same-as-parent") {
    @Override
    public ComputeStream select(Vertex vertex, StreamSelection selection) {
      for (Vertex parent : vertex.parents()) {
        if (parent.stream != null && parent.stream.isPooled() && isAllowed(vertex, parent.stream)) {
          return parent.stream;
        }
      }
      return selection.newStream(selection.selectDevice(vertex));
    }
  },
  /** The stream of the first parent whose stream no other child has taken. */
  DISJOINT("disjoint") {
    @Override
    public ComputeStream select(Vertex vertex, StreamSelection selection) {
      for (Vertex parent : vertex.parents()) {
        ComputeStream stream = selection.reusable(parent);
        if (stream != null && isAllowed(vertex, stream)) {
          return stream;
        }
      }
      return selection.newStream(selection.selectDevice(vertex));
    }
  },
  /**
   * Chooses the device first, among all devices; then a parent's stream there that no child has
   * taken.
   */
  MULTIGPU_EARLY_DISJOINT("multigpu-early-disjoint") {
    @Override
    public ComputeStream select(Vertex vertex, StreamSelection selection) {
      int device = selection.selectDevice(vertex);
      ComputeStream stream = reusableOn(device, vertex, selection);
      return stream != null ? stream : selection.newStream(device);
    }
  },
  /**
   * Chooses the device among those of parents' streams that no child has taken; among all if there
   * is none.
   */
  MULTIGPU_DISJOINT("multigpu-disjoint") {
    @Override
    public ComputeStream select(Vertex vertex, StreamSelection selection) {
      long candidates = 0;
      for (Vertex parent : vertex.parents()) {
        ComputeStream stream = selection.reusable(parent);
        if (stream != null && isAllowed(vertex, stream)) {
          candidates |= 1L << stream.device();
        }
      }
      if (candidates == 0) {
        return selection.newStream(selection.selectDevice(vertex));
      }
      return reusableOn(selection.selectDevice(vertex, candidates), vertex, selection);
    }
  };

  private final String optionName;

  RetrieveParentStreamPolicy(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }

  private static boolean isAllowed(Vertex vertex, ComputeStream stream) {
    return vertex.placement().allows(stream.device());
  }

  private static ComputeStream reusableOn(int device, Vertex vertex, StreamSelection selection) {
    for (Vertex parent : vertex.parents()) {
      ComputeStream stream = selection.reusable(parent);
      if (stream != null && stream.device() == device) {
        return stream;
      }
    }
    return null;
  }
}
