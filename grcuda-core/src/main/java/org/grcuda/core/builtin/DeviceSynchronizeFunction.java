package org.grcuda.core.builtin;

import org.grcuda.core.interop.FunctionObject;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.GuestNull;

/** {@code cudaDeviceSynchronize()}: waits for everything submitted so far, on every device. */
final class DeviceSynchronizeFunction extends FunctionObject {

  private final GuestContext context;

  DeviceSynchronizeFunction(GuestContext context) {
    super("cudaDeviceSynchronize", 0, 0);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    context.session().synchronize();
    return GuestNull.INSTANCE;
  }
}
