package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.Arrays;
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
  private final Map<SourceFile, TreeMap<Integer, String>> insertions = new HashMap<>();

  Edits(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** Blanks tokens, and what is between them, unless another place keeps it. */
  void blank(int first, int last) {
    mark(blanks, first, last, true);
  }

  /** Keeps tokens. */
  void keep(int first, int last) {
    mark(keeps, first, last, false);
  }

  /** Blanks one token, whatever keeps it. */
  void drop(int index) {
    Token token = tokens.get(index);
    drops
        .computeIfAbsent(token.file(), key -> new ArrayList<>())
        .add(new Range(token.start(), token.end()));
  }

  /** Inserts a text before a token. */
  void insert(int before, String text) {
    Token token = tokens.get(before);
    insertions.computeIfAbsent(token.file(), key -> new TreeMap<>()).put(token.start(), text);
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
  String applied(SourceFile file, List<Token> directives) {
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
    TreeMap<Integer, String> inserted = insertions.getOrDefault(file, new TreeMap<>());
    StringBuilder out = new StringBuilder(text.length() + 100);
    for (int i = 0; i < text.length(); i++) {
      if (inserted.containsKey(i)) {
        out.append(inserted.get(i));
      }
      char c = text.charAt(i);
      out.append(blank[i] && c != '\n' ? ' ' : c);
    }
    return out.toString();
  }
}
