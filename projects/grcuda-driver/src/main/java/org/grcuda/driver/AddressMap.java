package org.grcuda.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A map from addresses to values, in the order of the addresses. Addresses are kept unboxed in
 * blocks, so an entry costs the collector and the caches a third of a tree's node. Finding is
 * logarithmic; inserting and removing move at most a block. Not thread-safe.
 *
 * @param <V> the value at an address
 */
public final class AddressMap<V> {

  private static final int BLOCK = 256;

  private static final class Block {
    final long[] addresses = new long[BLOCK];
    final Object[] values = new Object[BLOCK];
    int count;
  }

  // Block i has the addresses from firsts[i] to before firsts[i + 1]. No block is empty, unless it
  // is the only one.
  private long[] firsts = {Long.MIN_VALUE};
  private Block[] blocks = {new Block()};
  private int blockCount = 1;
  private int size;

  // Where floor() found its last value: programs use memory again, or in the order of allocation.
  private int lastBlock;
  private int lastIndex;

  /** An empty map. */
  public AddressMap() {}

  /** Number of values. */
  public int size() {
    return size;
  }

  /**
   * Adds a value.
   *
   * @throws IllegalStateException if one lies at {@code address}
   */
  public void put(long address, V value) {
    int at = blockOf(address);
    if (blocks[at].count == BLOCK) {
      split(at, address);
      at = blockOf(address);
    }
    Block block = blocks[at];
    int index = -1 - find(block, address);
    if (index < 0) {
      throw new IllegalStateException("0x%x is taken".formatted(address));
    }
    int above = block.count - index;
    System.arraycopy(block.addresses, index, block.addresses, index + 1, above);
    System.arraycopy(block.values, index, block.values, index + 1, above);
    block.addresses[index] = address;
    block.values[index] = value;
    block.count++;
    size++;
  }

  /** The value at {@code address}, null if there is none. */
  public V get(long address) {
    Block block = blocks[blockOf(address)];
    int index = find(block, address);
    return index < 0 ? null : value(block, index);
  }

  /** The value at the greatest address that is at most {@code address}, null if there is none. */
  public V floor(long address) {
    Block last = blocks[lastBlock];
    for (int i = lastIndex; i <= lastIndex + 1 && i + 1 < last.count; i++) {
      if (last.addresses[i] <= address && address < last.addresses[i + 1]) {
        lastIndex = i;
        return value(last, i);
      }
    }
    int at = blockOf(address);
    Block block = blocks[at];
    int index = find(block, address);
    if (index < 0) {
      index = -2 - index;
    }
    if (index >= 0) {
      lastBlock = at;
      lastIndex = index;
      return value(block, index);
    }
    return at == 0 ? null : value(blocks[at - 1], blocks[at - 1].count - 1);
  }

  /** Takes out the value at {@code address}; null if there is none. */
  public V remove(long address) {
    int at = blockOf(address);
    Block block = blocks[at];
    int index = find(block, address);
    if (index < 0) {
      return null;
    }
    V removed = value(block, index);
    int above = --block.count - index;
    System.arraycopy(block.addresses, index + 1, block.addresses, index, above);
    System.arraycopy(block.values, index + 1, block.values, index, above);
    block.values[block.count] = null;
    size--;
    if (block.count == 0 && blockCount > 1) {
      removeBlock(at);
    }
    return removed;
  }

  /** A copy of the values, in the order of their addresses. */
  public List<V> values() {
    List<V> all = new ArrayList<>(size);
    for (int i = 0; i < blockCount; i++) {
      for (int index = 0; index < blocks[i].count; index++) {
        all.add(value(blocks[i], index));
      }
    }
    return all;
  }

  private int blockOf(long address) {
    int found = Arrays.binarySearch(firsts, 0, blockCount, address);
    return found >= 0 ? found : -2 - found;
  }

  private static int find(Block block, long address) {
    return Arrays.binarySearch(block.addresses, 0, block.count, address);
  }

  @SuppressWarnings("unchecked")
  private static <V> V value(Block block, int index) {
    return (V) block.values[index];
  }

  /** Makes room for {@code address}: ascending addresses leave full blocks behind. */
  private void split(int at, long address) {
    Block full = blocks[at];
    int kept = address > full.addresses[BLOCK - 1] ? BLOCK : BLOCK / 2;
    Block upper = new Block();
    upper.count = BLOCK - kept;
    System.arraycopy(full.addresses, kept, upper.addresses, 0, upper.count);
    System.arraycopy(full.values, kept, upper.values, 0, upper.count);
    Arrays.fill(full.values, kept, BLOCK, null);
    full.count = kept;
    if (blockCount == blocks.length) {
      firsts = Arrays.copyOf(firsts, 2 * blockCount);
      blocks = Arrays.copyOf(blocks, 2 * blockCount);
    }
    System.arraycopy(firsts, at + 1, firsts, at + 2, blockCount - at - 1);
    System.arraycopy(blocks, at + 1, blocks, at + 2, blockCount - at - 1);
    firsts[at + 1] = kept == BLOCK ? address : upper.addresses[0];
    blocks[at + 1] = upper;
    blockCount++;
  }

  private void removeBlock(int at) {
    blockCount--;
    System.arraycopy(blocks, at + 1, blocks, at, blockCount - at);
    // The first block begins at the least address there can be.
    if (at == 0) {
      System.arraycopy(firsts, 2, firsts, 1, blockCount - 1);
    } else {
      System.arraycopy(firsts, at + 1, firsts, at, blockCount - at);
    }
    blocks[blockCount] = null;
    lastBlock = 0;
  }
}
