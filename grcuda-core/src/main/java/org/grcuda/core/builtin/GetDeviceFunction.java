package org.grcuda.core.builtin;

import org.grcuda.core.interop.DeviceObject;
import org.grcuda.core.interop.FunctionObject;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.Values;

/** {@code getdevice(k)}: device {@code k}. */
final class GetDeviceFunction extends FunctionObject {

  private final GuestContext context;

  GetDeviceFunction(GuestContext context) {
    super("getdevice", 1, 1);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    int last = context.session().deviceCount() - 1;
    int ordinal = Values.integer("getdevice, argument 1 'device'", arguments[0], 0, last);
    return new DeviceObject(context.session().driver().device(ordinal));
  }
}
