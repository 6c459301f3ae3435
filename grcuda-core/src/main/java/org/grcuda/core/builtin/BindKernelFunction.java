package org.grcuda.core.builtin;

import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.KernelObject;

/**
 * {@code bindkernel(file, "[cxx ][ns::]name(x: in pointer float, n: sint32)")}, {@code
 * bindkernel(file, "name", "const pointer, sint32")} or {@code bindkernel(file, "name")}: a kernel
 * of a file that was compiled before.
 */
final class BindKernelFunction extends FunctionObject {

  private static final String NAME = "bindkernel";

  private final GuestContext context;

  BindKernelFunction(GuestContext context) {
    super(NAME, 2, 3);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    String file = Values.string(NAME + ", argument 1 'file'", arguments[0]);
    String signature = Values.string(NAME + ", argument 2 'signature'", arguments[1]);
    String types =
        arguments.length < 3 ? null : Values.string(NAME + ", argument 3 'types'", arguments[2]);
    return new KernelObject(context, context.session().kernels().bind(file, signature, types));
  }
}
