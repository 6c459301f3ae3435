package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.grcuda.nvrtc.source.Token.Kind;

/** The body of a macro with arguments in place of its parameters ([cpp.subst]). */
final class MacroBody {

  private final Macros.Macro macro;
  private final List<List<Token>> arguments;
  private final UnaryOperator<List<Token>> expand;

  /**
   * @param expand replaces macros within an argument
   */
  MacroBody(Macros.Macro macro, List<List<Token>> arguments, UnaryOperator<List<Token>> expand) {
    this.macro = macro;
    this.arguments = arguments;
    this.expand = expand;
  }

  List<Token> substituted() {
    return substituted(macro.body());
  }

  private List<Token> substituted(List<Token> body) {
    List<Token> out = new ArrayList<>();
    for (int i = 0; i < body.size(); i++) {
      Token token = body.get(i);
      Token next = i + 1 < body.size() ? body.get(i + 1) : null;
      if (token.is("#") && next != null && argument(next) != null) {
        out.add(quoted(argument(next), token));
        i++;
      } else if (token.is("##") && next != null && !out.isEmpty()) {
        paste(out, argument(next) == null ? List.of(next) : argument(next));
        i++;
      } else if (token.is("__VA_OPT__") && next != null && next.is("(")) {
        int close = closing(body, i + 1);
        if (hasRest()) {
          out.addAll(substituted(body.subList(i + 2, close)));
        }
        i = close;
      } else if (argument(token) == null) {
        boolean behindArgument = i > 0 && argument(body.get(i - 1)) != null;
        out.add(behindArgument ? token.glued(false) : token);
      } else {
        boolean pasted = next != null && next.is("##");
        List<Token> put = pasted ? argument(token) : expand.apply(argument(token));
        for (int j = 0; j < put.size(); j++) {
          out.add(j == 0 ? put.get(j).glued(false) : put.get(j));
        }
      }
    }
    return out;
  }

  private boolean hasRest() {
    return arguments.size() >= macro.parameters().size() && !arguments.getLast().isEmpty();
  }

  private static int closing(List<Token> body, int open) {
    int depth = 0;
    for (int i = open; i < body.size(); i++) {
      depth += body.get(i).is("(") ? 1 : body.get(i).is(")") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return body.size();
  }

  /** The argument that stands for a parameter; null for another token. */
  private List<Token> argument(Token token) {
    int index = token.isName() ? macro.parameters().indexOf(token.text()) : -1;
    if (index < 0) {
      return null;
    }
    return index < arguments.size() ? arguments.get(index) : List.of();
  }

  private static Token quoted(List<Token> argument, Token at) {
    String text = argument.stream().map(Token::text).collect(Collectors.joining(" "));
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return new Token(Kind.STRING, '"' + escaped + '"', at.file(), at.start(), at.end());
  }

  private static void paste(List<Token> out, List<Token> right) {
    if (right.isEmpty()) {
      return;
    }
    Token left = out.removeLast();
    String text = left.text() + right.getFirst().text();
    List<Token> whole = Tokens.of(new SourceFile("", text));
    Kind kind = whole.size() == 1 ? whole.getFirst().kind() : Kind.PUNCTUATION;
    out.add(new Token(kind, text, left.file(), left.start(), left.end()));
    out.addAll(right.subList(1, right.size()));
  }
}
