package org.grcuda.driver.nulldevice;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.AddressMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;

/**
 * Accounts for the allocations of a driver, and holds those that are real memory.
 *
 * <p>Element accesses of the host take no lock, so another thread may free, or close, the memory
 * that they are about to touch. Therefore freed real memory is never unmapped: it waits for an
 * allocation of its size. All of it belongs to this object, which lives as long as anything refers
 * to the driver; arrays refer to it until their accesses end.
 */
final class NullMemory {

  private static final long ALIGNMENT = 256;

  /** Start of the addresses that are only numbers: above everything that a process can map. */
  private static final long FIRST_NUMBER = 1L << 56;

  private static final int HOST = -1;

  /** Sizes of blocks are multiples of one eighth to one sixteenth of themselves. */
  private static final int SIZE_BITS = 3;

  private final NullSettings settings;
  private final AddressMap<Allocation> live = new AddressMap<>();
  private final Map<Integer, Long> used = new HashMap<>();

  /** Unmaps when it is unreachable. */
  private final Arena arena = Arena.ofAuto();

  /** Blocks that were freed, by size. */
  private final Map<Long, ArrayDeque<MemorySegment>> freed = new HashMap<>();

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
    if (allocation.block != null) {
      freed
          .computeIfAbsent(allocation.block.byteSize(), size -> new ArrayDeque<>())
          .push(allocation.block);
    }
  }

  synchronized long freeOnDevice(int device) {
    return settings.deviceMemory() - used.getOrDefault(device, 0L);
  }

  synchronized int liveAllocations() {
    return live.size();
  }

  /**
   * Checks a range that a command names. An address below all allocations counts as ordinary host
   * memory.
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

  /** Frees everything. */
  synchronized void close() {
    List.copyOf(live.values()).forEach(allocation -> free(allocation.address));
  }

  /** Memory of at least {@code bytes} bytes, all zero. */
  private MemorySegment block(long bytes) {
    long step = Math.max(ALIGNMENT, Long.highestOneBit(bytes) >> SIZE_BITS);
    long size = (bytes + step - 1) / step * step;
    ArrayDeque<MemorySegment> fitting = freed.get(size);
    return fitting == null || fitting.isEmpty()
        ? arena.allocate(size, ALIGNMENT)
        : fitting.pop().fill((byte) 0);
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
    MemorySegment block = null;
    long address;
    if (place == HOST && settings.realMemory()) {
      block = block(bytes);
      address = block.address();
    } else {
      address = nextNumber;
      nextNumber += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    live.put(address, new Allocation(address, bytes, place, block));
    used.merge(place, bytes, Long::sum);
    return address;
  }

  /** {@code block} is the memory, null where the address is a number only. */
  private record Allocation(long address, long bytes, int place, MemorySegment block) {}
}
