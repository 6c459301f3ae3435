package org.grcuda.core.builtin;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.core.interop.DeviceObject;
import org.grcuda.core.interop.FunctionObject;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.GuestList;

/** {@code getdevices()}: the devices in use, by their ordinals. */
final class GetDevicesFunction extends FunctionObject {

  private final GuestContext context;

  GetDevicesFunction(GuestContext context) {
    super("getdevices", 0, 0);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    List<DeviceObject> devices = new ArrayList<>();
    for (int i = 0; i < context.session().deviceCount(); i++) {
      devices.add(new DeviceObject(context.session().driver().device(i)));
    }
    return GuestList.of(devices);
  }
}
