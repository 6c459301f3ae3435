package org.grcuda.core.builtin;

import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.kernel.CudaSource;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.GrCudaException;

/**
 * {@code module(textOrPath, options)}: a whole CUDA file, with code of the host, as a namespace of
 * its kernels.
 */
final class ModuleFunction extends FunctionObject {

  private static final String NAME = "module";

  private final GuestContext context;

  ModuleFunction(GuestContext context) {
    super(NAME, 1, 2);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    String given = Values.string(NAME + ", argument 1 'source'", arguments[0]);
    if (given.isBlank()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          NAME + ", argument 1 'source': expected CUDA C++ or the path of a file, given nothing");
    }
    CompileOptions options = CompileOptionsReader.NONE;
    if (arguments.length == 2) {
      options = CompileOptionsReader.read(NAME + ", argument 2 'options'", arguments[1]);
    }
    context.session().checkOpen();
    CudaSource source = CudaSource.of(context.session().files(), given);
    return new CudaModule(context, source, options).namespace();
  }
}
