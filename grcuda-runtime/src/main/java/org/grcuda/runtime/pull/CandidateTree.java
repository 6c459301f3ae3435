package org.grcuda.runtime.pull;

import java.util.Arrays;

/** The data that one device may load next, by their {@link Keys}, then by number. */
final class CandidateTree extends WinnerTree {

  private final Keys keys;

  /** By datum. */
  private int[] key = new int[0];

  CandidateTree(Keys keys) {
    this.keys = keys;
  }

  /** The key of {@code datum}; {@link Keys#NONE} if it is not here. */
  int key(int datum) {
    return datum < key.length ? key[datum] : Keys.NONE;
  }

  /**
   * Gives {@code datum} another key.
   *
   * @param other has been given one use for this; {@link Keys#NONE} to remove the datum
   */
  void set(int datum, int other) {
    int old = key(datum);
    if (old != other) {
      if (datum >= key.length) {
        key = Arrays.copyOf(key, PullData.grown(datum));
      }
      key[datum] = other;
      update(datum);
    }
    if (old != Keys.NONE) {
      keys.release(old);
    }
  }

  @Override
  boolean isIn(int datum) {
    return key(datum) != Keys.NONE;
  }

  @Override
  boolean isBetter(int datum, int other) {
    int order = keys.compare(key[datum], key[other]);
    return order < 0 || order == 0 && datum < other;
  }
}
