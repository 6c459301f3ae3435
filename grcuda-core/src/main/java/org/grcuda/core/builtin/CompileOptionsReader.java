package org.grcuda.core.builtin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.core.guest.GuestDictionary;
import org.grcuda.core.guest.Values;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.GrCudaException;

/**
 * Compile options as guest programs write them: {@code {"options": ["-use_fast_math"], "includes":
 * {"name.h": "text"}, "lp64": true}}, or the options alone, as a list.
 */
final class CompileOptionsReader {

  static final CompileOptions NONE = CompileOptions.NONE;

  private static final String OPTIONS = "options";
  private static final String INCLUDES = "includes";
  private static final String LP64 = "lp64";
  private static final List<String> KEYS = List.of(OPTIONS, INCLUDES, LP64);

  private CompileOptionsReader() {}

  /**
   * Reads a dictionary, or a list of options.
   *
   * @param what names the argument, for messages
   */
  static CompileOptions read(String what, Object value) {
    if (!GuestDictionary.isDictionary(value)) {
      String expected = "a dictionary of compile options, or a list of them";
      return new CompileOptions(strings(what, expected, value), NONE.includes());
    }
    CompileOptions options = NONE;
    for (Map.Entry<String, Object> entry : GuestDictionary.entries(what, value).entrySet()) {
      options =
          switch (entry.getKey()) {
            case OPTIONS ->
                new CompileOptions(
                    strings(what + ", 'options'", "a list of strings", entry.getValue()),
                    options.includes(),
                    options.lp64());
            case INCLUDES ->
                new CompileOptions(
                    options.options(), includes(what, entry.getValue()), options.lp64());
            case LP64 ->
                new CompileOptions(
                    options.options(),
                    options.includes(),
                    Values.isTrue(what + ", 'lp64'", entry.getValue()));
            default -> throw unknown(what, entry.getKey());
          };
    }
    return options;
  }

  private static GrCudaException unknown(String what, String key) {
    return new GrCudaException(
        GrCudaException.Kind.VALUE,
        what
            + ": unknown key '"
            + key
            + "'"
            + Suggestions.didYouMean(key, KEYS, "legal keys", String.join(", ", KEYS)));
  }

  private static List<String> strings(String place, String expected, Object value) {
    if (!Values.isList(value) || Values.isString(value)) {
      throw Values.expected(place, expected, value);
    }
    List<String> strings = new ArrayList<>();
    for (Object element : Values.list(place, value)) {
      strings.add(Values.string(place + ", entry " + (strings.size() + 1), element));
    }
    return strings;
  }

  private static Map<String, String> includes(String what, Object value) {
    String place = what + ", 'includes'";
    if (!GuestDictionary.isDictionary(value)) {
      throw Values.expected(place, "a dictionary of texts by name", value);
    }
    Map<String, String> includes = new LinkedHashMap<>();
    GuestDictionary.entries(place, value)
        .forEach(
            (name, text) -> includes.put(name, Values.string(place + ", '" + name + "'", text)));
    return includes;
  }
}
