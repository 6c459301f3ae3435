package org.grcuda.runtime.policy;

import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Vertex;

/** What a {@link StreamPolicy} chooses from. Called with the scheduling lock held. */
public interface StreamSelection {

  /**
   * The stream of {@code parent}, if no child has taken it yet, and if it has not got other work
   * since, because streams were short; else null.
   */
  ComputeStream reusable(Vertex parent);

  /**
   * A stream on {@code device} that belongs to no parent, chosen by {@link
   * RetrieveNewStreamPolicy}.
   */
  ComputeStream newStream(int device);

  /**
   * The device that the device selection policy chooses for {@code vertex}, over all that it may
   * use.
   */
  int selectDevice(Vertex vertex);

  /**
   * As {@link #selectDevice(Vertex)}, among {@code candidates}: bit d for device d. At least one of
   * them is a device that the computation may use.
   */
  int selectDevice(Vertex vertex, long candidates);
}
