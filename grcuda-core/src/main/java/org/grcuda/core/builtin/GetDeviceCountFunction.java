package org.grcuda.core.builtin;

import org.grcuda.core.interop.FunctionObject;
import org.grcuda.core.interop.GuestContext;

/** {@code cudaGetDeviceCount()}: the number of devices in use. */
final class GetDeviceCountFunction extends FunctionObject {

  private final GuestContext context;

  GetDeviceCountFunction(GuestContext context) {
    super("cudaGetDeviceCount", 0, 0);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    return context.session().deviceCount();
  }
}
