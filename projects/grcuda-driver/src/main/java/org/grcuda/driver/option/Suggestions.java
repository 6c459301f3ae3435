package org.grcuda.driver.option;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The nearest legal name to what a user wrote, for error messages. */
public final class Suggestions {

  /** A longer word is not a misspelt name, and comparing it would only cost time. */
  private static final int LONGEST_WORD = 64;

  /** Many names end in the same few letters, so fewer letters than this do not count as an end. */
  private static final int LEAST_END = 4;

  private Suggestions() {}

  /**
   * The text {@code "; did you mean 'float'?"}, or the empty string if no legal name is near.
   *
   * @param given the text that the user wrote
   * @param legal the legal names
   */
  public static String didYouMean(String given, Collection<String> legal) {
    return nearest(given, legal).map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  /**
   * As {@link #didYouMean}, followed by all legal names: {@code "; did you mean 'float'? Legal
   * types: float, int"}, or {@code "; legal types: float, int"}.
   *
   * @param what the kind of names, in the plural, with a small letter: {@code "legal types"}
   */
  public static String didYouMean(
      String given, Collection<String> legal, String what, String listed) {
    String suggestion = didYouMean(given, legal);
    return suggestion.isEmpty()
        ? "; " + what + ": " + listed
        : suggestion
            + " "
            + Character.toUpperCase(what.charAt(0))
            + what.substring(1)
            + ": "
            + listed;
  }

  /**
   * The legal name of least edit distance, the first of several; empty if more than a third of its
   * letters would have to change. Letter case does not count. A qualified name is compared by its
   * last part too. If no name is near, a name that ends in the given text counts.
   */
  public static Optional<String> nearest(String given, Collection<String> legal) {
    if (given.length() > LONGEST_WORD) {
      return Optional.empty();
    }
    String word = given.toLowerCase(Locale.ROOT);
    String nearest = null;
    int least = given.length();
    for (String name : legal) {
      if (name.endsWith("::" + given)) {
        return Optional.of(name);
      }
      int distance = distance(word, name.toLowerCase(Locale.ROOT));
      if (distance < least && distance <= Math.max(1, name.length() / 3)) {
        least = distance;
        nearest = name;
      }
    }
    return Optional.ofNullable(nearest).or(() -> endingIn(word, legal));
  }

  /** A name of which only the end was written: {@code cublasSaxpy} of saxpy. */
  private static Optional<String> endingIn(String word, Collection<String> legal) {
    return word.length() < LEAST_END
        ? Optional.empty()
        : legal.stream().filter(name -> name.toLowerCase(Locale.ROOT).endsWith(word)).findFirst();
  }

  /**
   * The Levenshtein distance, a swap of two neighbouring letters counting as one edit (optimal
   * string alignment).
   */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] reused = beforeLast;
      beforeLast = last;
      last = row;
      row = reused;
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(substitution, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
    }
    return row[b.length()];
  }
}
