package org.grcuda.nvrtc.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.nvrtc.source.Token.Kind;

/** The macros that are defined, and their replacement ([cpp.replace]). */
final class Macros {

  private static final int MOST_TOKENS = 4_000_000;

  /**
   * @param parameters null for a macro without a list of parameters
   * @param variadic whether the last parameter takes all further arguments
   */
  record Macro(List<String> parameters, boolean variadic, List<Token> body) {}

  private final Map<String, Macro> macros = new HashMap<>();
  private final Set<String> everDefined = new HashSet<>();
  private int made;

  Macro find(String name) {
    return macros.get(name);
  }

  /** The names that were ever defined by the files. */
  Set<String> everDefined() {
    return everDefined;
  }

  void remove(String name) {
    macros.remove(name);
  }

  /** Defines a macro by a text, as an option does: {@code "N"}, {@code "N=4"}. */
  void define(String definition) {
    int equals = definition.indexOf('=');
    String name = equals < 0 ? definition : definition.substring(0, equals);
    String value = equals < 0 ? "1" : definition.substring(equals + 1);
    add(Tokens.of(new SourceFile("option", name + " " + value)));
  }

  /** Defines a macro by the tokens behind {@code #define}. */
  void define(List<Token> definition) {
    if (!definition.isEmpty()) {
      everDefined.add(definition.getFirst().text());
      add(definition);
    }
  }

  private void add(List<Token> definition) {
    Token name = definition.getFirst();
    boolean withParameters =
        definition.size() > 1 && definition.get(1).is("(") && name.touches(definition.get(1));
    if (!withParameters) {
      List<Token> body = List.copyOf(definition.subList(1, definition.size()));
      macros.put(name.text(), new Macro(null, false, body));
      return;
    }
    List<String> parameters = new ArrayList<>();
    boolean variadic = false;
    int at = 2;
    for (; at < definition.size() && !definition.get(at).is(")"); at++) {
      Token token = definition.get(at);
      if (token.isName()) {
        parameters.add(token.text());
      } else if (token.is(".") && !variadic) {
        variadic = true;
        if (definition.get(at - 1).is("(") || definition.get(at - 1).is(",")) {
          parameters.add("__VA_ARGS__");
        }
      }
    }
    int body = Math.min(at + 1, definition.size());
    macros.put(
        name.text(),
        new Macro(parameters, variadic, List.copyOf(definition.subList(body, definition.size()))));
  }

  /** What {@code tokens} become; each result is where the outermost macro was used. */
  List<Token> expand(List<Token> tokens) {
    List<Token> out = new ArrayList<>(tokens.size());
    Deque<Token> left = new ArrayDeque<>(tokens);
    while (!left.isEmpty()) {
      Token token = left.poll();
      Macro macro = token.isName() ? macros.get(token.text()) : null;
      if (macro == null || token.hidden().contains(token.text())) {
        out.add(token);
      } else if (macro.parameters == null) {
        List<String> hidden = with(token.hidden(), token.text());
        push(left, macro.body, token.file(), token.start(), token.end(), hidden);
      } else {
        call(token, macro, left, out);
      }
    }
    return out;
  }

  private void call(Token name, Macro macro, Deque<Token> left, List<Token> out) {
    List<Token> taken = new ArrayList<>();
    List<List<Token>> arguments = arguments(macro, left, taken);
    if (arguments == null) {
      for (int i = taken.size() - 1; i >= 0; i--) {
        left.push(taken.get(i));
      }
      out.add(name);
      return;
    }
    int from = name.start();
    int to = name.end();
    for (Token token : taken) {
      if (token.file() == name.file()) {
        from = Math.min(from, token.start());
        to = Math.max(to, token.end());
      }
    }
    List<Token> body = new MacroBody(macro, arguments, this::expand).substituted();
    push(left, body, name.file(), from, to, with(name.hidden(), name.text()));
  }

  /** The arguments; null if there is no complete list of them. */
  private static List<List<Token>> arguments(Macro macro, Deque<Token> left, List<Token> taken) {
    if (left.isEmpty() || !left.peek().is("(")) {
      return null;
    }
    List<List<Token>> arguments = new ArrayList<>();
    List<Token> current = new ArrayList<>();
    int depth = 0;
    while (!left.isEmpty()) {
      Token token = left.poll();
      taken.add(token);
      boolean last = macro.variadic && arguments.size() == macro.parameters.size() - 1;
      if (token.is("(") && depth++ == 0) {
        continue;
      }
      if (token.is(")") && --depth == 0) {
        arguments.add(current);
        return arguments;
      }
      if (token.is(",") && depth == 1 && !last) {
        arguments.add(current);
        current = new ArrayList<>();
      } else {
        current.add(token);
      }
    }
    return null;
  }

  private void push(
      Deque<Token> left, List<Token> body, SourceFile file, int from, int to, List<String> hidden) {
    made += body.size() + 1;
    if (made > MOST_TOKENS) {
      throw new SourceException(
          new Token(Kind.NAME, "", file, from, to),
          "the macros used here and before make more than " + MOST_TOKENS + " tokens");
    }
    for (int i = body.size() - 1; i >= 0; i--) {
      Token token = i == 0 ? body.get(i).glued(false) : body.get(i);
      left.push(token.madeAt(file, from, to, union(hidden, token.hidden())));
    }
  }

  private static List<String> with(List<String> names, String name) {
    return union(names, List.of(name));
  }

  private static List<String> union(List<String> one, List<String> other) {
    if (one.containsAll(other)) {
      return one;
    }
    List<String> all = new ArrayList<>(one);
    other.stream().filter(name -> !one.contains(name)).forEach(all::add);
    return all;
  }
}
