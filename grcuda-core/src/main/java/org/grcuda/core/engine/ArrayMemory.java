package org.grcuda.core.engine;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.grcuda.core.dag.ComputationDag;
import org.grcuda.driver.AddressMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.memory.MemoryManager;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * The memory of the arrays of a session: what is allocated, and when unreachable arrays are
 * collected. The garbage collector does not see the memory of an array outside the heap. So this
 * class asks for a collection when much was allocated since the last one, and when no memory is
 * left. Nor does a program see how much memory will be freed by unfinished computations: an
 * allocation waits for them when that is much.
 */
final class ArrayMemory implements AutoCloseable {

  /**
   * Up to this many bytes count as little, or half of the devices' memory if they have less than
   * twice that. On a virtual machine, the first touch of 32 MB of unused memory took 82 ms; memory
   * used before took 3 ms.
   */
  private static final long MOST_SPARED = 512L << 20;

  private static final int ATTEMPTS = 8;

  /** What an array of a type and shape is called. */
  private record Name(ElementType type, long[] shape, String text) {}

  private final ComputationDag dag;
  private final MemoryManager memory;
  private final long deviceBytes;
  private final long smallestDevice;
  private final long spared;
  private final boolean real;
  private final Reclaimer reclaimer;
  // Every array that was not freed, by address; guarded by itself.
  private final AddressMap<Allocation> live = new AddressMap<>();
  // Programs make many arrays of one shape: they share the name.
  private volatile Name latestName = new Name(null, new long[0], "");
  // Without the variables of modules, which allocatedBytes() does not count either.
  private volatile long liveBytes;
  private volatile long collectAt;

  ArrayMemory(ComputationDag dag, Driver driver) {
    this.dag = dag;
    this.memory = dag.runtime().memory();
    this.reclaimer = new Reclaimer(this::release, !driver.hasVirtualTime());
    long bytes = 0;
    long smallest = Long.MAX_VALUE;
    for (int i = 0; i < driver.deviceCount(); i++) {
      long device = driver.device(i).totalMemory();
      bytes += device;
      smallest = Math.min(smallest, device);
    }
    this.deviceBytes = bytes;
    this.smallestDevice = smallest;
    this.spared = Math.min(MOST_SPARED, bytes / 2);
    this.real = driver.hasRealMemory();
    this.collectAt = nextCollection(0);
  }

  /**
   * Memory for an array of {@code shape}, which is not changed later; freed when the storage is
   * unreachable.
   *
   * @throws GrCudaException if the shape is impossible, or memory is exhausted
   */
  Storage allocate(Computations session, ElementType type, long[] shape) {
    long bytes = ArrayShape.bytes(type, shape);
    String name = name(type, shape);
    Allocation allocation = allocate(bytes, () -> memory.allocate(name, bytes));
    return Storage.of(session, allocation, type, reclaimer);
  }

  /** As the other, in the memory of {@code device} for good. */
  Storage allocateOn(int device, Computations session, ElementType type, long[] shape) {
    long bytes = ArrayShape.bytes(type, shape);
    String name = name(type, shape);
    Allocation allocation = allocate(bytes, () -> memory.allocateOn(device, name, bytes));
    return Storage.of(session, allocation, type, reclaimer);
  }

  private String name(ElementType type, long[] shape) {
    Name name = latestName;
    if (name.type != type || !Arrays.equals(name.shape, shape)) {
      name = new Name(type, shape, ArrayShape.describe(type, shape));
      latestName = name;
    }
    return name.text;
  }

  /**
   * Memory of {@code bytes} bytes from {@code allocator}; unreachable arrays are collected if there
   * is none.
   *
   * @throws GrCudaException if there is still none
   */
  Allocation allocate(long bytes, Supplier<Allocation> allocator) {
    Allocation allocation = tryAllocating(bytes, allocator);
    add(allocation);
    return allocation;
  }

  private Allocation tryAllocating(long bytes, Supplier<Allocation> allocator) {
    reclaimer.help();
    if (liveBytes + bytes > collectAt) {
      collectInTime(bytes);
    }
    if (memory.allocatedBytes() - liveBytes > spared) {
      dag.runtime().awaitFrees();
    }
    int attempt = 0;
    while (true) {
      try {
        return allocator.get();
      } catch (DriverException e) {
        boolean last = attempt == ATTEMPTS || Thread.currentThread().isInterrupted();
        if (last || e.result() != CudaResult.CUDA_ERROR_OUT_OF_MEMORY) {
          throw GrCudaException.of(e);
        }
      }
      // Memory that earlier collections have found may be enough.
      if (attempt > 0) {
        reclaimer.collect();
      } else {
        reclaimer.reclaim();
      }
      attempt++;
    }
  }

  private synchronized void collectInTime(long bytes) {
    // Another thread may have collected while this one waited.
    if (liveBytes + bytes > collectAt) {
      reclaimer.collect();
      collectAt = nextCollection(liveBytes);
    }
  }

  /**
   * The number of bytes in use at which to collect next; {@code used} bytes are in use now. That is
   * about twice as many, so that collecting costs a constant share of the time, but less than fills
   * the devices; half as many more, where arrays do not fit into the devices anyway. Memory that is
   * not real takes nothing of this machine: it is collected only when it would fill a device, or
   * has doubled.
   */
  private long nextCollection(long used) {
    if (!real) {
      return Math.max(smallestDevice, 2 * used);
    }
    long more = used < deviceBytes ? Math.min(used, (deviceBytes - used) / 2) : used / 2;
    return used + Math.max(spared, more);
  }

  /** Counts memory among what programs can name by address. */
  void add(Allocation allocation) {
    synchronized (live) {
      live.put(allocation.hostAddress(), allocation);
      liveBytes += allocation.isForeign() ? 0 : allocation.bytes();
    }
  }

  /** Undoes {@link #add}. */
  void remove(Allocation allocation) {
    synchronized (live) {
      // cudaDeviceReset may have freed it before, and other memory may be there.
      if (live.floor(allocation.hostAddress()) == allocation) {
        live.remove(allocation.hostAddress());
        liveBytes -= allocation.isForeign() ? 0 : allocation.bytes();
      }
    }
  }

  /** Frees memory, ordered after the computations that use it. */
  void release(Allocation allocation) {
    remove(allocation);
    dag.free(allocation);
  }

  /** Everything that was not freed. */
  List<Allocation> all() {
    synchronized (live) {
      return live.values();
    }
  }

  /**
   * The memory from {@code address} to the end of the array that it lies in; null if it lies in
   * none.
   */
  Region at(long address) {
    Allocation allocation;
    synchronized (live) {
      allocation = live.floor(address);
    }
    if (allocation == null || allocation.isFreed()) {
      return null;
    }
    long offset = address - allocation.hostAddress();
    return offset < allocation.bytes()
        ? new Region(allocation, offset, allocation.bytes() - offset)
        : null;
  }

  /** Frees nothing from now on. */
  @Override
  public void close() {
    reclaimer.close();
  }
}
