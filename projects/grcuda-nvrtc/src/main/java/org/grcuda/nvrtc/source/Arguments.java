package org.grcuda.nvrtc.source;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.grcuda.nvrtc.source.Declaration.Kind;
import org.grcuda.nvrtc.source.TemplateParameters.Range;

/** Writes arguments of templates, as functions of the host name them, for use outside of these. */
final class Arguments {

  /**
   * An argument of a template as it reads outside of all functions.
   *
   * @param names the names in it, which the files may declare
   */
  record Argument(String text, Set<String> names) {}

  /** Keywords, and names that no file declares. */
  private static final Set<String> OTHERS =
      Set.of("void", "const", "true", "false", "sizeof", "struct", "dim3", "std", "cuda");

  private static final Set<String> OPERATORS = Set.of("+", "-", "/", "%", "!", "~", "?", "|", "<");

  /** A template of the host may use itself with ever longer arguments. */
  private static final int MOST_CHARACTERS = 250;

  private static final Set<Kind> TYPES = Set.of(Kind.CLASS, Kind.ENUM, Kind.TYPE_NAME);

  /** Types that CUDA has, or that the prelude declares. */
  private static final Pattern KNOWN_TYPES =
      Pattern.compile(
          "u?int(8|16|32|64)_t|u(int|short|char|long)|[a-z]+[1-4]"
              + "|(__)?(half|nv_bfloat16)2?|__nv_fp8_e\\w+|cu\\w*Complex");

  private final List<Token> tokens;
  private final Brackets brackets;
  private final Reach reach;

  Arguments(List<Token> tokens, Reach reach) {
    this.tokens = tokens;
    this.brackets = new Brackets(tokens);
    this.reach = reach;
  }

  /**
   * The argument in these tokens.
   *
   * @param known what names of the host's function stand for; null for its variables
   * @return null if it names a variable
   */
  Argument of(Range range, Map<String, Argument> known) {
    Set<String> names = new HashSet<>();
    StringBuilder text = new StringBuilder();
    for (int i = range.from(); i < range.to(); i++) {
      Token token = tokens.get(i);
      boolean member = brackets.is(i - 1, "::");
      Argument stands = token.isName() && !member ? known.get(token.text()) : null;
      if (stands != null) {
        names.addAll(stands.names());
      } else if (token.isName()) {
        if (!member && known.containsKey(token.text())) {
          return null;
        }
        names.add(token.text());
      }
      text.append(endsWithName(text) && token.isName() ? " " : "");
      text.append(stands == null ? (member ? "" : path(token)) + token.text() : stands.text());
      text.append(token.is(",") ? " " : "");
    }
    return text.length() > MOST_CHARACTERS ? null : new Argument(text.toString(), names);
  }

  /**
   * As {@link #of}, to stand for a name in expressions: what has operators is computed, or gets
   * brackets.
   */
  Argument value(Range range, Map<String, Argument> known) {
    Argument argument = of(range, known);
    boolean compound = false;
    for (int i = range.from(); i < range.to(); i++) {
      int close = brackets.is(i, "<") ? brackets.closeAngle(i, range.to()) : i;
      i = Math.max(i, close);
      Token token = tokens.get(i);
      compound |= token.kind() == Token.Kind.NUMBER || OPERATORS.contains(token.text());
    }
    return argument == null || !compound || range.to() - range.from() == 1
        ? argument
        : new Argument(computed(argument.text()), argument.names());
  }

  private static String computed(String text) {
    Long value = Condition.value(Tokens.of(new SourceFile("", text)), name -> true);
    return value == null ? "(" + text + ")" : value.toString();
  }

  private static boolean endsWithName(StringBuilder text) {
    return !text.isEmpty() && Character.isJavaIdentifierPart(text.charAt(text.length() - 1));
  }

  /** The namespaces of a name in an argument. */
  private String path(Token token) {
    return !token.isName() || isBuiltIn(token.text())
        ? ""
        : reach.named(token.text()).stream().map(each -> each.path).findFirst().orElse("");
  }

  private static boolean isBuiltIn(String name) {
    return Declaration.isArithmetic(name) || OTHERS.contains(name);
  }

  /** Whether a name is that of a type, or a keyword that may begin one. */
  boolean isType(String name) {
    return isBuiltIn(name)
        || KNOWN_TYPES.matcher(name).matches()
        || reach.named(name).stream().anyMatch(each -> TYPES.contains(each.kind));
  }
}
