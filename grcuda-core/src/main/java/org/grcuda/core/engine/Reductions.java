package org.grcuda.core.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Reduction;

/** The kernels that combine arrays element by element, compiled when they are first asked for. */
public final class Reductions {

  private static final String PARAMETERS = "(x: inout pointer void, y: in pointer void, n: sint64)";

  private final Session session;
  private final Map<String, GpuKernel> kernels = new ConcurrentHashMap<>();

  Reductions(Session session) {
    this.session = session;
  }

  /**
   * The kernel that stores the combination of {@code x[i]} and {@code y[i]} in {@code x[i]}.
   *
   * @throws GrCudaException if elements of {@code type} cannot be combined so
   */
  public GpuKernel kernel(Reduction reduction, ElementType type) {
    if (!reduction.isOf(type)) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          "reduce: there is no " + reduction.optionName() + " of " + type);
    }
    String name = "combine<" + operation(reduction) + ", " + Conversions.cuda(type) + ">";
    // The thread may run other code of the program while it waits for the compiler.
    GpuKernel kernel = kernels.get(name);
    if (kernel == null) {
      String source = Conversions.source("reduce.cu");
      kernel = session.kernels().build(source, name + PARAMETERS, null, CompileOptions.NONE);
      kernels.put(name, kernel);
    }
    return kernel;
  }

  private static String operation(Reduction reduction) {
    return switch (reduction) {
      case SUM -> "Sum";
      case PROD -> "Prod";
      case MIN -> "Min";
      case MAX -> "Max";
    };
  }
}
