package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.grcuda.nvrtc.source.Token.Kind;

/** Changes of texts that keep every line where it is. */
final class Edits {

  private record Range(int from, int to) {}

  private final List<Token> tokens;
  private final Map<SourceFile, List<Range>> blanks = new HashMap<>();
  private final Map<SourceFile, List<Range>> keeps = new HashMap<>();
  private final Map<SourceFile, List<Range>> drops = new HashMap<>();
  private final Map<Integer, String> insertions = new HashMap<>();
  private final Map<Integer, String> insertionsIfKept = new HashMap<>();
  private final BitSet blanked = new BitSet();
  private final BitSet kept = new BitSet();
  private final BitSet dropped = new BitSet();
  private MacroUses uses;

  Edits(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** Blanks tokens, and what is between them, unless another place keeps it. */
  void blank(int first, int last) {
    mark(blanks, first, last, true);
    blanked.set(first, last + 1);
  }

  /** Keeps tokens. */
  void keep(int first, int last) {
    mark(keeps, first, last, false);
    kept.set(first, Math.max(first, last + 1));
  }

  /** Blanks one token, whatever keeps it. */
  void drop(int index) {
    Token token = tokens.get(index);
    dropped.set(index);
    drops
        .computeIfAbsent(token.file(), key -> new ArrayList<>())
        .add(new Range(token.start(), token.end()));
  }

  /** Inserts a text before a token. */
  void insert(int before, String text) {
    insertions.put(before, text);
  }

  /** Inserts a text before a token, behind other such texts, unless the token is blank. */
  void insertIfKept(int before, String text) {
    insertionsIfKept.merge(before, text, String::concat);
  }

  /** Must be called after the last change, before {@link #applied}. */
  void end() {
    insertionsIfKept.forEach(
        (index, text) -> {
          if (!isAside(index)) {
            insertions.merge(index, text, String::concat);
          }
        });
    uses = new MacroUses(tokens, this::isAside, insertions);
  }

  private boolean isAside(int index) {
    return dropped.get(index) || blanked.get(index) && !kept.get(index);
  }

  private TreeMap<Integer, String> insertionsOf(SourceFile file) {
    TreeMap<Integer, String> texts = new TreeMap<>();
    insertions.forEach(
        (index, text) -> {
          Token token = tokens.get(index);
          if (token.file() == file && !uses.isReplaced(index)) {
            texts.put(token.start(), text);
          }
        });
    return texts;
  }

  private void mark(Map<SourceFile, List<Range>> ranges, int first, int last, boolean between) {
    int at = first;
    while (at <= last) {
      SourceFile file = tokens.get(at).file();
      int from = tokens.get(at).start();
      int to = tokens.get(at).end();
      int next = at + 1;
      while (between && next <= last && tokens.get(next).file() == file) {
        from = Math.min(from, tokens.get(next).start());
        to = Math.max(to, tokens.get(next).end());
        next++;
      }
      ranges.computeIfAbsent(file, key -> new ArrayList<>()).add(new Range(from, to));
      at = next;
    }
  }

  /** The text of a file with these changes; directives other than pragmas stay. */
  Edited applied(SourceFile file, List<Token> directives) {
    String text = file.text();
    boolean[] blank = new boolean[text.length()];
    blanks.getOrDefault(file, List.of()).forEach(r -> Arrays.fill(blank, r.from, r.to, true));
    keeps.getOrDefault(file, List.of()).forEach(r -> Arrays.fill(blank, r.from, r.to, false));
    drops.getOrDefault(file, List.of()).forEach(r -> Arrays.fill(blank, r.from, r.to, true));
    for (Token directive : directives) {
      if (directive.kind() == Kind.DIRECTIVE && !directive.text().equals("pragma")) {
        Arrays.fill(blank, directive.start(), directive.end(), false);
      }
    }
    TreeMap<Integer, String> inserted = insertionsOf(file);
    for (Token directive : directives) {
      NvccMacros.answers(directive)
          .forEach(
              (part, answer) -> {
                Arrays.fill(blank, part.start(), part.end(), true);
                inserted.put(part.start(), answer);
              });
    }
    for (MacroUses.Use use : uses.of(file).values()) {
      Arrays.fill(blank, use.start(), use.end(), true);
      inserted.put(use.start(), use.text());
    }
    int extra = inserted.values().stream().mapToInt(String::length).sum();
    int[] origins = new int[text.length() + extra];
    StringBuilder out = new StringBuilder(origins.length);
    for (int i = 0; i < text.length(); i++) {
      int from = out.length();
      out.append(inserted.getOrDefault(i, ""));
      char c = text.charAt(i);
      out.append(blank[i] && c != '\n' ? ' ' : c);
      Arrays.fill(origins, from, out.length(), i);
    }
    return new Edited(out.toString(), origins);
  }
}
