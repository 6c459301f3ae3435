package org.grcuda.nvrtc.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Uses of macros that make both what device code keeps and what it does not, such as a kernel and
 * the function that launches it. The text of what is kept takes the place of such a use.
 */
final class MacroUses {

  /** Where a macro is used, and the text that takes its place. */
  record Use(int start, int end, String text) {}

  private final List<Token> tokens;
  private final IntPredicate isAside;
  private final Map<Integer, String> insertions;
  private final Map<SourceFile, TreeMap<Integer, Use>> found = new HashMap<>();
  private final Set<Integer> replaced = new HashSet<>();

  /**
   * @param isAside whether the token of an index is set aside
   * @param insertions texts to put before tokens, by their index
   */
  MacroUses(List<Token> tokens, IntPredicate isAside, Map<Integer, String> insertions) {
    this.tokens = tokens;
    this.isAside = isAside;
    this.insertions = insertions;
    int at = 0;
    while (at < tokens.size()) {
      int end = end(at);
      if (end > at + 1 && isMixed(at, end)) {
        add(at, end);
      }
      at = end;
    }
  }

  /** The uses to replace in a file, by where they start. */
  TreeMap<Integer, Use> of(SourceFile file) {
    return found.getOrDefault(file, new TreeMap<>());
  }

  /** Whether a token is part of a use that is replaced. */
  boolean isReplaced(int index) {
    return replaced.contains(index);
  }

  /** The index behind the tokens that come from the same use of a macro. */
  private int end(int first) {
    Token start = tokens.get(first);
    int at = first + 1;
    while (at < tokens.size() && isSame(start, tokens.get(at))) {
      at++;
    }
    return at;
  }

  private static boolean isSame(Token one, Token other) {
    return one.file() == other.file() && one.start() == other.start() && one.end() == other.end();
  }

  private boolean isMixed(int first, int end) {
    boolean aside = isAside.test(first);
    for (int i = first + 1; i < end; i++) {
      if (isAside.test(i) != aside || insertions.containsKey(i)) {
        return true;
      }
    }
    return false;
  }

  private void add(int first, int end) {
    StringBuilder text = new StringBuilder();
    for (int i = first; i < end; i++) {
      text.append(insertions.getOrDefault(i, ""));
      if (!isAside.test(i)) {
        text.append(tokens.get(i).glued() ? "" : " ").append(tokens.get(i).text());
      }
    }
    text.append(' ');
    Token start = tokens.get(first);
    TreeMap<Integer, Use> uses = found.computeIfAbsent(start.file(), key -> new TreeMap<>());
    Use use = new Use(start.start(), start.end(), text.toString());
    Use other = uses.putIfAbsent(use.start, use);
    if (other == null || other.equals(use)) {
      for (int i = first; i < end; i++) {
        replaced.add(i);
      }
    }
  }
}
