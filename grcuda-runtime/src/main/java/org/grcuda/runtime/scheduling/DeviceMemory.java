package org.grcuda.runtime.scheduling;

/** What a {@link PullQueue} must know of the memory of devices. */
public interface DeviceMemory {

  /** Whether something waits for memory of {@code device}, which takes nothing then. */
  boolean isAwaited(int device);

  /** Whether data is on its way to {@code device}; true if that is not known. */
  boolean isLoading(int device);
}
