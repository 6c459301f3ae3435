package org.grcuda.runtime.selection;

import org.grcuda.runtime.computation.HeldBack;
import org.grcuda.runtime.computation.Vertex;

/**
 * Time that the kept-back computations, and those that wait for them, will take: on devices for
 * kernels, and on the links from the host for data that only the host holds. Guarded by the
 * scheduling lock.
 */
public final class Backlog {

  private final Predictions predictions;
  private double kernelNanos;
  private double hostNanos;
  private int count;

  Backlog(Predictions predictions) {
    this.predictions = predictions;
  }

  /** Nanoseconds of kernels, on all devices together. */
  double kernelNanos() {
    return kernelNanos;
  }

  /** Nanoseconds of transfers, on the links from the host to all devices together. */
  double hostNanos() {
    return hostNanos;
  }

  /** Counts {@code vertex}, unless it was counted. */
  public void add(Vertex vertex) {
    HeldBack held = vertex.held();
    if (!held.counted) {
      held.counted = true;
      held.kernelNanos = predictions.workNanos(vertex);
      held.hostNanos = predictions.hostNanos(vertex);
      if (held.hostNanos > 0) {
        predictions.await(vertex, true);
      }
      kernelNanos += held.kernelNanos;
      hostNanos += held.hostNanos;
      count++;
    }
  }

  /** Stops counting {@code vertex}: it is about to be dispatched. */
  public void remove(Vertex vertex) {
    HeldBack held = vertex.held;
    if (held != null && held.counted) {
      held.counted = false;
      if (held.hostNanos > 0) {
        predictions.await(vertex, false);
      }
      count--;
      kernelNanos = count == 0 ? 0 : kernelNanos - held.kernelNanos;
      hostNanos = count == 0 ? 0 : hostNanos - held.hostNanos;
    }
  }
}
