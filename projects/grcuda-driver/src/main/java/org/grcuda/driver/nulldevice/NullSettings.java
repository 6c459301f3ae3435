package org.grcuda.driver.nulldevice;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.grcuda.driver.DeviceAttribute;

/**
 * What a {@link NullDriver} pretends to be.
 *
 * @param deviceCount number of devices, at least 1
 * @param deviceMemory bytes of memory of each device
 * @param hostMemory bytes of managed and pinned host memory that may be allocated at a time
 * @param realMemory whether managed and host allocations are memory that the process can read and
 *     write; otherwise, and always for device allocations, an address is only a number, and any
 *     amount costs nothing
 * @param peerAccess whether the devices can access each other's memory
 * @param logged whether {@link NullDriver#log} keeps every command
 * @param checked whether a submission is checked as CUDA would, and refused as a whole; otherwise
 *     it must be correct, and costs only its place in the queues
 * @param queueCapacity {@link org.grcuda.driver.Device#queueCapacity} of each device
 * @param costlyEvents {@link org.grcuda.driver.Device#hasCostlyEvents} of each device
 * @param slowPrefetches {@link org.grcuda.driver.Device#hasSlowPrefetches} of each device
 * @param costlyHostMemory {@link org.grcuda.driver.Driver#hasCostlyHostMemory}
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
    boolean costlyEvents,
    boolean slowPrefetches,
    boolean costlyHostMemory,
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
        1,
        16 * GIB,
        64 * GIB,
        true,
        true,
        true,
        true,
        Integer.MAX_VALUE,
        false,
        false,
        false,
        Map.of());
  }

  /** This, with another number of devices. */
  public NullSettings withDevices(int count) {
    return with(copy -> copy.deviceCount = count);
  }

  /** This, with another amount of memory, in bytes, on each device. */
  public NullSettings withDeviceMemory(long bytes) {
    return with(copy -> copy.deviceMemory = bytes);
  }

  /** This, with another amount of host memory in bytes, real or as numbers only. */
  public NullSettings withHostMemory(long bytes, boolean real) {
    return with(
        copy -> {
          copy.hostMemory = bytes;
          copy.realMemory = real;
        });
  }

  /** This, with or without peer access. */
  public NullSettings withPeerAccess(boolean access) {
    return with(copy -> copy.peerAccess = access);
  }

  /** This, keeping every command or none. */
  public NullSettings withLog(boolean kept) {
    return with(copy -> copy.logged = kept);
  }

  /** This, checking what is submitted or not. */
  public NullSettings withChecks(boolean made) {
    return with(copy -> copy.checked = made);
  }

  /** This, with queues that this many unfinished submissions fill; still nothing blocks. */
  public NullSettings withQueueCapacity(int submissions) {
    return with(copy -> copy.queueCapacity = submissions);
  }

  /** This, with events that are said to be costly or not; kernels that fail spoil no others. */
  public NullSettings withCostlyEvents(boolean costly) {
    return with(copy -> copy.costlyEvents = costly);
  }

  /** This, with prefetches that are said to be slow or not; nothing takes longer. */
  public NullSettings withSlowPrefetches(boolean slow) {
    return with(copy -> copy.slowPrefetches = slow);
  }

  /** This, with page-locked host memory that is said to be costly or not. */
  public NullSettings withCostlyHostMemory(boolean costly) {
    return with(copy -> copy.costlyHostMemory = costly);
  }

  /** This, with another value of one device attribute. */
  public NullSettings withAttribute(DeviceAttribute attribute, int value) {
    return with(copy -> copy.attributes.put(attribute, value));
  }

  private NullSettings with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.settings();
  }

  /** All of it, to be changed. */
  private static final class Copy {

    private int deviceCount;
    private long deviceMemory;
    private long hostMemory;
    private boolean realMemory;
    private boolean peerAccess;
    private boolean logged;
    private boolean checked;
    private int queueCapacity;
    private boolean costlyEvents;
    private boolean slowPrefetches;
    private boolean costlyHostMemory;
    private final Map<DeviceAttribute, Integer> attributes = new EnumMap<>(DeviceAttribute.class);

    Copy(NullSettings of) {
      deviceCount = of.deviceCount;
      deviceMemory = of.deviceMemory;
      hostMemory = of.hostMemory;
      realMemory = of.realMemory;
      peerAccess = of.peerAccess;
      logged = of.logged;
      checked = of.checked;
      queueCapacity = of.queueCapacity;
      costlyEvents = of.costlyEvents;
      slowPrefetches = of.slowPrefetches;
      costlyHostMemory = of.costlyHostMemory;
      attributes.putAll(of.attributes);
    }

    NullSettings settings() {
      return new NullSettings(
          deviceCount,
          deviceMemory,
          hostMemory,
          realMemory,
          peerAccess,
          logged,
          checked,
          queueCapacity,
          costlyEvents,
          slowPrefetches,
          costlyHostMemory,
          attributes);
    }
  }
}
