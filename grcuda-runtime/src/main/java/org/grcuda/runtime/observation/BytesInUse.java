package org.grcuda.runtime.observation;

/** How much memory arrays take up on each device. */
@FunctionalInterface
public interface BytesInUse {

  /** Bytes of {@code device} that arrays take up now. Called with the scheduling lock held. */
  long usedBytes(int device);
}
