package org.grcuda.core.builtin;

import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.KernelObject;

/**
 * {@code buildkernel(source, "name(x: in pointer float, n: sint32)")}, {@code buildkernel(source,
 * "name", "const pointer, sint32")} or {@code buildkernel(source, "name")}, with a dictionary of
 * compile options as last argument: compiles CUDA C++ and gives a kernel. Without a signature the
 * parameters are taken from the compiled code.
 */
final class BuildKernelFunction extends FunctionObject {

  private static final String NAME = "buildkernel";

  private final GuestContext context;

  BuildKernelFunction(GuestContext context) {
    super(NAME, 2, 4);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    String source = Values.string(NAME + ", argument 1 'source'", arguments[0]);
    String signature = Values.string(NAME + ", argument 2 'signature'", arguments[1]);
    int last = arguments.length - 1;
    boolean typed = last == 3 || last == 2 && Values.isString(arguments[2]);
    String types = typed ? Values.string(NAME + ", argument 3 'types'", arguments[2]) : null;
    var options = CompileOptionsReader.NONE;
    if (last == (typed ? 3 : 2)) {
      options = CompileOptionsReader.read(NAME + ", argument " + (last + 1), arguments[last]);
    }
    return new KernelObject(
        context, context.session().kernels().build(source, signature, types, options));
  }
}
