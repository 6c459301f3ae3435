package org.grcuda.runtime.memory;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.PendingVertices;
import org.grcuda.runtime.memory.PoolAllocator.Chunk;

/**
 * The memory of one device: one allocation of the driver, made at first use. Blocks, and memory
 * that the program allocates (cudaMalloc), are parts of it. The blocks are kept in the order of
 * use. Memory may be given out again before its earlier users have completed: those users are then
 * a fence, which its next users wait for. Guarded by the scheduling lock.
 */
final class DevicePool {

  private final Device device;
  private final double share;
  private PoolAllocator pool;
  private long base;

  /** Users of the memory before it was free, by bytes of the pool; null before there is a pool. */
  private IntervalMap<PendingVertices> fences;

  private long evictions;
  private Block oldest;
  private Block newest;

  /**
   * @param share part of the device's free memory that the pool takes, above 0 and at most 1
   */
  DevicePool(Device device, double share) {
    this.device = device;
    this.share = share;
  }

  int device() {
    return device.ordinal();
  }

  /**
   * Bytes of the pool.
   *
   * @throws DriverException CUDA_ERROR_OUT_OF_MEMORY if the device has none left for a pool
   */
  long capacity() {
    return pool().capacity();
  }

  /** As {@link #capacity}, or what it would be if the pool were made now. */
  long likelyCapacity() {
    return pool == null ? (long) (device.freeMemory() * share) : pool.capacity();
  }

  /** Bytes of the device that are free, inside the pool and outside it. */
  long freeBytes() {
    return device.freeMemory() + (pool == null ? 0 : pool.freeBytes());
  }

  /** Bytes of the pool that are in use. */
  long usedBytes() {
    return pool == null ? 0 : pool.capacity() - pool.freeBytes();
  }

  /** Bytes of the pool that are not in use. */
  long freeInPool() {
    return pool().freeBytes();
  }

  /** Counts a block that was evicted. */
  void countEviction() {
    evictions++;
  }

  /** Number of blocks that were evicted. */
  long evictions() {
    return evictions;
  }

  /** Takes a part of the pool; null if no free part is large enough. */
  Chunk allocate(long bytes) {
    return pool().allocate(bytes);
  }

  private PoolAllocator pool() {
    if (pool == null) {
      long bytes = (long) (device.freeMemory() * share) & -PoolAllocator.ALIGNMENT;
      base = allocateUpTo(Math.max(bytes, PoolAllocator.ALIGNMENT));
    }
    return pool;
  }

  /**
   * Makes the pool, and halves its size until there is memory for it: another user of the device
   * may be faster, or the free memory may be in pieces.
   */
  private long allocateUpTo(long bytes) {
    try {
      long address = device.allocate(bytes);
      pool = new PoolAllocator(address, bytes);
      fences = new IntervalMap<>(bytes, new PendingVertices());
      return address;
    } catch (DriverException e) {
      long half = bytes / 2 & -PoolAllocator.ALIGNMENT;
      if (e.result() != CudaResult.CUDA_ERROR_OUT_OF_MEMORY || half == 0) {
        throw e;
      }
      return allocateUpTo(half);
    }
  }

  /** Takes the memory of {@code chunk} back. Its unfinished users are given to {@link #fence}. */
  void release(Chunk chunk) {
    pool.release(chunk);
  }

  /**
   * Makes later users of the memory of {@code chunk} wait for {@code users}, which still use it.
   */
  void fence(Chunk chunk, PendingVertices users) {
    if (users.isQuiet()) {
      return;
    }
    int begin = fences.split(chunk.address() - base, PendingVertices::copy);
    int end = fences.split(chunk.end() - base, PendingVertices::copy);
    for (int i = begin; i < end; i++) {
      fences.value(i).addAll(users);
    }
    fences.mergeIfGrown((one, other) -> one.isQuiet() && other.isQuiet());
  }

  /** Adds to {@code waited} what users of {@code chunk} must wait for. */
  void fencesOf(Chunk chunk, PendingVertices waited) {
    long end = chunk.end() - base;
    int i = fences.find(chunk.address() - base);
    for (; i < fences.count() && fences.start(i) < end; i++) {
      waited.addAll(fences.value(i));
    }
  }

  /** Makes {@code block} the most recently used. */
  void touch(Block block) {
    if (newest != block) {
      unlink(block);
      link(block);
    }
  }

  /** Adds {@code block} as the most recently used one. */
  void link(Block block) {
    block.older = newest;
    if (newest == null) {
      oldest = block;
    } else {
      newest.newer = block;
    }
    newest = block;
  }

  /** Takes {@code block} out of the order of use. */
  void unlink(Block block) {
    if (block.older == null) {
      oldest = block.newer;
    } else {
      block.older.newer = block.newer;
    }
    if (block.newer == null) {
      newest = block.older;
    } else {
      block.newer.older = block.older;
    }
    block.older = null;
    block.newer = null;
  }

  /** The blocks that pass {@code wanted}, the least recently used first. */
  Iterator<Block> blocks(Predicate<Block> wanted) {
    return new Iterator<>() {
      private Block next = skip(oldest);

      private Block skip(Block from) {
        Block block = from;
        while (block != null && !wanted.test(block)) {
          block = block.newer;
        }
        return block;
      }

      @Override
      public boolean hasNext() {
        return next != null;
      }

      @Override
      public Block next() {
        if (next == null) {
          throw new NoSuchElementException();
        }
        Block block = next;
        next = skip(block.newer);
        return block;
      }
    };
  }

  /**
   * Ends the pool, if there is one.
   *
   * @return the address of its memory, which the caller frees; 0 if there was no pool
   */
  long close() {
    long address = pool == null ? 0 : base;
    pool = null;
    fences = null;
    return address;
  }
}
