package org.grcuda.driver.nulldevice;

import java.util.EnumMap;
import java.util.Map;
import org.grcuda.driver.DeviceAttribute;

/**
 * What a {@link NullDriver} pretends to be.
 *
 * @param deviceCount number of devices, at least 1
 * @param deviceMemory bytes of memory of each device
 * @param hostMemory bytes of managed and pinned host memory that may be allocated at a time
 * @param realMemory whether managed and host allocations are memory that the process can read and
 *     write; otherwise, as for device allocations always, an address is a number only, and any
 *     amount costs nothing
 * @param peerAccess whether the devices can access each other's memory
 * @param logged whether {@link NullDriver#log} keeps every command
 * @param checked whether a submission is checked as CUDA would, and refused as a whole; otherwise
 *     it must be right, and costs nothing but its place in the queues
 * @param queueCapacity {@link org.grcuda.driver.Device#queueCapacity} of each device
 * @param attributes device attributes that differ from the default
 */
public record NullSettings(
    int deviceCount,
    long deviceMemory,
    long hostMemory,
    boolean realMemory,
    boolean peerAccess,
    boolean logged,
    boolean checked,
    int queueCapacity,
    Map<DeviceAttribute, Integer> attributes) {

  private static final long GIB = 1L << 30;

  public NullSettings {
    if (deviceCount < 1 || deviceMemory < 1 || hostMemory < 1) {
      throw new IllegalArgumentException(
          "deviceCount %d, deviceMemory %d, hostMemory %d: each must be at least 1"
              .formatted(deviceCount, deviceMemory, hostMemory));
    }
    attributes = Map.copyOf(attributes);
  }

  /** One device of 16 GiB, 64 GiB of host memory, real; peer access; logged; checked. */
  public static NullSettings defaults() {
    return new NullSettings(
        1, 16 * GIB, 64 * GIB, true, true, true, true, Integer.MAX_VALUE, Map.of());
  }

  /** This, with another number of devices. */
  public NullSettings withDevices(int count) {
    return new NullSettings(
        count,
        deviceMemory,
        hostMemory,
        realMemory,
        peerAccess,
        logged,
        checked,
        queueCapacity,
        attributes);
  }

  /** This, with another amount of memory, in bytes, on each device. */
  public NullSettings withDeviceMemory(long bytes) {
    return new NullSettings(
        deviceCount,
        bytes,
        hostMemory,
        realMemory,
        peerAccess,
        logged,
        checked,
        queueCapacity,
        attributes);
  }

  /** This, with another amount of host memory in bytes, real or as numbers only. */
  public NullSettings withHostMemory(long bytes, boolean real) {
    return new NullSettings(
        deviceCount,
        deviceMemory,
        bytes,
        real,
        peerAccess,
        logged,
        checked,
        queueCapacity,
        attributes);
  }

  /** This, with or without peer access. */
  public NullSettings withPeerAccess(boolean access) {
    return new NullSettings(
        deviceCount,
        deviceMemory,
        hostMemory,
        realMemory,
        access,
        logged,
        checked,
        queueCapacity,
        attributes);
  }

  /** This, keeping every command or none. */
  public NullSettings withLog(boolean kept) {
    return new NullSettings(
        deviceCount,
        deviceMemory,
        hostMemory,
        realMemory,
        peerAccess,
        kept,
        checked,
        queueCapacity,
        attributes);
  }

  /** This, checking what is submitted or not. */
  public NullSettings withChecks(boolean made) {
    return new NullSettings(
        deviceCount,
        deviceMemory,
        hostMemory,
        realMemory,
        peerAccess,
        logged,
        made,
        queueCapacity,
        attributes);
  }

  /** This, with queues that so many unfinished submissions fill; nothing blocks all the same. */
  public NullSettings withQueueCapacity(int submissions) {
    return new NullSettings(
        deviceCount,
        deviceMemory,
        hostMemory,
        realMemory,
        peerAccess,
        logged,
        checked,
        submissions,
        attributes);
  }

  /** This, with another value of one device attribute. */
  public NullSettings withAttribute(DeviceAttribute attribute, int value) {
    Map<DeviceAttribute, Integer> changed = new EnumMap<>(DeviceAttribute.class);
    changed.putAll(attributes);
    changed.put(attribute, value);
    return new NullSettings(
        deviceCount,
        deviceMemory,
        hostMemory,
        realMemory,
        peerAccess,
        logged,
        checked,
        queueCapacity,
        changed);
  }
}
