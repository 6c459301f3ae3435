package org.grcuda.nvrtc.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Macros that nvcc defines on Linux, or that the host's compiler defines for it, and that NVRTC
 * does not define. They are not defined for NVRTC, since NVIDIA's own headers ask for some of them
 * and would take it for nvcc: what the directives of a file's own ask of them is answered in the
 * text.
 */
final class NvccMacros {

  /** A macro that NVRTC defines. */
  private static final String DEFINED = "__CUDACC__";

  /** Version 12.2 of gcc stands for the host's compiler. */
  private static final Map<String, String> VALUES =
      Map.of(
          "__NVCC__", "1",
          "__linux__", "1",
          "__linux", "1",
          "__gnu_linux__", "1",
          "__unix__", "1",
          "__unix", "1",
          "__GNUC__", "12",
          "__GNUC_MINOR__", "2");

  private static final Set<String> BY_NAME = Set.of("ifdef", "ifndef", "elifdef", "elifndef");
  private static final Set<String> BY_VALUE = Set.of("if", "elif");

  /** Headers of C that nvcc includes before a file; the prelude has them where they are needed. */
  private static final List<String> INCLUDED = List.of("math.h", "limits.h");

  private NvccMacros() {}

  /** Defines them for the files that are read, and the constants of headers as themselves. */
  static void define(Macros macros) {
    VALUES.forEach((name, value) -> macros.define(name + "=" + value));
    INCLUDED.forEach(
        header -> Prelude.names(header).forEach(name -> macros.define(name + "=" + name)));
  }

  /** The parts of a directive that NVRTC must see otherwise, each with what it sees. */
  static Map<Token, String> answers(Token directive) {
    boolean byName = BY_NAME.contains(directive.text());
    Map<Token, String> answers = new HashMap<>();
    if (byName || BY_VALUE.contains(directive.text())) {
      List<Token> parts = directive.parts();
      for (int i = 1; i < parts.size(); i++) {
        String value = VALUES.get(parts.get(i).text());
        if (value != null) {
          answers.put(parts.get(i), byName || isAsked(parts, i) ? DEFINED : value);
        }
      }
    }
    return answers;
  }

  /** Whether {@code defined} stands before a part, with or without a bracket. */
  private static boolean isAsked(List<Token> parts, int index) {
    Token before = parts.get(index - 1);
    return before.is("defined") || before.is("(") && parts.get(index - 2).is("defined");
  }
}
