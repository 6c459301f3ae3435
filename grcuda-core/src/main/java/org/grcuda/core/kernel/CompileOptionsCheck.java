package org.grcuda.core.kernel;

import java.util.HashMap;
import java.util.Map;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.GrCudaException;

/** Refuses options of NVRTC with which it would emit code that a device cannot load. */
final class CompileOptionsCheck {

  private static final String TARGET = "kernels are compiled for the device in use";
  private static final String LINKING = "it makes code that must be linked first";
  private static final String OUTPUT = "the output is chosen for the device in use";
  private static final String STACK = "the compiler's stack is grcuda's to choose";

  /**
   * NVRTC documentation, "Supported Compile Options", and the options of nvcc that NVRTC does not
   * have.
   */
  private static final Map<String, String> REFUSED = refused();

  private CompileOptionsCheck() {}

  private static Map<String, String> refused() {
    Map<String, String> refused = new HashMap<>();
    put(refused, TARGET, "--gpu-architecture", "-arch", "--gpu-code", "-code", "-gencode");
    put(refused, LINKING, "--device-c", "-dc", "--extensible-whole-program", "-ewp");
    put(refused, LINKING, "--dlink-time-opt", "-dlto", "--gen-opt-lto", "-gen-opt-lto");
    put(refused, OUTPUT, "-ptx", "--ptx", "-cubin", "--cubin", "-fatbin", "--fatbin");
    put(refused, OUTPUT, "-optix-ir", "--optix-ir", "-ltoir", "--ltoir", "-o", "--output-file");
    put(refused, OUTPUT, "-c", "--compile", "-E", "--preprocess", "-lib", "-link", "-dlink");
    put(refused, STACK, "--modify-stack-limit", "-modify-stack-limit");
    return Map.copyOf(refused);
  }

  private static void put(Map<String, String> refused, String reason, String... options) {
    for (String option : options) {
      refused.put(option, reason);
    }
  }

  /**
   * Accepts {@code options}, or says what is wrong with them.
   *
   * @throws GrCudaException naming the option
   */
  static void check(CompileOptions options) {
    for (String option : options.options()) {
      refuseNul("compile option '" + option.replace('\0', ' ') + "'", option);
      String name = nameOf(option);
      String reason = REFUSED.get(name);
      if (isRelocatable(option)) {
        reason = LINKING;
      }
      if (reason != null) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            "compile option '" + option + "' is not available: " + reason);
      }
    }
    options
        .includes()
        .forEach(
            (header, text) -> {
              if (header.isEmpty()) {
                throw new GrCudaException(GrCudaException.Kind.VALUE, "an include has no name");
              }
              refuseNul("name of include '" + header.replace('\0', ' ') + "'", header);
              refuseNul("include '" + header + "'", text);
            });
  }

  private static String nameOf(String option) {
    int end = option.indexOf('=');
    String name = (end < 0 ? option : option.substring(0, end)).strip();
    int blank = name.indexOf(' ');
    return blank < 0 ? name : name.substring(0, blank);
  }

  private static boolean isRelocatable(String option) {
    String name = nameOf(option);
    return (name.equals("-rdc") || name.equals("--relocatable-device-code"))
        && option.strip().endsWith("true");
  }

  private static void refuseNul(String what, String text) {
    if (text.indexOf('\0') >= 0) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, what + ": holds a NUL character");
    }
  }
}
