package org.grcuda.nvrtc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program to compile.
 *
 * @param source CUDA C++
 * @param name name of the source in the log, such as {@code "square.cu"}
 * @param architecture {@code compute_NN} for only PTX, {@code sm_NN} for PTX and a cubin
 * @param options further options of NVRTC, in order, such as {@code "--use_fast_math"}. The
 *     architecture is not among them; the language is C++17 unless one of them says otherwise
 * @param headers text of the headers that the source may include, by the name used in the include
 * @param nameExpressions C++ expressions that denote kernels, such as {@code "scale<float, 4>"}:
 *     templates are instantiated, and {@link CompiledProgram#loweredNames} gives the symbols
 */
public record Program(
    String source,
    String name,
    String architecture,
    List<String> options,
    Map<String, String> headers,
    List<String> nameExpressions) {

  /**
   * Takes copies.
   *
   * @throws IllegalArgumentException if a text holds a NUL character, which would end it in C
   */
  public Program {
    options = List.copyOf(options);
    headers = Map.copyOf(headers);
    nameExpressions = List.copyOf(nameExpressions);
    refuseNul("name", name);
    refuseNul("source of " + name, source);
    refuseNul("architecture", architecture);
    options.forEach(option -> refuseNul("option", option));
    nameExpressions.forEach(expression -> refuseNul("name expression", expression));
    headers.forEach(
        (header, text) -> {
          refuseNul("header name", header);
          refuseNul("header " + header, text);
        });
  }

  /** A program with no options, headers or name expressions. */
  public Program(String source, String name, String architecture) {
    this(source, name, architecture, List.of(), Map.of(), List.of());
  }

  /** This program with {@code added} after its options. */
  public Program withOptions(String... added) {
    return new Program(
        source, name, architecture, joined(options, added), headers, nameExpressions);
  }

  /** This program for another architecture. */
  public Program withArchitecture(String other) {
    return new Program(source, name, other, options, headers, nameExpressions);
  }

  /** This program with one more header. */
  public Program withHeader(String header, String text) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(header, text);
    return new Program(source, name, architecture, options, all, nameExpressions);
  }

  /** This program with {@code added} after its name expressions. */
  public Program withNameExpressions(String... added) {
    return new Program(
        source, name, architecture, options, headers, joined(nameExpressions, added));
  }

  /**
   * A part of this program that may make NVRTC read or write the user's files: an include that is
   * not in {@link #headers}, CUDA's headers or the bundled C headers, a probe for such a header, an
   * option not known to be harmless, or, with headers of CUB or Thrust, a macro whose name may be
   * part of the name of another header: one without a capital letter, for example. In doubt a part
   * counts: text in comments and strings does. A host that denies file access refuses such a
   * program, and its results are not cached.
   *
   * @return the first such thing, quoted in one line; empty if there is none
   */
  public Optional<String> fileAccess() {
    return FileAccess.of(this);
  }

  /** Whether NVRTC needs no other text to compile this program. */
  boolean isComplete() {
    return FileAccess.ofAlone(this).isEmpty();
  }

  private static List<String> joined(List<String> present, String... added) {
    List<String> all = new ArrayList<>(present);
    all.addAll(List.of(added));
    return all;
  }

  private static void refuseNul(String what, String text) {
    int at = text.indexOf('\0');
    if (at >= 0) {
      throw new IllegalArgumentException(
          "The " + what + " holds a NUL character at position " + at + ".");
    }
  }
}
