package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * The best of a set of numbers, as a knock-out tournament of groups of four: each node holds the
 * best of its four children. The children of a node lie side by side in memory, and most changes
 * end at the first node.
 */
abstract class WinnerTree {

  private static final int NONE = PullScheduler.NONE;
  private static final int WIDTH_BITS = 2;
  private static final int WIDTH = 1 << WIDTH_BITS;

  /** Of each level, from the bottom, the winners of its nodes. The last level has one node. */
  private int[][] winners = {{NONE}};

  /** Numbers are below it. */
  private int end;

  /** Whether {@code number} is in the set. */
  abstract boolean isIn(int number);

  /** Whether one number of the set is better than another: a strict order. */
  abstract boolean isBetter(int number, int other);

  /** The best number; {@link PullScheduler#NONE} if there is none. */
  final int best() {
    return winners[winners.length - 1][0];
  }

  /** {@code number} has come into the set or left it, or has become better or worse. */
  final void update(int number) {
    if (number >= end) {
      grow(number);
    }
    boolean hasWon = isIn(number);
    int node = number;
    for (int[] level : winners) {
      node >>= WIDTH_BITS;
      int winner = level[node];
      if (winner != number) {
        if (!hasWon || winner != NONE && !isBetter(number, winner)) {
          return;
        }
        level[node] = number;
      } else {
        level[node] = bestChild(level, node);
        hasWon = level[node] == number;
      }
    }
  }

  /** What makes numbers better has changed for any of them. */
  final void updateAll() {
    for (int[] level : winners) {
      for (int node = 0; node < level.length; node++) {
        level[node] = bestChild(level, node);
      }
    }
  }

  private int bestChild(int[] level, int node) {
    int from = node << WIDTH_BITS;
    if (level == winners[0]) {
      return bestNumber(from, Math.min(end, from + WIDTH));
    }
    int[] below = winners[0];
    for (int i = 1; winners[i] != level; i++) {
      below = winners[i];
    }
    int best = NONE;
    for (int child = from; child < Math.min(below.length, from + WIDTH); child++) {
      best = better(best, below[child]);
    }
    return best;
  }

  private int bestNumber(int from, int to) {
    int best = NONE;
    for (int number = from; number < to; number++) {
      if (isIn(number)) {
        best = better(best, number);
      }
    }
    return best;
  }

  private int better(int one, int other) {
    if (one == NONE || other == NONE) {
      return Math.max(one, other);
    }
    return isBetter(other, one) ? other : one;
  }

  private void grow(int number) {
    int level = 0;
    for (int node = number >> WIDTH_BITS; ; node >>= WIDTH_BITS) {
      if (level == winners.length) {
        winners = Arrays.copyOf(winners, level + 1);
        winners[level] = new int[] {winners[level - 1][0]};
      }
      int length = winners[level].length;
      if (node >= length) {
        winners[level] = Arrays.copyOf(winners[level], PullData.grown(node));
        Arrays.fill(winners[level], length, winners[level].length, NONE);
      }
      if (node == 0 && level == winners.length - 1) {
        break;
      }
      level++;
    }
    end = number + 1;
  }
}
