package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.grcuda.nvrtc.source.Arguments.Argument;
import org.grcuda.nvrtc.source.TemplateParameters.Range;

/** The types of variables of the host, as far as their declarations tell them. */
final class HostVariables {

  private static final Set<String> ENDS = Set.of(";", "=", ",", ")", "[", "{", "(");
  private static final Set<String> STARTS = Set.of(";", "{", "}", "(", ",", ":");
  private static final Set<String> QUALIFIERS =
      Set.of("const", "static", "volatile", "constexpr", "__restrict__", "__restrict", "register");

  /** Names behind which an expression may stand. */
  private static final Set<String> KEYWORDS =
      Set.of("return", "case", "goto", "new", "delete", "else", "throw", "sizeof", "typename");

  private final List<Token> tokens;
  private final Brackets brackets;
  private final Arguments arguments;
  private final Map<Declaration, Map<String, List<Integer>>> declarators = new HashMap<>();

  HostVariables(List<Token> tokens, Arguments arguments) {
    this.tokens = tokens;
    this.brackets = new Brackets(tokens);
    this.arguments = arguments;
  }

  /**
   * A type.
   *
   * @param pointers how many {@code *} follow {@code base}
   * @param constant whether {@code base} is const
   */
  record Type(Argument base, int pointers, boolean constant) {

    Type pointer() {
      return new Type(base, pointers + 1, constant);
    }
  }

  /**
   * The type of an expression, a variable or its address, a literal or a cast.
   *
   * @param host where the variable may be declared
   * @param known what names of the host's function stand for
   * @return null if it cannot be told
   */
  Type of(Range expression, Declaration host, Map<String, Argument> known) {
    int from = expression.from();
    if (brackets.is(from, "(")) {
      int close = brackets.close(from, expression.to());
      boolean cast = close > 0 && close + 1 < expression.to();
      return cast ? written(new Range(from + 1, close), known) : null;
    }
    boolean address = brackets.is(from, "&");
    from += address ? 1 : 0;
    if (expression.to() - from != 1) {
      return null;
    }
    Token token = tokens.get(from);
    if (token.kind() == Token.Kind.NUMBER && !address) {
      return new Type(new Argument(ofLiteral(token.text()), Set.of()), 0, false);
    }
    Type found = token.isName() ? declared(token.text(), host, known) : null;
    return found == null || !address ? found : found.pointer();
  }

  private static String ofLiteral(String number) {
    String text = number.toLowerCase(Locale.ROOT);
    boolean hex = text.startsWith("0x");
    if (!hex && (text.indexOf('.') >= 0 || text.indexOf('e') >= 0)) {
      return text.endsWith("f") ? "float" : "double";
    }
    String suffix = text.replaceAll(hex ? "^0x[0-9a-f']*" : "^[0-9']*", "");
    return (suffix.contains("u") ? "unsigned " : "")
        + (suffix.contains("ll") ? "long long" : suffix.contains("l") ? "long" : "int");
  }

  /** The names of variables that a declaration of the host makes, and of some that are none. */
  Set<String> names(Declaration host) {
    return declarators(host).keySet();
  }

  /** By name, where the names of variables stand in their declarations, or may do so. */
  private Map<String, List<Integer>> declarators(Declaration host) {
    return declarators.computeIfAbsent(host, this::find);
  }

  private Map<String, List<Integer>> find(Declaration host) {
    Map<String, List<Integer>> found = new HashMap<>();
    for (int at = host.first + 1; at < host.last; at++) {
      Token before = tokens.get(at - 1);
      boolean declarator =
          before.isName() && !KEYWORDS.contains(before.text())
              || before.is("*")
              || before.is("&")
              || before.is(">");
      if (declarator && tokens.get(at).isName() && ENDS.contains(tokens.get(at + 1).text())) {
        found.computeIfAbsent(tokens.get(at).text(), name -> new ArrayList<>()).add(at);
      }
    }
    return found;
  }

  private Type declared(String name, Declaration host, Map<String, Argument> known) {
    for (int at : declarators(host).getOrDefault(name, List.of())) {
      int first = startOf(at, host.first);
      Type type = first < 0 ? null : written(new Range(first, at), known);
      if (type != null) {
        return brackets.is(at + 1, "[") ? type.pointer() : type;
      }
    }
    return null;
  }

  /** Where the type of a declarator begins, in its own declaration; -1 if that is not one. */
  private int startOf(int declarator, int from) {
    int at = declarator - 1;
    while (at > from && !STARTS.contains(tokens.get(at).text())) {
      at--;
    }
    return at + 1 < declarator && STARTS.contains(tokens.get(at).text()) ? start(at, from) : -1;
  }

  /** Behind the {@code ,} of a list of declarators, the type is that of the first. */
  private int start(int before, int from) {
    boolean pointer = brackets.is(before + 1, "*");
    if (!brackets.is(before, ",") || !pointer) {
      return before + 1;
    }
    int at = before;
    while (at > from && !brackets.is(at, ";") && !brackets.is(at, "{") && !brackets.is(at, "}")) {
      at--;
    }
    return at + 1;
  }

  /** The type that tokens spell, up to its first declarator; null if they spell none. */
  private Type written(Range range, Map<String, Argument> known) {
    int from = range.from();
    while (from < range.to() && QUALIFIERS.contains(tokens.get(from).text())) {
      from++;
    }
    int end = from;
    while (end < range.to() && isPartOfType(end, from, known)) {
      int close = brackets.is(end, "<") ? brackets.closeAngle(end, range.to()) : end;
      end = Math.max(end, close) + 1;
    }
    if (end == from || !isType(from, known)) {
      return null;
    }
    Argument base = arguments.of(new Range(from, end), known);
    int pointers = 0;
    for (int at = last(end, range); at < range.to(); at++) {
      if (!brackets.is(at, "*") && !brackets.is(at, "&") && !isQualifier(at)) {
        return null;
      }
      pointers += tokens.get(at).is("*") ? 1 : 0;
    }
    boolean constant = brackets.is(end, "const");
    for (int at = range.from(); at < from; at++) {
      constant |= brackets.is(at, "const");
    }
    return base == null ? null : new Type(base, pointers, constant);
  }

  private boolean isQualifier(int at) {
    return QUALIFIERS.contains(tokens.get(at).text());
  }

  /** Behind the last comma, where a list of declarators has several. */
  private int last(int end, Range range) {
    int at = range.to();
    while (at > end && !brackets.is(at - 1, ",")) {
      at--;
    }
    return at;
  }

  private boolean isPartOfType(int at, int from, Map<String, Argument> known) {
    Token token = tokens.get(at);
    boolean qualified = at > from && brackets.is(at - 1, "::");
    return token.is("::")
        || token.is("<") && at > from
        || token.isName() && !isQualifier(at) && (qualified || isType(at, known));
  }

  private boolean isType(int at, Map<String, Argument> known) {
    String name = tokens.get(at).text();
    return tokens.get(at).isName()
        && (known.get(name) != null || !known.containsKey(name) && arguments.isType(name));
  }
}
