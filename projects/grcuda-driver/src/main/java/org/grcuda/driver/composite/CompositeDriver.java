package org.grcuda.driver.composite;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.HostWaiter;

/**
 * The devices of several drivers, those of the first driver first. Host memory comes from the first
 * driver; to the others it is memory of the program. There is no managed memory, and no copy from a
 * device of one driver to one of another: data passes the host.
 */
public final class CompositeDriver implements Driver {

  private final String name;
  private final List<Part> parts = new ArrayList<>();
  private final List<CompositeDevice> devices = new ArrayList<>();
  private final Bridge bridge = new Bridge();
  private boolean closed;

  /**
   * Takes over {@code drivers}, which are closed with it.
   *
   * @param drivers at least two, whose devices live in real time and whose memory is real
   * @throws DriverException CUDA_ERROR_NOT_SUPPORTED if time is virtual for one of them
   */
  public CompositeDriver(List<Driver> drivers) {
    name = drivers.stream().map(Driver::name).collect(Collectors.joining("+"));
    for (Driver driver : drivers) {
      if (driver.hasVirtualTime()) {
        throw new DriverException(
            CudaResult.CUDA_ERROR_NOT_SUPPORTED,
            "cuInit",
            -1,
            "the devices of '" + driver.name() + "' have a time of their own: use them alone");
      }
      Part part = new Part(driver, devices.size(), parts);
      parts.add(part);
      for (int i = 0; i < driver.deviceCount(); i++) {
        devices.add(new CompositeDevice(devices.size(), driver.device(i), part, bridge));
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int deviceCount() {
    return devices.size();
  }

  @Override
  public Device device(int ordinal) {
    return requireDevice(ordinal);
  }

  private CompositeDevice requireDevice(int ordinal) {
    return DriverException.requireDevice(devices, ordinal);
  }

  @Override
  public boolean canAccessPeer(int device, int peer) {
    Part part = requireDevice(device).part();
    return part == requireDevice(peer).part()
        && part.driver().canAccessPeer(device - part.first(), peer - part.first());
  }

  @Override
  public boolean copiesBetween(int from, int to) {
    return requireDevice(from).part() == requireDevice(to).part();
  }

  /** Refused: no memory moves by itself between devices of different drivers. */
  @Override
  public long allocateManaged(long bytes) {
    throw new DriverException(
        CudaResult.CUDA_ERROR_NOT_SUPPORTED,
        "cuMemAllocManaged",
        -1,
        "the devices of '" + name + "' share no managed memory");
  }

  @Override
  public long allocateHost(long bytes) {
    return parts.getFirst().allocateHost(bytes);
  }

  @Override
  public boolean hasCostlyHostMemory() {
    return parts.getFirst().hasCostlyHostMemory();
  }

  @Override
  public void free(long address) {
    for (Part part : parts) {
      if (part.free(address)) {
        return;
      }
    }
    throw new DriverException(
        CudaResult.CUDA_ERROR_INVALID_VALUE,
        "cuMemFree",
        -1,
        "0x%x is not the address of a live allocation".formatted(address));
  }

  @Override
  public boolean tellsOfInstructions() {
    return parts.stream().anyMatch(part -> part.driver().tellsOfInstructions());
  }

  @Override
  public boolean hasCheapQueries() {
    return parts.stream().allMatch(part -> part.driver().hasCheapQueries());
  }

  @Override
  public boolean hasRealMemory() {
    return parts.stream().allMatch(part -> part.driver().hasRealMemory());
  }

  @Override
  public void waitWith(HostWaiter waiter) {
    parts.forEach(part -> part.driver().waitWith(waiter));
  }

  /** Also of a way that passes the host, if both halves are known. */
  @Override
  public double bandwidth(int from, int to) {
    if (from < 0 || to < 0 || copiesBetween(from, to)) {
      Part part = requireDevice(Math.max(from, to)).part();
      return part.driver().bandwidth(part.local(from), part.local(to));
    }
    double out = bandwidth(from, -1);
    double in = bandwidth(-1, to);
    return out > 0 && in > 0 ? 1 / (1 / out + 1 / in) : 0;
  }

  @Override
  public void stop(String reason) {
    parts.forEach(part -> part.driver().stop(reason));
  }

  @Override
  public long progress() {
    return parts.stream().mapToLong(part -> part.driver().progress()).sum();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      bridge.close();
      parts.forEach(part -> part.driver().close());
    }
  }
}
