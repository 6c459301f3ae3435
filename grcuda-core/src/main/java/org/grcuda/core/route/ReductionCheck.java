package org.grcuda.core.route;

import java.util.Arrays;
import java.util.List;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.type.Direction;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;
import org.grcuda.core.type.StructType;
import org.grcuda.runtime.computation.Places;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** Refuses what a {@link TreeReduction} cannot combine. */
final class ReductionCheck {

  private ReductionCheck() {}

  /** Refuses endpoints where no kernel runs. */
  static void endpoints(List<Endpoint> endpoints) {
    if (endpoints.stream().anyMatch(endpoint -> endpoint.place() == Places.HOST)) {
      throw refuse(
          GrCudaException.Kind.UNSUPPORTED,
          "kernels combine the arrays, and none run on the host: expected a router between"
              + " devices");
    }
  }

  /** Refuses another number of arrays, other shapes than the first's, and other places. */
  static void arrays(List<Endpoint> endpoints, List<NdArray> arrays) {
    if (arrays.size() != endpoints.size()) {
      throw refuse(
          GrCudaException.Kind.VALUE,
          "expected "
              + endpoints.size()
              + " arrays, one for each endpoint, given "
              + arrays.size());
    }
    for (int i = 0; i < arrays.size(); i++) {
      NdArray array = arrays.get(i);
      alike("array " + i, array, arrays.getFirst());
      int home = array.storage().allocation().home();
      if (home != Places.HOST && home != endpoints.get(i).place()) {
        throw refuse(
            GrCudaException.Kind.VALUE,
            "array "
                + i
                + " stays on device "
                + home
                + ": expected one at "
                + endpoints.get(i)
                + ", on device "
                + endpoints.get(i).place());
      }
    }
  }

  private static void alike(String what, NdArray array, NdArray first) {
    if (!Arrays.equals(array.shape(), first.shape())) {
      throw refuse(
          GrCudaException.Kind.VALUE,
          what + ": expected " + first.describe() + ", as array 0, given " + array.describe());
    }
  }

  /** Refuses a result of another shape, or one that shares elements with another array. */
  static void result(List<NdArray> arrays, NdArray result) {
    alike("out", result, arrays.getFirst());
    for (int i = 0; i < arrays.size(); i++) {
      boolean isInPlace = i == 0 && result.region().equals(arrays.getFirst().region());
      if (!isInPlace && result.region().overlaps(arrays.get(i).region())) {
        throw refuse(GrCudaException.Kind.VALUE, "out shares elements with array " + i);
      }
    }
  }

  /** Refuses a kernel that does not combine the elements of one array into those of another. */
  static void kernel(GpuKernel kernel, ElementType type) {
    List<Parameter> parameters = kernel.signature().parameters();
    boolean fits =
        parameters.size() == 3
            && isArray(parameters.get(0), type)
            && isArray(parameters.get(1), type)
            && parameters.get(0).direction() == Direction.INOUT
            && isInteger(parameters.get(2).type());
    if (!fits) {
      throw refuse(
          GrCudaException.Kind.TYPE,
          "expected a kernel (x: inout pointer "
              + type
              + ", y: in pointer "
              + type
              + ", n: sint64), which combines n elements of y into those of x; given kernel "
              + kernel.signature().text());
    }
  }

  private static boolean isArray(Parameter parameter, ElementType type) {
    return parameter.type() instanceof ParameterType.Pointer(ScalarType target)
        && target.accepts(type);
  }

  private static boolean isInteger(ParameterType type) {
    return switch (type) {
      case ParameterType.Scalar(ScalarType scalar) ->
          scalar.elementType().filter(ElementType::isInteger).isPresent();
      case ParameterType.LowBytes low -> true;
      case ParameterType.Bits bits -> true;
      case ParameterType.Pointer pointer -> false;
      case StructType struct -> false;
    };
  }

  static GrCudaException refuse(GrCudaException.Kind kind, String reason) {
    return new GrCudaException(kind, "reduce: " + reason);
  }
}
