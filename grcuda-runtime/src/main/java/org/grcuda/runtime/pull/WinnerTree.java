package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * The best of a set of numbers, as a knock-out tournament: each inner node holds the better of its
 * two children. What makes numbers better may change for many of them before they are updated, one
 * by one and in any order: the best is right again after the last.
 */
final class WinnerTree {

  /** A strict order of all numbers. */
  @FunctionalInterface
  interface Order {
    boolean isBetter(int one, int other);
  }

  private static final int NONE = PullScheduler.NONE;

  private final Order order;
  private int leaves = 16;
  private int[] winners = new int[2 * leaves];

  WinnerTree(Order order) {
    this.order = order;
    Arrays.fill(winners, NONE);
  }

  /** The best number; {@link PullScheduler#NONE} if there is none. */
  int best() {
    return winners[1];
  }

  /** {@code number} is in the set or is not, and may have become better or worse. */
  void update(int number, boolean isIn) {
    if (number >= leaves) {
      grow(number);
    }
    winners[leaves + number] = isIn ? number : NONE;
    int node = leaves + number;
    while (node > 1) {
      node /= 2;
      int winner = better(winners[2 * node], winners[2 * node + 1]);
      if (winner == winners[node] && winner != number) {
        return;
      }
      winners[node] = winner;
    }
  }

  private int better(int one, int other) {
    if (one == NONE || other == NONE) {
      return Math.max(one, other);
    }
    return order.isBetter(one, other) ? one : other;
  }

  private void grow(int number) {
    int[] old = winners;
    int oldLeaves = leaves;
    while (leaves <= number) {
      leaves *= 2;
    }
    winners = new int[2 * leaves];
    Arrays.fill(winners, NONE);
    System.arraycopy(old, oldLeaves, winners, leaves, oldLeaves);
    for (int node = leaves - 1; node > 0; node--) {
      winners[node] = better(winners[2 * node], winners[2 * node + 1]);
    }
  }
}
