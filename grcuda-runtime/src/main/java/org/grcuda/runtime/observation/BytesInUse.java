package org.grcuda.runtime.observation;

/** How much of each device arrays take up. */
@FunctionalInterface
public interface BytesInUse {

  /** Bytes of {@code device} that arrays take up now. Called with the scheduling lock held. */
  long usedBytes(int device);
}
