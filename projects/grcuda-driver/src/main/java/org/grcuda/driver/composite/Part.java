package org.grcuda.driver.composite;

import java.util.List;
import org.grcuda.driver.AddressMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission;

/** One of the drivers, and the memory that was allocated from it. */
final class Part {

  private record Range(long address, long bytes, boolean onDevice) {}

  private final Driver driver;
  private final int first;
  private final AddressMap<Range> live = new AddressMap<>();

  /** All parts, this one included. */
  private final List<Part> all;

  /**
   * @param first the number that its first device has among all
   */
  Part(Driver driver, int first, List<Part> all) {
    this.driver = driver;
    this.first = first;
    this.all = all;
  }

  Driver driver() {
    return driver;
  }

  int first() {
    return first;
  }

  /** The number that {@code place} has for the driver. */
  int local(int place) {
    return place < 0 ? place : place - first;
  }

  boolean hasCostlyHostMemory() {
    return driver.hasCostlyHostMemory();
  }

  long allocateHost(long bytes) {
    return add(driver.allocateHost(bytes), bytes, false);
  }

  long allocate(Device device, long bytes) {
    try {
      return add(device.allocate(bytes), bytes, true);
    } catch (DriverException e) {
      throw global(e);
    }
  }

  private synchronized long add(long address, long bytes, boolean onDevice) {
    live.put(address, new Range(address, bytes, onDevice));
    return address;
  }

  /** Whether {@code address} is an allocation of this driver, which is freed then. */
  boolean free(long address) {
    synchronized (this) {
      if (live.remove(address) == null) {
        return false;
      }
    }
    driver.free(address);
    return true;
  }

  private synchronized Range at(long address) {
    Range below = live.floor(address);
    return below != null && address - below.address < below.bytes ? below : null;
  }

  /** The flag of a side of a copy: other memory than this driver's own is the program's. */
  private int external(long address, int flag) {
    if (at(address) != null) {
      return 0;
    }
    for (Part other : all) {
      Range range = other.at(address);
      if (range != null && range.onDevice) {
        throw new DriverException(
            CudaResult.CUDA_ERROR_NOT_SUPPORTED,
            "cuMemcpyAsync",
            first,
            "0x%x is memory of a device of '%s': copy by way of the host"
                .formatted(address, other.driver.name()));
      }
    }
    return flag;
  }

  /**
   * The flags of both sides of a copy.
   *
   * @throws DriverException CUDA_ERROR_NOT_SUPPORTED for memory of a device of another driver
   */
  int external(long destination, long source) {
    return external(destination, Submission.EXTERNAL_DESTINATION)
        | external(source, Submission.EXTERNAL_SOURCE);
  }

  /** {@code local}, with the device's number among all. */
  DriverException global(DriverException local) {
    return first == 0 || local == null || local.device() < 0
        ? local
        : new DriverException(
            local.result(), local.call(), local.device() + first, local.detail(), local);
  }
}
