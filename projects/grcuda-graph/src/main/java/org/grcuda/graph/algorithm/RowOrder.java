package org.grcuda.graph.algorithm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which vertices of a part each block of a kernel takes, by the length of their rows of edges: a
 * long row is for the whole block, rows of middle length are for a warp each, short ones for a
 * thread each; and those that threads of a warp take are of about the same length. Vertices without
 * edges are left out.
 *
 * <p>Blocks are in the order of their vertices, as far as that goes. If all long rows came first, a
 * sweep of PageRank in place would add to the sum of all ranks, and that takes most sweeps to come
 * right again: 24 instead of 7 to 9, as measured on an RMAT graph of 2^18 vertices.
 *
 * @param vertices local numbers
 * @param blocks for each block, where its vertices begin, and how many it takes
 */
record RowOrder(int[] vertices, int[] blocks) {

  /** The device code that goes by these blocks. */
  static final String HEADER = "rows.cuh";

  /** Threads of a block: BLOCK of the header. */
  static final int BLOCK = 256;

  /** Most rows of a block whose warps take them: WARP_ROWS of the header. */
  private static final int WARP_ROWS = 64;

  /** Rows of so many edges are for warps. */
  private static final int WARP_ROW = 64;

  /** Rows of so many edges are for blocks. */
  private static final int BLOCK_ROW = 2048;

  /** A block: the vertices from {@code first} on. */
  private record Block(int first, int count) {}

  /** The order of the rows that begin at {@code offsets}, 32 bits each. */
  static RowOrder of(MemorySegment offsets) {
    int rows = (int) (offsets.byteSize() / Integer.BYTES - 1);
    int[] ends = new int[WARP_ROW + 2];
    for (int row = 0; row < rows; row++) {
      ends[rank(length(offsets, row))]++;
    }
    for (int rank = 1; rank < ends.length; rank++) {
      ends[rank] += ends[rank - 1];
    }
    int[] vertices = new int[ends[WARP_ROW]];
    int[] next = ends.clone();
    for (int row = rows - 1; row >= 0; row--) {
      int rank = rank(length(offsets, row));
      if (rank <= WARP_ROW) {
        vertices[--next[rank]] = row;
      }
    }
    List<Block> blocks = new ArrayList<>();
    cut(blocks, 0, ends[0], 1);
    cut(blocks, ends[0], ends[1], WARP_ROWS);
    cut(blocks, ends[1], ends[WARP_ROW], BLOCK);
    blocks.sort(Comparator.comparingInt(block -> vertices[block.first + block.count / 2]));
    return new RowOrder(
        vertices, blocks.stream().flatMapToInt(b -> IntStream.of(b.first, b.count)).toArray());
  }

  private static void cut(List<Block> blocks, int begin, int end, int size) {
    for (int first = begin; first < end; first += size) {
      blocks.add(new Block(first, Math.min(size, end - first)));
    }
  }

  private static int length(MemorySegment offsets, int row) {
    return offsets.getAtIndex(ValueLayout.JAVA_INT, row + 1L)
        - offsets.getAtIndex(ValueLayout.JAVA_INT, row);
  }

  /** 0 for the longest rows, then 1, then by length, and at last those without edges. */
  private static int rank(int length) {
    return length >= BLOCK_ROW ? 0 : Math.max(1, 1 + WARP_ROW - length);
  }

  /** How many blocks there are. */
  int count() {
    return blocks.length / 2;
  }
}
