package org.grcuda;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.grcuda.core.engine.Devices;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DeviceKind;
import org.grcuda.runtime.memory.Traffic;

/** A device in use. */
public final class CudaDevice extends Endpoint {

  private final Devices devices;
  private final Device device;

  CudaDevice(Devices devices, int ordinal) {
    super(org.grcuda.core.route.Endpoint.device(ordinal));
    this.devices = devices;
    this.device = devices.get(ordinal);
  }

  /** Its number, from 0. */
  public int ordinal() {
    return device.ordinal();
  }

  /** Its marketing name. */
  public String name() {
    return device.name();
  }

  /** What it is: as {@link Kernel#on} takes it. */
  public DeviceKind kind() {
    return device.kind();
  }

  /** Bytes of memory in all. */
  public long totalMemory() {
    return device.totalMemory();
  }

  /** Bytes of memory that nothing takes up now. */
  public long freeMemory() {
    return devices.freeMemory(ordinal());
  }

  /**
   * What was moved to and from it so far, where memory is replicated ({@code MemoryManager}):
   * loads, write-backs, evictions. Zeros where the driver moves memory.
   */
  public Traffic traffic() {
    return devices.traffic(ordinal());
  }

  /** Every attribute by its name, such as {@code warpSize} (cudaDeviceGetAttribute). */
  public Map<String, Integer> attributes() {
    Map<String, Integer> attributes = new LinkedHashMap<>();
    Arrays.stream(DeviceAttribute.values())
        .forEach(each -> attributes.put(each.propertyName(), device.attribute(each)));
    return Collections.unmodifiableMap(attributes);
  }

  /** Whether it is the current device of the calling thread. */
  public boolean isCurrent() {
    return devices.current() == ordinal();
  }

  /**
   * Makes it the current device of the calling thread, in this context (cudaSetDevice): new streams
   * are its, and under the policy {@code single-gpu} so are computations on no stream.
   */
  public void setCurrent() {
    devices.makeCurrent(ordinal());
  }

  /** Whether it can access the memory of {@code peer} directly (cudaDeviceCanAccessPeer). */
  public boolean canAccess(CudaDevice peer) {
    return devices.canAccessPeer(ordinal(), peer.ordinal());
  }

  /** Number and name. */
  @Override
  public String toString() {
    return "device " + ordinal() + ": " + name();
  }
}
