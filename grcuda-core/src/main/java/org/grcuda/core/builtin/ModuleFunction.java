package org.grcuda.core.builtin;

import java.util.function.Function;
import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.kernel.CudaSource;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.GrCudaException;

/**
 * {@code module(textOrPath, options)}: a whole CUDA file, with code of the host, as a namespace of
 * its kernels. {@code buildkernels(textOrPath, options)} has nothing but them.
 */
final class ModuleFunction extends FunctionObject {

  private final GuestContext context;
  private final Function<CudaModule, Namespace> result;

  private ModuleFunction(
      String name, GuestContext context, Function<CudaModule, Namespace> result) {
    super(name, 1, 2);
    this.context = context;
    this.result = result;
  }

  static ModuleFunction module(GuestContext context) {
    return new ModuleFunction("module", context, CudaModule::namespace);
  }

  static ModuleFunction buildKernels(GuestContext context) {
    return new ModuleFunction("buildkernels", context, CudaModule::allKernels);
  }

  @Override
  protected Object call(Object[] arguments) {
    String given = Values.string(name() + ", argument 1 'source'", arguments[0]);
    if (given.isBlank()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          name() + ", argument 1 'source': expected CUDA C++ or the path of a file, given nothing");
    }
    CompileOptions options = CompileOptionsReader.NONE;
    if (arguments.length == 2) {
      options = CompileOptionsReader.read(name() + ", argument 2 'options'", arguments[1]);
    }
    context.session().checkOpen();
    CudaSource source = CudaSource.of(context.session().files(), given);
    return result.apply(new CudaModule(context, source, options));
  }
}
