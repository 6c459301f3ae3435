package org.grcuda.runtime.memory;

import java.util.Arrays;

/**
 * The blocks of one allocation on one device: disjoint, and in the order of their bytes. Guarded by
 * the lock.
 */
final class BlockList {

  private Block[] blocks = new Block[1];
  private int count;

  int count() {
    return count;
  }

  Block get(int index) {
    return blocks[index];
  }

  /** The block that covers {@code [from, to)}; null if there is none. */
  Block covering(long from, long to) {
    int index = firstEndingAfter(from);
    return index < count && blocks[index].covers(from, to) ? blocks[index] : null;
  }

  /** Index of the first block that ends after byte {@code offset}; the count if none does. */
  int firstEndingAfter(long offset) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (blocks[middle].end <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  void add(Block block) {
    int index = firstEndingAfter(block.start);
    if (count == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * count);
    }
    System.arraycopy(blocks, index, blocks, index + 1, count - index);
    blocks[index] = block;
    count++;
  }

  void remove(Block block) {
    int index = firstEndingAfter(block.start);
    if (index == count || blocks[index] != block) {
      throw new IllegalStateException("a block of " + block.allocation + " is not in its list");
    }
    count--;
    System.arraycopy(blocks, index + 1, blocks, index, count - index);
    blocks[count] = null;
  }
}
