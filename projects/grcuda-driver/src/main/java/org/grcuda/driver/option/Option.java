package org.grcuda.driver.option;

import java.util.List;

/**
 * One option of a context: everything that is known of it before it is used.
 *
 * @param name as users write it after {@code grcuda.}
 * @param form what its values look like, besides {@code words}
 * @param words legal words: all values of a {@link Form#CHOICE}, or further words such as {@code
 *     all}
 * @param defaultValue as a user would write it; empty: unset
 * @param help one line
 */
public record Option(String name, Form form, List<String> words, String defaultValue, String help) {

  /** An option of a form. */
  public static Option of(String name, Form form, String defaultValue, String help) {
    return new Option(name, form, List.of(), defaultValue, help);
  }

  /** An option that takes one of {@code words}, by default the first. */
  public static Option choice(String name, String help, List<String> words) {
    return new Option(name, Form.CHOICE, words, words.getFirst(), help);
  }

  /** This option, which also takes these words. */
  public Option or(String... more) {
    return new Option(name, form, List.of(more), defaultValue, help);
  }

  /** The name in full, such as {@code grcuda.Backend}. */
  public String fullName() {
    return "grcuda." + name;
  }

  /**
   * Checks one value.
   *
   * @return the value, in the spelling of the table
   * @throws OptionException naming the option, the value and the legal ones
   */
  public String check(String value) {
    if (words.contains(value) || form.accepts().test(value)) {
      return value;
    }
    throw refuse(
        ": unknown value '"
            + value
            + "'"
            + Suggestions.didYouMean(value, words, "legal values", legalValues()));
  }

  /** The legal values, for messages and documentation. */
  public String legalValues() {
    String listed = listed(words);
    return form.words().isEmpty() || listed.isEmpty()
        ? listed + form.words()
        : listed + ", " + form.words();
  }

  private OptionException refuse(String what) {
    return new OptionException("option " + fullName() + what);
  }

  private static String listed(List<String> words) {
    return String.join(", ", words);
  }
}
