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
 * The memory of one device: one allocation of the driver, made at first use, that blocks and memory
 * of the program (cudaMalloc) are parts of; and its blocks in the order of use. Memory may be given
 * out again before what used it has completed: then that is a fence, which its next users wait for.
 * Guarded by the scheduling lock.
 */
final class DevicePool {

  private final Device device;
  private final double share;
  private PoolAllocator pool;
  private long base;

  /** What used the memory before it was free, by bytes of the pool; null before there is one. */
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

  /** Bytes of the device that no block, and nothing else, takes up. */
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

  /** A block has been given up. */
  void countEviction() {
    evictions++;
  }

  /** How many blocks were given up. */
  long evictions() {
    return evictions;
  }

  /** Part of the pool; null if no free part is large enough. */
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

  /** Another user of the device may be faster, or its memory in pieces: less will do. */
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

  /** Takes memory back that nothing unfinished uses but what {@link #fence} was told. */
  void release(Chunk chunk) {
    pool.release(chunk);
  }

  /** Makes later users of {@code chunk}'s memory wait for {@code users}, which use it. */
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

  /** Adds what users of {@code chunk} must wait for to {@code waited}. */
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

  void link(Block block) {
    block.older = newest;
    if (newest == null) {
      oldest = block;
    } else {
      newest.newer = block;
    }
    newest = block;
  }

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

  /** The blocks that {@code wanted} says, the least recently used first. */
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

  /** Gives the pool back, if there is one; returns its address then, else 0. */
  long close() {
    long address = pool == null ? 0 : base;
    pool = null;
    fences = null;
    return address;
  }
}
