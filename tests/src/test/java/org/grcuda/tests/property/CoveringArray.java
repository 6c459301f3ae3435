package org.grcuda.tests.property;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A pairwise covering array: few rows, each with one value for each parameter, such that every pair
 * of values of every two parameters is in some row. Greedy, one row at a time: a row starts from a
 * pair not covered yet, and takes for each other parameter, those with most values first, the value
 * that covers most. The same parameters give the same rows.
 */
final class CoveringArray {

  private final int[] sizes;
  private final int[][] offsets;
  private final BitSet uncovered = new BitSet();
  private final int[][] uses;
  private final int[] order;

  private CoveringArray(int[] sizes) {
    this.sizes = sizes;
    offsets = new int[sizes.length][sizes.length];
    uses = new int[sizes.length][];
    int pairs = 0;
    for (int i = 0; i < sizes.length; i++) {
      uses[i] = new int[sizes[i]];
      for (int j = i + 1; j < sizes.length; j++) {
        offsets[i][j] = pairs;
        pairs += sizes[i] * sizes[j];
      }
    }
    uncovered.set(0, pairs);
    order =
        IntStream.range(0, sizes.length)
            .boxed()
            .sorted(Comparator.comparing((Integer i) -> -sizes[i]))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /**
   * The rows.
   *
   * @param sizes number of values of each parameter, two parameters at least
   * @return rows of indices of values
   */
  static List<int[]> pairwise(int... sizes) {
    CoveringArray array = new CoveringArray(sizes);
    List<int[]> rows = new ArrayList<>();
    while (!array.uncovered.isEmpty()) {
      rows.add(array.nextRow());
    }
    return rows;
  }

  private int[] nextRow() {
    int[] row = new int[sizes.length];
    Arrays.fill(row, -1);
    begin(row, uncovered.nextSetBit(0));
    for (int parameter : order) {
      if (row[parameter] < 0) {
        row[parameter] = best(row, parameter);
      }
    }
    for (int i = 0; i < row.length; i++) {
      uses[i][row[i]]++;
      for (int j = i + 1; j < row.length; j++) {
        uncovered.clear(pair(i, row[i], j, row[j]));
      }
    }
    return row;
  }

  /** Puts the values of pair number {@code wanted} into the row. */
  private void begin(int[] row, int wanted) {
    for (int i = 0; i < sizes.length; i++) {
      for (int j = i + 1; j < sizes.length; j++) {
        int within = wanted - offsets[i][j];
        if (within >= 0 && within < sizes[i] * sizes[j]) {
          row[i] = within / sizes[j];
          row[j] = within % sizes[j];
          return;
        }
      }
    }
  }

  private int best(int[] row, int parameter) {
    int best = -1;
    int bestCovered = -1;
    for (int value = 0; value < sizes[parameter]; value++) {
      int covered = 0;
      for (int other = 0; other < row.length; other++) {
        if (other != parameter
            && row[other] >= 0
            && uncovered.get(pair(other, row[other], parameter, value))) {
          covered++;
        }
      }
      boolean isRarer = best >= 0 && uses[parameter][value] < uses[parameter][best];
      if (covered > bestCovered || covered == bestCovered && isRarer) {
        best = value;
        bestCovered = covered;
      }
    }
    return best;
  }

  private int pair(int one, int valueOfOne, int other, int valueOfOther) {
    return one < other
        ? offsets[one][other] + valueOfOne * sizes[other] + valueOfOther
        : offsets[other][one] + valueOfOther * sizes[one] + valueOfOne;
  }
}
