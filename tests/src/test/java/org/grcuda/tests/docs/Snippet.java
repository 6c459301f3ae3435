package org.grcuda.tests.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a Markdown page.
 *
 * @param page path of the page
 * @param line line of its first line in the page, from 1
 * @param language the word behind the fence, empty if there is none
 */
record Snippet(String page, int line, String language, String text) {

  private static final Pattern FENCE =
      Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  /** All of a page, in order. */
  static List<Snippet> of(String page, String markdown) {
    List<Snippet> snippets = new ArrayList<>();
    Matcher matcher = FENCE.matcher(markdown);
    while (matcher.find()) {
      int line = (int) markdown.substring(0, matcher.start(2)).lines().count() + 1;
      snippets.add(new Snippet(page, line, matcher.group(1), matcher.group(2)));
    }
    return snippets;
  }

  /** Whether it shows what the program before it prints. */
  boolean isOutput() {
    return language.equals("text");
  }

  @Override
  public String toString() {
    return page + " line " + line + " (" + language + ")";
  }
}
