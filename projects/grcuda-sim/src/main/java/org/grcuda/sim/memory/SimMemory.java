package org.grcuda.sim.memory;

import java.util.Locale;
import java.util.function.LongUnaryOperator;
import org.grcuda.driver.AddressMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;

/**
 * The allocations of a simulated machine: how much memory each place has left, and which allocation
 * lies at an address. The memory itself belongs to the functional backend.
 */
public final class SimMemory {

  /** The host, where the ordinal of a device is expected. */
  public static final int HOST = -1;

  /** The place of managed memory: no particular one. */
  static final int MANAGED = -2;

  /** Addresses below are not host memory either: the null page. */
  private static final long LOWEST_ADDRESS = 4096;

  private final AddressMap<Allocation> live = new AddressMap<>();
  private final LongUnaryOperator backing;
  private final long deviceLimit;
  private final long hostLimit;
  private final long[] used;
  private long managed;
  private long lowest = Long.MAX_VALUE;
  private long highest;

  /**
   * @param backing allocates this many bytes, and gives their address
   * @param deviceLimit bytes of each device
   * @param hostLimit bytes of the host
   */
  public SimMemory(LongUnaryOperator backing, int devices, long deviceLimit, long hostLimit) {
    this.backing = backing;
    this.deviceLimit = deviceLimit;
    this.hostLimit = hostLimit;
    this.used = new long[devices + 1];
  }

  /** Memory of a device. Errors as {@link org.grcuda.driver.Device#allocate}. */
  public synchronized long allocateDevice(long bytes, int device) {
    long address = take(bytes, device, deviceLimit - used[device + 1], "cuMemAlloc");
    used[device + 1] += bytes;
    return address;
  }

  /** Page-locked host memory. Errors as {@link org.grcuda.driver.Driver#allocateHost}. */
  public synchronized long allocateHost(long bytes) {
    long address = take(bytes, HOST, hostFree(), "cuMemHostAlloc");
    used[0] += bytes;
    return address;
  }

  /** Managed memory. Errors as {@link org.grcuda.driver.Driver#allocateManaged}. */
  public synchronized long allocateManaged(long bytes) {
    long address = take(bytes, MANAGED, hostFree(), "cuMemAllocManaged");
    managed += bytes;
    return address;
  }

  private long hostFree() {
    return hostLimit - used[0] - managed;
  }

  private long take(long bytes, int place, long free, String call) {
    int device = Math.max(place, -1);
    if (bytes < 1) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE, call, device, bytes + " bytes requested");
    }
    if (bytes > free) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_OUT_OF_MEMORY,
          call,
          device,
          String.format(
              Locale.ROOT,
              "%,d bytes requested, %,d of %,d bytes of the simulated %s are free",
              bytes,
              free,
              place >= 0 ? deviceLimit : hostLimit,
              place >= 0 ? "device" : "host"));
    }
    long address;
    try {
      address = backing.applyAsLong(bytes);
    } catch (DriverException e) {
      throw new DriverException(
          e.result(),
          call,
          device,
          e.detail()
              + ", of this machine's memory, where kernels are executed; grcuda.SimCompute=false"
              + " simulates without",
          e);
    }
    live.put(address, new Allocation(address, bytes, place));
    lowest = Math.min(lowest, address);
    highest = Math.max(highest, address + bytes);
    return address;
  }

  /**
   * Forgets an allocation.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE if there is none at {@code address}
   */
  public synchronized Allocation remove(long address) {
    Allocation allocation = live.get(address);
    if (allocation == null || allocation.isVariable()) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cuMemFree",
          -1,
          "0x%x is not the address of a live allocation".formatted(address));
    }
    live.remove(address);
    if (allocation.isManaged()) {
      managed -= allocation.bytes();
    } else {
      used[allocation.place() + 1] -= allocation.bytes();
    }
    return allocation;
  }

  /** A variable of a module on a device, whose memory is not counted. */
  public synchronized void addVariable(long address, long bytes, int device) {
    live.put(address, Allocation.variable(address, bytes, device));
    lowest = Math.min(lowest, address);
    highest = Math.max(highest, address + bytes);
  }

  /** The variable at {@code address} is no more. */
  public synchronized void removeVariable(long address) {
    live.remove(address);
  }

  /** Bytes that a device may still allocate. */
  public synchronized long free(int device) {
    return deviceLimit - used[device + 1];
  }

  /** The allocation at {@code address}; null for host memory that was not allocated here. */
  public synchronized Allocation at(long address) {
    Allocation below = live.floor(address);
    return below != null && address - below.address() < below.bytes() ? below : null;
  }

  /**
   * Refuses a range that is not inside one allocation; memory between allocations counts as the
   * host's.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE
   */
  public synchronized void checkRange(long address, long bytes, String call, int device) {
    Allocation in = at(address);
    boolean valid;
    if (in != null) {
      valid = bytes >= 0 && bytes <= in.bytes() - (address - in.address());
    } else {
      valid =
          address >= LOWEST_ADDRESS
              && bytes >= 0
              && bytes <= Long.MAX_VALUE - address
              && (address >= highest || address + bytes <= lowest || isVacantEnd(address, bytes));
    }
    if (!valid) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          call,
          device,
          "%d bytes at 0x%x are not inside one live allocation".formatted(bytes, address));
    }
  }

  /** Whether it is empty, and the end of an allocation. */
  private boolean isVacantEnd(long address, long bytes) {
    Allocation below = live.floor(address);
    return bytes == 0 && below != null && address == below.address() + below.bytes();
  }
}
