package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.nvrtc.source.Token.Kind;

/**
 * Follows the preprocessing directives of a source and its own headers ([cpp]), and gives the
 * tokens that the compiler sees, with macros replaced.
 *
 * <p>A condition that asks for what only the compiler knows has no value here. All branches of such
 * a conditional are taken if each is balanced; else the first one is, and its tokens are undecided.
 */
final class Directives {

  private static final int MOST_DEPTH = 200;

  private final Macros macros;
  private final Includes includes;
  private final KnownNames known;
  private final List<Token> stream = new ArrayList<>();
  private final Set<Token> undecided = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<SourceFile, List<Token>> directives = new HashMap<>();
  private final Set<SourceFile> once = new HashSet<>();
  private List<Token> pending = new ArrayList<>();
  private int depth;
  private boolean hasUnknownIncludes;

  Directives(Macros macros, Includes includes) {
    this.macros = macros;
    this.includes = includes;
    this.known = new KnownNames(macros, includes.provided());
  }

  /** The tokens that the compiler sees. */
  List<Token> stream() {
    return stream;
  }

  /** The tokens of which it is not known whether the compiler sees them. */
  Set<Token> undecided() {
    return undecided;
  }

  /** Whether it is not known which header a directive includes. */
  boolean hasUnknownIncludes() {
    return hasUnknownIncludes;
  }

  /** All directives of each file. */
  Map<SourceFile, List<Token>> directives() {
    return directives;
  }

  /** Reads a source with all that it includes. */
  void read(SourceFile source) {
    file(source, null);
  }

  private void file(SourceFile file, Token include) {
    if (++depth > MOST_DEPTH) {
      throw new SourceException(include, "headers include each other more than 200 deep");
    }
    List<Token> found = new ArrayList<>();
    List<Conditional> open = new ArrayList<>();
    for (Token token : Tokens.of(file)) {
      if (token.kind() == Kind.DIRECTIVE) {
        found.add(token);
        directive(token, open);
      } else if (isActive(open)) {
        pending.add(token);
      }
    }
    directives.put(file, found);
    flush();
    depth--;
  }

  private static boolean isActive(List<Conditional> open) {
    return open.isEmpty() || open.getLast().isActive();
  }

  private void flush() {
    stream.addAll(macros.expand(pending));
    pending = new ArrayList<>();
  }

  private void directive(Token directive, List<Conditional> open) {
    switch (directive.text()) {
      case "if", "ifdef", "ifndef" -> {
        boolean active = isActive(open);
        Conditional conditional = new Conditional(active);
        open.add(conditional);
        branch(conditional, active ? value(directive) : Long.valueOf(0));
      }
      case "elif", "elifdef", "elifndef" -> {
        if (!open.isEmpty()) {
          Conditional conditional = open.getLast();
          branch(conditional, conditional.mayFollow() ? value(directive) : Long.valueOf(0));
        }
      }
      case "else" -> {
        if (!open.isEmpty()) {
          branch(open.getLast(), 1L);
        }
      }
      case "endif" -> {
        if (!open.isEmpty()) {
          end(open.removeLast());
        }
      }
      default -> {
        if (isActive(open)) {
          active(directive, open.stream().anyMatch(Conditional::isUnknown));
        }
      }
    }
  }

  private void active(Token directive, boolean unsure) {
    List<Token> parts = directive.parts();
    switch (directive.text()) {
      case "define" -> {
        flush();
        macros.define(parts.subList(1, parts.size()));
        known.note(parts, unsure);
      }
      case "undef" -> {
        flush();
        if (parts.size() > 1) {
          macros.remove(parts.get(1).text());
          known.note(parts, unsure);
        }
      }
      case "include" -> {
        flush();
        include(directive);
      }
      case "pragma" -> {
        if (parts.size() > 1 && parts.get(1).is("once")) {
          once.add(directive.file());
        }
      }
      default -> {
        // #error, #line and their like say nothing about declarations.
      }
    }
  }

  private void include(Token directive) {
    String name = header(directive);
    if (name.isEmpty()) {
      hasUnknownIncludes = true;
      return;
    }
    boolean quoted = name.startsWith("\"");
    String bare = name.substring(1, name.length() - 1);
    includes
        .find(bare, quoted, directive)
        .filter(header -> !once.contains(header))
        .ifPresent(header -> file(header, directive));
  }

  /** The header with its delimiters; empty if it cannot be told. */
  static String headerOf(Token directive) {
    Token last = directive.parts().getFirst();
    String text = directive.file().text().substring(last.end(), directive.end()).strip();
    char close = text.startsWith("<") ? '>' : '"';
    int end = text.startsWith("<") || text.startsWith("\"") ? text.indexOf(close, 1) : -1;
    return end < 0 ? "" : text.substring(0, end + 1);
  }

  private String header(Token directive) {
    String plain = headerOf(directive);
    if (!plain.isEmpty()) {
      return plain;
    }
    List<Token> parts = directive.parts();
    StringBuilder text = new StringBuilder();
    macros.expand(parts.subList(1, parts.size())).forEach(part -> text.append(part.text()));
    boolean whole = text.length() > 2 && (text.charAt(0) == '"' || text.charAt(0) == '<');
    return whole ? text.toString() : "";
  }

  private Long value(Token directive) {
    List<Token> parts = directive.parts();
    List<Token> rest = parts.subList(1, parts.size());
    String name = directive.text();
    if (name.endsWith("def")) {
      Long defined = rest.isEmpty() ? null : known.isDefined(rest.getFirst().text());
      boolean negated = name.endsWith("ndef");
      return defined == null ? null : Long.valueOf(negated ? 1 - defined : defined);
    }
    return Condition.value(macros.expand(known.answered(rest)), known::isUnknown);
  }

  /** Begins the next branch of a conditional. */
  private void branch(Conditional conditional, Long value) {
    flush();
    conditional.next(value, stream.size());
  }

  private void end(Conditional conditional) {
    flush();
    conditional.end(stream.size());
    if (conditional.isUnknown() && !conditional.isBalanced(stream)) {
      List<int[]> branches = conditional.branches();
      for (int i = branches.size() - 1; i > 0; i--) {
        stream.subList(branches.get(i)[0], branches.get(i)[1]).clear();
      }
      undecided.addAll(stream.subList(branches.getFirst()[0], branches.getFirst()[1]));
    }
  }
}
