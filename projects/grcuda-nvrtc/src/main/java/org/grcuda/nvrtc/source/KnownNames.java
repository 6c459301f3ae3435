package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.nvrtc.source.Token.Kind;

/** What is known of the macros that conditions ask for, of the files' own and of NVRTC's. */
final class KnownNames {

  /** Stands for {@code defined(name)} where that is not known. */
  private static final String NO_ANSWER = "<unknown>";

  /** Macros of NVRTC whose values do not matter here, found by trying NVRTC 12.9. */
  private static final Set<String> OF_THE_COMPILER =
      Set.of(
          "__CUDACC_VER_MAJOR__",
          "__CUDACC_VER_MINOR__",
          "__CUDACC_VER_BUILD__",
          "CUDART_VERSION",
          "NULL",
          "assert",
          "__host__",
          "__device__",
          "__global__",
          "__constant__",
          "__shared__",
          "__managed__",
          "__grid_constant__",
          "__cluster_dims__",
          "__forceinline__",
          "__noinline__",
          "__launch_bounds__",
          "__align__",
          "__builtin_align__",
          "__device_builtin__",
          "__no_return__",
          "__maxnreg__",
          "__thread__",
          "CUDARTAPI",
          "CUDART_CB",
          "__COMMON_FUNCTIONS_H__",
          "__CUDA_RUNTIME_API_H__",
          "__CUDA_RUNTIME_H__",
          "__DEVICE_ATOMIC_FUNCTIONS_H__",
          "__DEVICE_DOUBLE_FUNCTIONS_H__",
          "__DEVICE_FUNCTIONS_H__",
          "__DEVICE_LAUNCH_PARAMETERS_H__",
          "__DEVICE_TYPES_H__",
          "__DRIVER_TYPES_H__",
          "__HOST_CONFIG_H__",
          "__HOST_DEFINES_H__",
          "__LIBRARY_TYPES_H__",
          "__MATH_FUNCTIONS_H__",
          "__SM_100_RT_H__",
          "__SM_30_INTRINSICS_H__",
          "__SM_32_INTRINSICS_H__",
          "__SM_35_ATOMIC_FUNCTIONS_H__",
          "__SM_35_INTRINSICS_H__",
          "__SM_80_RT_H__",
          "__SM_90_RT_H__",
          "__SURFACE_INDIRECT_FUNCTIONS_H__",
          "__SURFACE_TYPES_H__",
          "__TEXTURE_INDIRECT_FUNCTIONS_H__",
          "__TEXTURE_TYPES_H__",
          "__VECTOR_FUNCTIONS_H__",
          "__VECTOR_TYPES_H__",
          "__LINE__",
          "__FILE__",
          "__DATE__",
          "__TIME__");

  /** How names begin that the compiler, or headers of NVIDIA's, may define. */
  private static final List<String> OF_THE_COMPILERS_VERSION =
      List.of("__cpp_", "__has_", "__CUDA_ARCH_", "__CUDACC_");

  private static final List<String> OF_HEADERS =
      List.of(
          "CUDA_",
          "CUDART_",
          "__CUDA_",
          "CURAND",
          "CUB_",
          "THRUST_",
          "CCCL_",
          "_CCCL_",
          "_LIBCUDACXX_");

  private final Macros macros;
  private final Set<String> provided;
  private final Set<String> unsure = new HashSet<>();

  /**
   * @param provided headers of the compiler that were included so far
   */
  KnownNames(Macros macros, Set<String> provided) {
    this.macros = macros;
    this.provided = provided;
  }

  /** Notes a directive that defines a macro or removes it, where the compiler may see it or not. */
  void note(List<Token> directive, boolean mayBeSkipped) {
    if (mayBeSkipped && directive.size() > 1) {
      unsure.add(directive.get(1).text());
    }
  }

  /** Whether a macro is defined: 1 or 0; null if it is not known. */
  Long isDefined(String name) {
    if (unsure.contains(name)) {
      return null;
    }
    if (macros.find(name) != null || OF_THE_COMPILER.contains(name)) {
      return 1L;
    }
    return isForeign(name) ? null : Long.valueOf(0);
  }

  /** Whether the value of a name that no macro of the files replaces is not known. */
  boolean isUnknown(String name) {
    return name.equals(NO_ANSWER)
        || unsure.contains(name)
        || OF_THE_COMPILER.contains(name)
        || isForeign(name);
  }

  private boolean isForeign(String name) {
    return OF_THE_COMPILERS_VERSION.stream().anyMatch(name::startsWith)
        || !provided.isEmpty() && OF_HEADERS.stream().anyMatch(name::startsWith);
  }

  /** A condition with {@code defined(name)} answered. */
  List<Token> answered(List<Token> condition) {
    List<Token> out = new ArrayList<>();
    for (int i = 0; i < condition.size(); i++) {
      Token token = condition.get(i);
      if (!token.is("defined") || i + 1 == condition.size()) {
        out.add(unsure.contains(token.text()) ? answer(token, null) : token);
        continue;
      }
      boolean bracket = condition.get(i + 1).is("(") && i + 3 < condition.size();
      Token name = condition.get(bracket ? i + 2 : i + 1);
      out.add(answer(token, isDefined(name.text())));
      i += bracket ? 3 : 1;
    }
    return out;
  }

  private static Token answer(Token at, Long value) {
    Kind kind = value == null ? Kind.NAME : Kind.NUMBER;
    String text = value == null ? NO_ANSWER : value.toString();
    return new Token(kind, text, at.file(), at.start(), at.end());
  }
}
