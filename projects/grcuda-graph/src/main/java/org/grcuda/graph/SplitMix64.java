package org.grcuda.graph;

/**
 * A random number for each number of a sequence: the finalizer of SplitMix64 (Steele, Lea, Flood:
 * Fast splittable pseudorandom number generators, OOPSLA 2014). It depends on no state, so several
 * threads draw the same numbers as one.
 */
public final class SplitMix64 {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private SplitMix64() {}

  /** 64 random bits for number {@code index} of the sequence of {@code seed}. */
  public static long at(long seed, long index) {
    return mix(mix(seed + GOLDEN_GAMMA) + index * GOLDEN_GAMMA);
  }

  private static long mix(long bits) {
    long z = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
