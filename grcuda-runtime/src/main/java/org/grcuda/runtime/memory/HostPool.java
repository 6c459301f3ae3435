package org.grcuda.runtime.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;

/**
 * Page-locked memory of the host for arrays. To lock pages costs a call of the driver, and time for
 * each page, so small arrays are parts of larger chunks (heterogeneous tasking of PREMA, section
 * 4.1.1). A chunk is as large as all before it together, from {@value #SMALLEST} to {@value
 * #LARGEST} bytes: a program that needs little locks little. A driver that says that its host
 * memory costs nothing gets a call for each array.
 *
 * <p>Thread-safe.
 */
final class HostPool {

  static final long SMALLEST = 2L << 20;
  static final long LARGEST = 64L << 20;

  /** An array of more than this part of the largest chunk is an allocation of its own. */
  private static final long LARGEST_PART = LARGEST / 4;

  /** Memory of one allocation of the driver. */
  private record Slab(long address, PoolAllocator parts) {

    boolean isFree() {
      return parts.freeBytes() == parts.capacity();
    }
  }

  private record Part(Slab slab, PoolAllocator.Chunk chunk) {}

  private final Driver driver;
  private final boolean isPooled;
  private final List<Slab> slabs = new ArrayList<>();
  private final Map<Long, Part> parts = new HashMap<>();

  HostPool(Driver driver) {
    this.driver = driver;
    isPooled = driver.hasCostlyHostMemory();
  }

  /**
   * Allocates memory, aligned to {@value PoolAllocator#ALIGNMENT} bytes.
   *
   * @throws DriverException CUDA_ERROR_OUT_OF_MEMORY, naming the sizes
   */
  long allocate(long bytes) {
    return isPooled ? allocatePooled(bytes) : driver.allocateHost(bytes);
  }

  private synchronized long allocatePooled(long bytes) {
    if (bytes > LARGEST_PART) {
      return allocateAlone(bytes);
    }
    for (Slab slab : slabs) {
      PoolAllocator.Chunk chunk = slab.parts.allocate(bytes);
      if (chunk != null) {
        return take(slab, chunk);
      }
    }
    Slab slab = newSlab(bytes);
    return slab == null ? allocateAlone(bytes) : take(slab, slab.parts.allocate(bytes));
  }

  private long take(Slab slab, PoolAllocator.Chunk chunk) {
    parts.put(chunk.address(), new Part(slab, chunk));
    return chunk.address();
  }

  /** Memory of its own; if there is none, after giving back what no array uses. */
  private long allocateAlone(long bytes) {
    try {
      return driver.allocateHost(bytes);
    } catch (DriverException e) {
      if (!isOutOfMemory(e) || !trim(0)) {
        throw e;
      }
      return driver.allocateHost(bytes);
    }
  }

  /** Another chunk, with room for {@code bytes}; null if there is no memory for a whole one. */
  private Slab newSlab(long bytes) {
    long all = slabs.stream().mapToLong(slab -> slab.parts.capacity()).sum();
    long size = Math.max(PoolAllocator.rounded(bytes), Math.clamp(all, SMALLEST, LARGEST));
    try {
      long address = driver.allocateHost(size);
      Slab slab = new Slab(address, new PoolAllocator(address, size));
      slabs.add(slab);
      return slab;
    } catch (DriverException e) {
      if (isOutOfMemory(e)) {
        return null;
      }
      throw e;
    }
  }

  private static boolean isOutOfMemory(DriverException e) {
    return e.result() == CudaResult.CUDA_ERROR_OUT_OF_MEMORY;
  }

  /**
   * Takes memory back. One chunk that nothing uses any more is kept for the next arrays, the others
   * go back to the driver.
   */
  void free(long address) {
    if (!isPooled || !freePart(address)) {
      driver.free(address);
    }
  }

  /** Takes a part of a chunk back; whether {@code address} is one. */
  private synchronized boolean freePart(long address) {
    Part part = parts.remove(address);
    if (part == null) {
      return false;
    }
    part.slab.parts.release(part.chunk);
    if (part.slab.isFree()) {
      trim(1);
    }
    return true;
  }

  /** Gives chunks back that nothing uses, but the first {@code kept}; whether there were any. */
  private boolean trim(int kept) {
    List<Slab> surplus = slabs.stream().filter(Slab::isFree).skip(kept).toList();
    slabs.removeAll(surplus);
    surplus.forEach(slab -> driver.free(slab.address));
    return !surplus.isEmpty();
  }

  /** Gives all chunks back. Arrays that are left are gone with them. */
  synchronized void close() {
    parts.clear();
    slabs.forEach(slab -> driver.free(slab.address));
    slabs.clear();
  }
}
