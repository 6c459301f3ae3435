package org.grcuda.nvrtc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.grcuda.nvrtc.wheel.HeaderPackage;

/**
 * Finds the parts of a program that may make NVRTC touch the file system. In doubt it counts a
 * part, as {@link IncludeScanner} does; an option counts unless it is known to be harmless.
 */
final class FileAccess {

  private static final Set<String> HARMLESS_FLAGS =
      Set.of(
          "-dc",
          "--device-c",
          "-dw",
          "--device-w",
          "-ewp",
          "--extensible-whole-program",
          "-G",
          "--device-debug",
          "-lineinfo",
          "--generate-line-info",
          "-use_fast_math",
          "--use_fast_math",
          "-extra-device-vectorization",
          "--extra-device-vectorization",
          "-w",
          "--disable-warnings",
          "-restrict",
          "--restrict",
          "-default-device",
          "--device-as-default-execution-space",
          "-device-int128",
          "--device-int128",
          "-no-source-include",
          "--no-source-include",
          "-minimal",
          "--minimal",
          "-err-no",
          "--display-error-number",
          "-no-err-no",
          "--no-display-error-number");

  private static final List<String> HARMLESS_PREFIXES =
      List.of(
          "-D",
          "--define-macro=",
          "-U",
          "--undefine-macro=",
          "-std=",
          "--std=",
          "-rdc=",
          "--relocatable-device-code=",
          "-maxrregcount=",
          "--maxrregcount=",
          "-ftz=",
          "--ftz=",
          "-prec-sqrt=",
          "--prec-sqrt=",
          "-prec-div=",
          "--prec-div=",
          "-fmad=",
          "--fmad=",
          "-builtin-move-forward=",
          "--builtin-move-forward=",
          "-builtin-initializer-list=",
          "--builtin-initializer-list=",
          "-diag-error=",
          "--diag-error=",
          "-diag-suppress=",
          "--diag-suppress=",
          "-diag-warn=",
          "--diag-warn=",
          "-dopt=",
          "--dopt=",
          "-opt-info=",
          "--optimization-info=",
          "-version-ident=",
          "--version-ident=",
          "-split-compile=",
          "--split-compile=",
          "-brief-diag=",
          "--brief-diagnostics=");

  private FileAccess() {}

  /** The first such thing beside headers of C, C++ and CUDA, as one line that quotes it. */
  static Optional<String> of(Program program) {
    Predicate<String> answered = name -> BundledHeaders.isOne(name) || HeaderPackage.isClosed(name);
    Optional<String> found = of(program, answered);
    if (found.isPresent()) {
      found = of(program, answered.or(HeaderPackage::isOpen));
      return found.isPresent() ? found : macroOf(program);
    }
    return found;
  }

  private static Optional<String> macroOf(Program program) {
    return MacroNames.harmful(program.options(), texts(program).values())
        .map(name -> "macro " + name + " with headers of CUB or Thrust");
  }

  /** The first such thing, where no header is known beside those of the program. */
  static Optional<String> ofAlone(Program program) {
    return of(program, name -> false);
  }

  /**
   * The first such thing.
   *
   * @param answered headers that do not count, by name, besides those of the program
   */
  private static Optional<String> of(Program program, Predicate<String> answered) {
    for (String option : program.options()) {
      if (!isHarmless(option)) {
        return Optional.of("option " + option);
      }
    }
    Optional<String> probe = Probes.find(texts(program));
    if (probe.isPresent()) {
      return probe;
    }
    Set<String> own = program.headers().keySet();
    Predicate<String> supplied =
        header -> {
          String name = header.substring(1, header.length() - 1);
          return own.contains(name) || answered.test(name) && isNowhereElse(header, name);
        };
    Optional<String> found = in(program.name(), program.source(), supplied);
    for (Map.Entry<String, String> header : program.headers().entrySet()) {
      found = found.isPresent() ? found : in(header.getKey(), header.getValue(), supplied);
    }
    for (String expression : program.nameExpressions()) {
      found = found.isPresent() ? found : in("name expression", expression, supplied);
    }
    return found;
  }

  /** A name in quotes is looked for in the working directory first. */
  private static boolean isNowhereElse(String header, String name) {
    return header.startsWith("<") || !Files.exists(Path.of(name));
  }

  /** Every text that the preprocessor sees, by its name in messages. */
  private static Map<String, String> texts(Program program) {
    Map<String, String> texts = new LinkedHashMap<>();
    program.options().forEach(option -> texts.put("option " + option, option));
    texts.put(program.name(), program.source());
    texts.putAll(program.headers());
    program.nameExpressions().forEach(text -> texts.put("name expression " + text, text));
    return texts;
  }

  private static Optional<String> in(String file, String text, Predicate<String> supplied) {
    return IncludeScanner.find(text, supplied).map(include -> file + ": " + include);
  }

  private static boolean isHarmless(String option) {
    if (option.indexOf('\n') >= 0) {
      return false;
    }
    for (String prefix : HARMLESS_PREFIXES) {
      if (option.startsWith(prefix)) {
        return true;
      }
    }
    return HARMLESS_FLAGS.contains(option);
  }
}
