package org.grcuda.driver.nulldevice;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.grcuda.driver.AddressMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;

/** Accounts for the allocations of a driver, and holds those that are real memory. */
final class NullMemory {

  private static final long ALIGNMENT = 256;

  /** Where addresses that are numbers only begin: above what a process can map. */
  private static final long FIRST_NUMBER = 1L << 56;

  private static final int HOST = -1;

  private static final long RETIREMENT_NANOS = 1_000_000_000;

  /** Bytes of freed memory that may wait. */
  private static final long MOST_RETIRED = 64L << 20;

  private final NullSettings settings;
  private final AddressMap<Allocation> live = new AddressMap<>();
  private final Map<Integer, Long> used = new HashMap<>();
  private final ArrayDeque<Retired> retired = new ArrayDeque<>();
  private long retiredBytes;
  private long nextNumber = FIRST_NUMBER;

  NullMemory(NullSettings settings) {
    this.settings = settings;
  }

  synchronized long allocateHost(long bytes, String call) {
    return allocate(bytes, HOST, settings.hostMemory(), call);
  }

  synchronized long allocateDevice(long bytes, int device) {
    return allocate(bytes, device, settings.deviceMemory(), "cuMemAlloc");
  }

  synchronized void free(long address) {
    Allocation allocation = live.remove(address);
    if (allocation == null) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cuMemFree",
          -1,
          "0x%x is not the address of a live allocation".formatted(address));
    }
    used.merge(allocation.place, -allocation.bytes, Long::sum);
    if (allocation.arena != null) {
      retire(allocation);
    }
  }

  /**
   * Real memory stays mapped for a moment after it was freed: a thread may be inside an access of
   * an array that another frees, and nothing is locked there.
   */
  private void retire(Allocation allocation) {
    long now = System.nanoTime();
    retired.add(new Retired(allocation, now));
    retiredBytes += allocation.bytes;
    while (retired.size() > 1
        && (retiredBytes > MOST_RETIRED || now - retired.getFirst().since > RETIREMENT_NANOS)) {
      Allocation oldest = retired.removeFirst().allocation;
      retiredBytes -= oldest.bytes;
      oldest.arena.close();
    }
  }

  synchronized long freeOnDevice(int device) {
    return settings.deviceMemory() - used.getOrDefault(device, 0L);
  }

  synchronized int liveAllocations() {
    return live.size();
  }

  /**
   * Checks a range that a command names. Memory that no allocation begins below counts as ordinary
   * host memory.
   */
  synchronized void check(long address, long bytes, String call, int device) {
    Allocation below = live.floor(address);
    boolean isNumber = address >= FIRST_NUMBER;
    boolean inside = below != null && bytes <= below.bytes - (address - below.address);
    boolean overruns = below != null && address - below.address < below.bytes && !inside;
    if (bytes < 0 || address <= 0 || overruns || (isNumber && !inside)) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          call,
          device,
          "%d bytes at 0x%x are not inside one live allocation".formatted(bytes, address));
    }
  }

  synchronized void close() {
    List<Arena> left = new ArrayList<>();
    live.values().stream().map(Allocation::arena).filter(Objects::nonNull).forEach(left::add);
    retired.forEach(one -> left.add(one.allocation.arena));
    live.values().forEach(allocation -> live.remove(allocation.address));
    used.clear();
    retired.clear();
    retiredBytes = 0;
    if (!left.isEmpty()) {
      CompletableFuture.delayedExecutor(RETIREMENT_NANOS, TimeUnit.NANOSECONDS)
          .execute(() -> left.forEach(Arena::close));
    }
  }

  private long allocate(long bytes, int place, long limit, String call) {
    if (bytes < 1) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE, call, place, bytes + " bytes requested");
    }
    long free = limit - used.getOrDefault(place, 0L);
    if (bytes > free) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_OUT_OF_MEMORY,
          call,
          place,
          "%d bytes requested, %d of %d bytes are free".formatted(bytes, free, limit));
    }
    Arena arena = null;
    long address;
    if (place == HOST && settings.realMemory()) {
      arena = Arena.ofShared();
      address = arena.allocate(bytes, ALIGNMENT).address();
    } else {
      address = nextNumber;
      nextNumber += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    live.put(address, new Allocation(address, bytes, place, arena));
    used.merge(place, bytes, Long::sum);
    return address;
  }

  /** {@code arena} holds the memory, null where the address is a number only. */
  private record Allocation(long address, long bytes, int place, Arena arena) {}

  private record Retired(Allocation allocation, long since) {}
}
