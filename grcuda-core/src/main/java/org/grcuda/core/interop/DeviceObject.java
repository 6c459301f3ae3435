package org.grcuda.core.interop;

import org.grcuda.core.engine.Devices;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Record;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.runtime.memory.Traffic;

/** A device as guest programs hold it. */
public final class DeviceObject extends GuestObject<DeviceObject> {

  static final MetaObject META = new MetaObject("Device", DeviceObject.class);

  private static final Members<DeviceObject> MEMBERS =
      new Members<DeviceObject>("a device")
          .property("id", DeviceObject::id)
          .property("index", DeviceObject::id)
          .property("kind", object -> object.device.kind().toString())
          .property("properties", DeviceObject::properties)
          .property("property", DeviceObject::properties)
          .method("isCurrent", 0, 0, (object, arguments) -> object.devices.current() == object.id())
          .method("setCurrent", 0, 0, DeviceObject::setCurrent)
          .method("traffic", 0, 0, (object, arguments) -> traffic(object))
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final Devices devices;
  private final Device device;

  /** The guest object for device {@code ordinal}. */
  public DeviceObject(Devices devices, int ordinal) {
    super(MEMBERS);
    this.devices = devices;
    this.device = devices.get(ordinal);
  }

  /** Its number, from 0. */
  public int id() {
    return device.ordinal();
  }

  private static Object setCurrent(DeviceObject object, Object[] arguments) {
    object.devices.makeCurrent(object.id());
    return GuestNull.INSTANCE;
  }

  private static Object traffic(DeviceObject object) {
    Traffic traffic = object.devices.traffic(object.id());
    return new Record("what a device has loaded and given up")
        .with("loads", traffic.loads())
        .with("peerLoads", traffic.peerLoads())
        .with("reloads", traffic.reloads())
        .with("writeBacks", traffic.writeBacks())
        .with("evictions", traffic.evictions());
  }

  private static Object properties(DeviceObject object) {
    Device device = object.device;
    Record properties =
        new Record("device properties")
            .with("deviceName", device.name())
            .with("totalDeviceMemory", device.totalMemory())
            .withLive("freeDeviceMemory", () -> object.devices.freeMemory(object.id()));
    for (DeviceAttribute attribute : DeviceAttribute.values()) {
      properties.with(attribute.propertyName(), device.attribute(attribute));
    }
    return properties;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "device " + device.ordinal() + ": " + device.name();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
