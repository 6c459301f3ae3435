package org.grcuda.core.builtin;

import org.grcuda.core.interop.FunctionObject;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.KernelObject;
import org.grcuda.core.interop.Values;

/**
 * {@code buildkernel(source, "name(x: in pointer float, n: sint32)")}, {@code buildkernel(source,
 * "name", "const pointer, sint32")} or {@code buildkernel(source, "name")}: compiles CUDA C++ and
 * gives a kernel. Without a signature the parameters are taken from the compiled code.
 */
final class BuildKernelFunction extends FunctionObject {

  private final GuestContext context;

  BuildKernelFunction(GuestContext context) {
    super("buildkernel", 2, 3);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    String source = Values.string("buildkernel, argument 1 'source'", arguments[0]);
    String signature = Values.string("buildkernel, argument 2 'signature'", arguments[1]);
    String types =
        arguments.length < 3
            ? null
            : Values.string("buildkernel, argument 3 'types'", arguments[2]);
    return new KernelObject(context.session().buildKernel(source, signature, types));
  }
}
