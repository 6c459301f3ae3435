package org.grcuda.nvrtc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the macros that a program defines. Some headers of Thrust, which CUB's include, have
 * their names made by macros: words of a path such as {@code detail/sort.h} are replaced if a macro
 * has that name, so that a program could make them include any file. In doubt a name counts.
 */
final class MacroNames {

  private static final String BLANKS = "(?:\\s|/\\*.*?\\*/)*";

  private static final Pattern DIRECTIVE =
      Pattern.compile(
          "(?:#|%:|\\?\\?=)" + BLANKS + "(?:define|undef)\\b" + BLANKS + "([\\w$]*)",
          Pattern.DOTALL);

  private static final Pattern OPTION =
      Pattern.compile("(?:-D|-U|--define-macro=|--undefine-macro=)\\s*([\\w$]*).*", Pattern.DOTALL);

  /** What no path has: capitals. And what none of those headers' own macros is called. */
  private static final Pattern HARMLESS =
      Pattern.compile("(?!.*(?:THRUST|CUB|CCCL|LIBCUDACXX))(?=.*[A-Z])[A-Za-z]\\w*|__GRCUDA_\\w*");

  private MacroNames() {}

  /**
   * The first name by which a program may change what headers of Thrust include.
   *
   * @param texts all texts that its compilation preprocesses
   */
  static Optional<String> harmful(List<String> options, Iterable<String> texts) {
    List<String> names = new ArrayList<>();
    for (String option : options) {
      Matcher defined = OPTION.matcher(option);
      if (defined.matches()) {
        names.add(defined.group(1));
      }
    }
    for (String text : texts) {
      Matcher defined = DIRECTIVE.matcher(IncludeScanner.plain(text));
      while (defined.find()) {
        names.add(defined.group(1));
      }
    }
    return names.stream().filter(name -> !isHarmless(name)).findFirst();
  }

  static boolean isHarmless(String name) {
    return HARMLESS.matcher(name).matches();
  }
}
