package org.grcuda.graph.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RowOrderTest {

  private static int[] lengths(long seed, int rows) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, rows).map(row -> 1 << random.nextInt(14) >> 1).toArray();
  }

  private static RowOrder order(int[] lengths) {
    int[] offsets = new int[lengths.length + 1];
    for (int row = 0; row < lengths.length; row++) {
      offsets[row + 1] = offsets[row] + lengths[row];
    }
    return RowOrder.of(MemorySegment.ofArray(offsets));
  }

  @Test
  void eachVertexToWhichEdgesLeadIsTakenOnce() {
    int[] lengths = lengths(1, 5000);
    RowOrder order = order(lengths);
    int[] taken = new int[lengths.length];
    for (int block = 0; block < order.count(); block++) {
      int first = order.blocks()[2 * block];
      for (int i = first; i < first + order.blocks()[2 * block + 1]; i++) {
        taken[order.vertices()[i]]++;
      }
    }
    for (int row = 0; row < lengths.length; row++) {
      assertEquals(lengths[row] > 0 ? 1 : 0, taken[row], "row " + row);
    }
  }

  @Test
  void rowsOfABlockAreOfOneKind() {
    int[] lengths = lengths(2, 5000);
    RowOrder order = order(lengths);
    for (int block = 0; block < order.count(); block++) {
      int first = order.blocks()[2 * block];
      int count = order.blocks()[2 * block + 1];
      for (int i = first; i < first + count; i++) {
        int length = lengths[order.vertices()[i]];
        int most = length >= 2048 ? 1 : length >= 64 ? 64 : RowOrder.BLOCK;
        assertTrue(count <= most, "a row of " + length + " edges in a block of " + count);
      }
    }
  }

  @Test
  void longRowsAreSpreadOverASweep() {
    int[] lengths = lengths(3, 50_000);
    RowOrder order = order(lengths);
    long first = 0;
    long all = 0;
    for (int block = 0; block < order.count(); block++) {
      int begin = order.blocks()[2 * block];
      for (int i = begin; i < begin + order.blocks()[2 * block + 1]; i++) {
        int length = lengths[order.vertices()[i]];
        all += length;
        first += block < order.count() / 2 ? length : 0;
      }
    }
    assertEquals(0.5, (double) first / all, 0.05);
  }

  @Test
  void noEdgesMakeNoBlocks() {
    assertEquals(0, order(new int[3]).count());
    assertEquals(0, order(new int[0]).count());
  }
}
