package org.grcuda.graph.generate;

import org.grcuda.graph.SplitMix64;

/** A random permutation of the numbers of some bits; see {@link Generators#rmat}. */
final class Permutation {

  private static final int ROUNDS = 4;

  private final long key;
  private final int lowBits;
  private final int lowMask;
  private final int highMask;

  /** A permutation of the numbers of {@code bits} bits, from 1 to 30. */
  Permutation(int bits, long key) {
    this.key = key;
    int highBits = bits / 2;
    lowBits = bits - highBits;
    lowMask = (1 << lowBits) - 1;
    highMask = (1 << highBits) - 1;
  }

  int apply(int number) {
    int high = number >>> lowBits;
    int low = number & lowMask;
    for (long round = 0; round < ROUNDS; round += 2) {
      low ^= (int) SplitMix64.at(key, round << 32 | high) & lowMask;
      high ^= (int) SplitMix64.at(key, round + 1 << 32 | low) & highMask;
    }
    return high << lowBits | low;
  }
}
