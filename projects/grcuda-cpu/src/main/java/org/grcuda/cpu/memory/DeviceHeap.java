package org.grcuda.cpu.memory;

import java.util.HashMap;
import java.util.Map;
import org.grcuda.cpu.exec.KernelHeap;
import org.grcuda.driver.DriverException;

/**
 * The heap of one device for {@code malloc} in kernels: one allocation of the device, taken at the
 * first call and kept until the memory is closed.
 */
public final class DeviceHeap implements KernelHeap {

  /**
   * Enough for as many small blocks as CUDA's 8 MB: CUDA's blocks have 80 bytes and more, these
   * have multiples of 256.
   */
  private static final long BYTES = 32L << 20;

  private final Memory memory;
  private final int device;
  private final Map<Long, Long> sizes = new HashMap<>();
  private RangeAllocator ranges;

  public DeviceHeap(Memory memory, int device) {
    this.memory = memory;
    this.device = device;
  }

  @Override
  public synchronized long allocate(long bytes) {
    if (bytes <= 0 || bytes > BYTES) {
      return 0;
    }
    if (ranges == null && !open()) {
      return 0;
    }
    long address = ranges.allocate(bytes);
    if (address < 0) {
      return 0;
    }
    sizes.put(address, bytes);
    return address;
  }

  /** A device without that much free memory has no heap; CUDA's malloc gives null then. */
  private boolean open() {
    if (memory.free(device) < BYTES) {
      return false;
    }
    try {
      ranges = new RangeAllocator(memory.allocate(BYTES, device, "malloc"), BYTES);
      return true;
    } catch (DriverException taken) {
      if (memory.free(device) < BYTES) {
        return false;
      }
      throw taken;
    }
  }

  @Override
  public synchronized boolean free(long address) {
    Long bytes = sizes.remove(address);
    if (bytes != null) {
      ranges.release(address, bytes);
    }
    return bytes != null;
  }
}
