package org.grcuda.runtime.stream;

import java.util.Arrays;
import java.util.Objects;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.computation.Places;

/**
 * The devices that computations may run on, and which of them each thread of the program made
 * current.
 */
public final class DevicesManager {

  private final Device[] devices;
  private final boolean wantDetails;
  private final ThreadLocal<Integer> current = ThreadLocal.withInitial(() -> 0);

  public DevicesManager(Driver driver) {
    if (driver.deviceCount() > Places.MAX_DEVICES) {
      throw new IllegalArgumentException(
          driver.deviceCount() + " devices; at most " + Places.MAX_DEVICES + " are supported");
    }
    wantDetails = driver.hasVirtualTime();
    devices = new Device[driver.deviceCount()];
    for (int i = 0; i < devices.length; i++) {
      devices[i] = driver.device(i);
    }
  }

  /** Number of devices, at least 1. */
  public int count() {
    return devices.length;
  }

  /**
   * Whether launches should tell the devices what they access and cost, as simulated devices need.
   */
  public boolean wantDetails() {
    return wantDetails;
  }

  /** Whether any of them takes long for prefetches ({@link Device#hasSlowPrefetches}). */
  public boolean haveSlowPrefetches() {
    return Arrays.stream(devices).anyMatch(Device::hasSlowPrefetches);
  }

  /** Whether all are of one model. */
  public boolean areAlike() {
    return Arrays.stream(devices).map(Device::name).distinct().count() == 1;
  }

  /** Number of multiprocessors of the device that has the fewest. */
  public int leastMultiprocessors() {
    return Arrays.stream(devices)
        .mapToInt(device -> device.attribute(DeviceAttribute.MULTIPROCESSOR_COUNT))
        .min()
        .orElseThrow();
  }

  /** Device {@code ordinal}, from 0. */
  public Device device(int ordinal) {
    return devices[ordinal];
  }

  /** All of them: bit d for device d. */
  public long all() {
    return -1L >>> (Long.SIZE - devices.length);
  }

  /**
   * Ordinal of the current device of the calling thread, which {@code single-gpu} uses; 0 at first.
   */
  public int current() {
    return devices.length == 1 ? 0 : current.get();
  }

  /**
   * Makes device {@code ordinal} current for the calling thread (cudaSetDevice).
   *
   * @throws IndexOutOfBoundsException if there is no such device
   */
  public void setCurrent(int ordinal) {
    Objects.checkIndex(ordinal, devices.length);
    current.set(ordinal);
  }
}
