package org.grcuda.core.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes inputs of legal ones: their words and signs are dropped, doubled, swapped, replaced by
 * others of the grammar, nested deeply; characters of all kinds are put in; or there is nothing
 * legal about them from the beginning. The same seed makes the same inputs.
 */
final class Mutator {

  private static final Pattern WORD = Pattern.compile("\\w+|\\s+|[^\\w\\s]");

  /** What parsers like least. */
  private static final List<String> ODDITIES =
      List.of(
          "\0",
          "\n",
          "\r\n",
          "\t",
          "\u0085",
          "\u2028",
          "\uFEFF",
          "\uD800",
          "\uDC00",
          "\uD83D\uDE00",
          "é",
          "٣",
          "\u202E",
          "\\",
          "\"",
          "'",
          "/*",
          "*/",
          "//",
          "0x",
          "1e",
          "-9223372036854775808",
          "9223372036854775808",
          "99999999999999999999999999999999999999999999",
          "1e999999999",
          ".",
          "..",
          ":::",
          "<<",
          ">>",
          "%n",
          "{}",
          "$");

  private static final int LONGEST = 20_000;
  private static final int MOST_STEPS = 6;
  private static final int MOST_COPIES = 3000;

  private final List<String> corpus;
  private final List<String> words;
  private final SplittableRandom random;

  /**
   * @param corpus legal inputs
   * @param seed of the first input
   */
  Mutator(List<String> corpus, long seed) {
    this.corpus = corpus;
    this.words = corpus.stream().flatMap(input -> words(input).stream()).distinct().toList();
    this.random = new SplittableRandom(seed);
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** The next input. */
  String next() {
    if (random.nextInt(20) == 0) {
      return noise();
    }
    List<String> text = words(any(corpus));
    int steps = 1 + random.nextInt(MOST_STEPS);
    for (int i = 0; i < steps; i++) {
      step(text);
    }
    String made = String.join("", text);
    return made.length() <= LONGEST ? made : made.substring(0, LONGEST);
  }

  private void step(List<String> text) {
    if (text.isEmpty()) {
      text.add(any(words));
      return;
    }
    int at = random.nextInt(text.size());
    switch (random.nextInt(10)) {
      case 0 -> text.remove(at);
      case 1 -> text.add(at, text.get(at));
      case 2 -> text.set(at, text.set(random.nextInt(text.size()), text.get(at)));
      case 3 -> text.set(at, any(words));
      case 4 -> text.add(at, any(words));
      case 5 -> text.add(at, any(ODDITIES));
      case 6 -> text.set(at, broken(text.get(at)));
      case 7 -> text.subList(at, text.size()).clear();
      case 8 -> text.addAll(at, words(any(corpus)));
      default -> text.add(at, any(words).repeat(1 + random.nextInt(MOST_COPIES)));
    }
  }

  /** A word with a character of any kind in it, or less one. */
  private String broken(String word) {
    int at = random.nextInt(word.length() + 1);
    return random.nextInt(3) == 0 && at < word.length()
        ? word.substring(0, at) + word.substring(at + 1)
        : word.substring(0, at) + character() + word.substring(at);
  }

  private String character() {
    return switch (random.nextInt(4)) {
      case 0 -> String.valueOf((char) random.nextInt(0x20));
      case 1 -> String.valueOf((char) random.nextInt(1 << 16));
      case 2 -> any(ODDITIES);
      default -> String.valueOf((char) (0x20 + random.nextInt(0x5f)));
    };
  }

  private String noise() {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(200);
    for (int i = 0; i < length; i++) {
      text.append(character());
    }
    return text.toString();
  }
}
