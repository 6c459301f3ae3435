package org.grcuda.core.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.MangledParameters;
import org.grcuda.core.text.MangledName;
import org.grcuda.core.text.MangledName.MangledType;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;
import org.grcuda.core.type.StructType;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.types.GrCudaException;

/** Finds the kernel that a declaration means among those of a module. */
public final class KernelNames {

  private KernelNames() {}

  /**
   * The kernel of PTX that has the declared name as its symbol, or as its C++ name; among several
   * of one name, the one with the declared parameters.
   *
   * @param hint is added to the error if there is no such kernel
   * @throws GrCudaException if there is none, or several remain
   */
  public static PtxFunction find(
      KernelModule module, FunctionDeclaration declaration, String hint) {
    String name = declaration.qualifiedName();
    List<PtxFunction> kernels = module.ptx().entries();
    List<PtxFunction> candidates = new ArrayList<>();
    for (PtxFunction kernel : kernels) {
      if (kernel.name().equals(name)) {
        return kernel;
      }
      if (sourceName(kernel).equals(name)) {
        candidates.add(kernel);
      }
    }
    if (candidates.size() > 1 && declaration.parameters().isPresent()) {
      List<Parameter> parameters = declaration.parameters().get();
      keepIfAny(candidates, kernel -> kernel.parameters().size() == parameters.size());
      keepIfAny(candidates, kernel -> takes(kernel, parameters));
    }
    return switch (candidates.size()) {
      case 1 -> candidates.getFirst();
      case 0 -> throw missing(name, kernels, module.origin(), hint);
      default ->
          throw new GrCudaException(
              GrCudaException.Kind.VALUE,
              "kernel '"
                  + name
                  + "' is overloaded; give one of its symbols: "
                  + symbols(candidates));
    };
  }

  private static void keepIfAny(List<PtxFunction> candidates, Predicate<PtxFunction> wanted) {
    if (candidates.stream().anyMatch(wanted)) {
      candidates.removeIf(wanted.negate());
    }
  }

  /** Whether the mangled name has exactly these types; pointers to void match any. */
  private static boolean takes(PtxFunction kernel, List<Parameter> parameters) {
    List<MangledType> types =
        MangledName.parse(kernel.name()).map(MangledName::parameters).orElse(List.of());
    if (types.size() != parameters.size()) {
      return false;
    }
    for (int i = 0; i < types.size(); i++) {
      if (!isSame(types.get(i), parameters.get(i).type())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(MangledType mangled, ParameterType declared) {
    Optional<ScalarType> known = MangledParameters.type(mangled);
    return switch (declared) {
      case ParameterType.Pointer(ScalarType target) ->
          mangled.pointer()
              && (target == ScalarType.VOID || known.filter(target::equals).isPresent());
      case ParameterType.Scalar(ScalarType type) ->
          !mangled.pointer() && known.filter(type::equals).isPresent();
      case ParameterType.Bits bits -> true;
      case ParameterType.LowBytes low -> !mangled.pointer();
      case StructType struct -> !mangled.pointer() && known.isEmpty();
    };
  }

  private static String sourceName(PtxFunction kernel) {
    return MangledName.parse(kernel.name()).map(MangledName::name).orElse(kernel.name());
  }

  private static GrCudaException missing(
      String name, List<PtxFunction> kernels, String origin, String hint) {
    List<String> names = kernels.stream().map(KernelNames::sourceName).distinct().toList();
    String there =
        names.isEmpty()
            ? "; " + origin + " has no kernels"
            : Suggestions.didYouMean(name, names, "kernels in " + origin, String.join(", ", names));
    return new GrCudaException(
        GrCudaException.Kind.NOT_FOUND, "no kernel '" + name + "' in " + origin + there + hint);
  }

  private static String symbols(List<PtxFunction> kernels) {
    return String.join(", ", kernels.stream().map(PtxFunction::name).toList());
  }
}
