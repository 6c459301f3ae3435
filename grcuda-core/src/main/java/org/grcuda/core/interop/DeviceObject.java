package org.grcuda.core.interop;

import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;

/** A device as guest programs hold it. */
public final class DeviceObject extends GuestObject<DeviceObject> {

  static final MetaObject META = new MetaObject("Device", DeviceObject.class);

  private static final Members<DeviceObject> MEMBERS =
      new Members<DeviceObject>("a device")
          .property("id", object -> object.device.ordinal())
          .property("properties", DeviceObject::properties)
          .property("property", DeviceObject::properties)
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final Device device;

  /** The guest object for {@code device}. */
  public DeviceObject(Device device) {
    super(MEMBERS);
    this.device = device;
  }

  private static Object properties(DeviceObject object) {
    Device device = object.device;
    Record properties =
        new Record("device properties")
            .with("deviceName", device.name())
            .with("totalDeviceMemory", device.totalMemory())
            .with("freeDeviceMemory", device.freeMemory());
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
