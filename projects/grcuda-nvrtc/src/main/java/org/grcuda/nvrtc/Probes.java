package org.grcuda.nvrtc;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the operators that ask whether a file exists (C++17, [cpp.cond]; C23, 6.10.2), also if a
 * macro may paste their names together, as NVRTC 12.9 evaluates those too. In doubt it counts a
 * probe, as {@link IncludeScanner} does.
 */
final class Probes {

  private static final List<String> NAMES = List.of("__has_include", "__has_embed");
  private static final Pattern PASTE = Pattern.compile("##|%:%:|\\?\\?=\\?\\?=");
  private static final Pattern IDENTIFIER = Pattern.compile("\\b_\\w*");

  private Probes() {}

  /**
   * The first probe in {@code texts}, quoted.
   *
   * @param texts all texts that one compilation preprocesses, by their names in messages; a macro
   *     of one may be used in another
   */
  static Optional<String> find(Map<String, String> texts) {
    boolean pastes = false;
    for (Map.Entry<String, String> text : texts.entrySet()) {
      String whole = IncludeScanner.withoutSplices(text.getValue());
      pastes |= PASTE.matcher(whole).find();
      for (String name : NAMES) {
        if (whole.contains(name)) {
          return Optional.of(text.getKey() + ": " + name);
        }
      }
    }
    return pastes ? findBeginning(texts) : Optional.empty();
  }

  /** An identifier that pasting may complete to the name of a probe. */
  private static Optional<String> findBeginning(Map<String, String> texts) {
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Matcher identifier = IDENTIFIER.matcher(IncludeScanner.withoutSplices(text.getValue()));
      while (identifier.find()) {
        String beginning = identifier.group();
        if (NAMES.stream().anyMatch(name -> name.startsWith(beginning))) {
          return Optional.of(text.getKey() + ": " + beginning + " ## ..., a part of __has_include");
        }
      }
    }
    return Optional.empty();
  }
}
