package org.grcuda.runtime.policy;

import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Vertex;

/** What a {@link StreamPolicy} chooses from. Called with the scheduling lock held. */
public interface StreamSelection {

  /**
   * The stream of {@code parent} if it has one that no child of it has taken yet, and that got no
   * other work since for want of streams; else null.
   */
  ComputeStream reusable(Vertex parent);

  /** A stream on {@code device} that is no parent's: {@link RetrieveNewStreamPolicy}. */
  ComputeStream newStream(int device);

  /** The device that the device selection policy chooses for {@code vertex}, over all devices. */
  int selectDevice(Vertex vertex);

  /** As {@link #selectDevice(Vertex)}, among {@code candidates}: bit d for device d, not empty. */
  int selectDevice(Vertex vertex, long candidates);
}
