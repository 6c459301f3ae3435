package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.grcuda.nvrtc.Program;

/** What the options of a program say to the preprocessor. */
final class CompilerOptions {

  private static final String FOLDER = "-I";
  private static final String FOLDERS = "--include-path=";
  private static final Set<String> DEFAULT_DEVICE =
      Set.of("-default-device", "--device-as-default-execution-space");

  private final Program program;

  CompilerOptions(Program program) {
    this.program = program;
  }

  /** The folders of headers, in their order. */
  List<String> folders() {
    return values(FOLDER, FOLDERS);
  }

  /** Whether the language has concepts. */
  boolean hasConcepts() {
    return language().compareTo("202002") >= 0;
  }

  /** Whether functions without annotations are for the device. */
  boolean isDefaultDevice() {
    return program.options().stream().anyMatch(DEFAULT_DEVICE::contains);
  }

  /**
   * The options without the folders of headers; with them, if headers are included by an option.
   */
  List<String> withoutFolders() {
    List<String> options = program.options();
    if (options.stream().anyMatch(option -> option.matches("--?(pre-)?include(=.*)?"))) {
      return options;
    }
    List<String> left = new ArrayList<>();
    for (int i = 0; i < options.size(); i++) {
      String option = options.get(i);
      if (option.equals(FOLDER)) {
        i++;
      } else if (!option.startsWith(FOLDER) && !option.startsWith(FOLDERS)) {
        left.add(option);
      }
    }
    return left;
  }

  /** Defines the macros of the options, and those of NVRTC whose values count. */
  void define(Macros macros) {
    String number = program.architecture().replaceAll("\\D", "");
    macros.define("__CUDACC__=1");
    macros.define("__CUDACC_RTC__=1");
    macros.define("__CUDA_ARCH__=" + number + "0");
    macros.define("__LP64__=1");
    macros.define("__EDG__=1");
    macros.define("__STDC__=1");
    macros.define("__STDC_HOSTED__=1");
    macros.define("__cplusplus=" + language() + "L");
    // Annotations of headers of NVIDIA's that are not scanned.
    macros.define("_CCCL_DEVICE=__device__");
    macros.define("_CCCL_HOST_DEVICE=__host__ __device__");
    macros.define("_CCCL_KERNEL_ATTRIBUTES=__global__");
    values("-D", "--define-macro=").forEach(macros::define);
    values("-U", "--undefine-macro=").forEach(macros::remove);
  }

  private String language() {
    String chosen = "17";
    for (String option : program.options()) {
      if (option.startsWith("-std=") || option.startsWith("--std=")) {
        chosen = option.replaceFirst(".*\\+\\+", "");
      }
    }
    return switch (chosen) {
      case "03", "98" -> "199711";
      case "11" -> "201103";
      case "14" -> "201402";
      case "20", "2a" -> "202002";
      default -> "201703";
    };
  }

  private List<String> values(String shortForm, String longForm) {
    List<String> values = new ArrayList<>();
    List<String> options = program.options();
    for (int i = 0; i < options.size(); i++) {
      String option = options.get(i);
      if (option.equals(shortForm) && i + 1 < options.size()) {
        values.add(options.get(++i));
      } else if (option.startsWith(longForm)) {
        values.add(option.substring(longForm.length()));
      } else if (option.startsWith(shortForm)) {
        values.add(option.substring(shortForm.length()).strip());
      }
    }
    return values;
  }
}
