package org.grcuda.runtime;

/** How much of each device arrays take up. */
@FunctionalInterface
interface BytesInUse {

  /** Bytes of {@code device} that arrays take up now. Called with the scheduling lock held. */
  long usedBytes(int device);
}
