package org.grcuda.nvrtc.source;

import java.util.List;
import java.util.Set;
import org.grcuda.nvrtc.source.Declaration.Kind;

/** Reads one declaration from its first token to its last. */
final class DeclarationReader {

  /** Names behind which brackets are no list of parameters. */
  private static final Set<String> ATTRIBUTES =
      Set.of(
          "alignas",
          "__align__",
          "__builtin_align__",
          "__attribute__",
          "__attribute",
          "__declspec",
          "__launch_bounds__",
          "__cluster_dims__",
          "__block_size__",
          "__maxnreg__",
          "__nv_pure__",
          "decltype",
          "typeof",
          "__typeof__",
          "noexcept",
          "throw",
          "explicit",
          "requires",
          "_Pragma");

  private static final Set<String> CLASS_KEYS = Set.of("class", "struct", "union");

  /** Names that may follow a list of parameters, and begin no K&R declaration. */
  private static final Set<String> AFTER_PARAMETERS =
      Set.of(
          "const",
          "volatile",
          "noexcept",
          "override",
          "final",
          "try",
          "throw",
          "requires",
          "__attribute__",
          "asm",
          "__asm__");

  private final List<Token> tokens;
  private final Brackets brackets;
  private final BracketedValues values;
  private final Declaration result;
  private final int to;
  private int at;
  private boolean parameters;
  private boolean classKey;
  private boolean enumKey;
  private boolean oldStyle;

  /** Whether the list of parameters may be the value of a variable. */
  private boolean mayBeValue;

  /** The end of a variable's value in brackets, or -2. */
  private int valueEnd = -2;

  private boolean bases;
  private String lastName = "";

  DeclarationReader(List<Token> tokens, Brackets brackets, Declaration result, int to) {
    this.tokens = tokens;
    this.brackets = brackets;
    this.values = new BracketedValues(tokens, brackets);
    this.result = result;
    this.to = to;
    this.at = result.first;
  }

  /**
   * Reads it; a declaration that does not end is {@link Kind#UNKNOWN} and takes all that is left.
   */
  void read() {
    prefix();
    result.head = Math.min(at, to - 1);
    boolean ended = keyword() || general();
    if (!ended) {
      result.kind = Kind.UNKNOWN;
      result.last = to - 1;
    }
  }

  private void prefix() {
    while (at < to) {
      if (brackets.is(at, "template")) {
        if (!brackets.is(at + 1, "<")) {
          result.kind = Kind.INSTANTIATION;
          return;
        }
        int close = brackets.closeAngle(at + 1, to);
        if (close < 0) {
          return;
        }
        result.template = true;
        at = close + 1;
      } else if (brackets.is(at, "extern") && isString(at + 1)) {
        at += 2;
      } else if (brackets.is(at, "[") || isAttribute(at) && brackets.is(at + 1, "(")) {
        int close = brackets.close(brackets.is(at, "[") ? at : at + 1, to);
        if (close < 0) {
          return;
        }
        at = close + 1;
      } else {
        return;
      }
    }
  }

  private boolean isString(int index) {
    return index < to && tokens.get(index).kind() == Token.Kind.STRING;
  }

  private boolean isAttribute(int index) {
    return index >= 0 && index < to && ATTRIBUTES.contains(tokens.get(index).text());
  }

  /** Reads declarations that a keyword tells; false if it is none, or does not end. */
  private boolean keyword() {
    String word = at < to ? tokens.get(at).text() : "";
    switch (word) {
      case "using" -> {
        boolean alias = at + 2 < to && (brackets.is(at + 2, "=") || brackets.is(at + 2, "["));
        result.kind = alias ? Kind.TYPE_NAME : Kind.USING;
        if (at + 1 < to && alias) {
          result.names.add(tokens.get(at + 1).text());
        }
      }
      case "namespace" -> result.kind = Kind.USING;
      case "static_assert", "_Static_assert" -> result.kind = Kind.ASSERTION;
      case "concept" -> {
        result.kind = Kind.CONCEPT;
        if (at + 1 < to) {
          result.names.add(tokens.get(at + 1).text());
        }
      }
      case "asm", "__asm__" -> result.kind = Kind.ASSEMBLY;
      default -> {
        return false;
      }
    }
    return toSemicolon(at);
  }

  private boolean toSemicolon(int from) {
    for (int i = from; i < to; i++) {
      Token token = tokens.get(i);
      if (token.is(";")) {
        result.last = i;
        return true;
      }
      if (token.is("(") || token.is("[") || token.is("{")) {
        i = brackets.close(i, to);
        if (i < 0) {
          return false;
        }
      }
    }
    return false;
  }

  private boolean general() {
    for (; at < to; at++) {
      Token token = tokens.get(at);
      if (token.is(";") && !oldStyle) {
        return end(at);
      }
      if (token.is("{")) {
        int close = brackets.close(at, to);
        if (close < 0) {
          return false;
        }
        // Behind what looked like a value: a macro that begins a function.
        parameters |= valueEnd == at - 1;
        if (isBody()) {
          return body(close);
        }
        at = close;
      } else if (token.is("(")) {
        if (!parenthesis()) {
          return false;
        }
      } else if (token.is("[")) {
        at = brackets.close(at, to);
      } else if (token.isName()) {
        name(token.text());
      } else {
        punctuation(token);
      }
      if (at < 0) {
        return false;
      }
    }
    return false;
  }

  private void name(String word) {
    if (!parameters || word.startsWith("__")) {
      result.words.add(word);
    }
    if (word.equals("operator")) {
      operator();
    } else if (CLASS_KEYS.contains(word) && !parameters) {
      classKey = true;
      lastName = "";
    } else if (word.equals("enum")) {
      enumKey = true;
      lastName = "";
    } else if (isAttribute(at) && !brackets.is(at + 1, "(")) {
      // Such as noexcept alone.
      return;
    } else if (!parameters && !bases && !word.equals("final")) {
      lastName = word;
    }
  }

  /** Skips the symbol of an operator. */
  private void operator() {
    lastName = "operator";
    if (brackets.is(at + 1, "(") && brackets.is(at + 2, ")")) {
      at += 2;
      return;
    }
    while (at + 1 < to && !brackets.is(at + 1, "(") && !brackets.is(at + 1, ";")) {
      at++;
    }
  }

  private void punctuation(Token token) {
    if (token.is("<") && !parameters && result.equals < 0) {
      int close = brackets.closeAngle(at, to);
      at = close < 0 ? at : close;
    } else if (token.is("=")) {
      equals();
    } else if (token.is(",") && !parameters && !classHead()) {
      addName();
    } else if ((token.is("*") || token.is("&") || token.is("^")) && !parameters) {
      result.pointer |= result.equals < 0;
    } else if (token.is(":") && parameters && result.initialisers < 0 && result.equals < 0) {
      result.initialisers = at;
    } else if (token.is(":") && classHead()) {
      bases = true;
    }
  }

  private boolean classHead() {
    return (classKey || enumKey) && !parameters && result.equals < 0;
  }

  /** Skips the value behind {@code =}, up to the next declarator. */
  private void equals() {
    if (result.equals < 0) {
      result.equals = at;
    }
    addName();
    for (int i = at + 1; i < to; i++) {
      Token token = tokens.get(i);
      if (token.is(";") || token.is(",")) {
        at = i - 1;
        return;
      }
      int angle = token.is("<") ? brackets.closeAngle(i, to) : -1;
      if (angle >= 0 && isCalledBehind(angle)) {
        i = angle;
      } else if (token.is("(") || token.is("[") || token.is("{")) {
        i = brackets.close(i, to);
        if (i < 0) {
          break;
        }
      }
    }
    at = -1;
  }

  /** Whether {@code >} ends the arguments of a template that is called or made there. */
  private boolean isCalledBehind(int angle) {
    return brackets.is(angle + 1, "(")
        || brackets.is(angle + 1, "{")
        || brackets.is(angle + 1, "::");
  }

  private void addName() {
    if (!lastName.isEmpty() && !result.names.contains(lastName)) {
      result.names.add(lastName);
    }
  }

  /** Skips brackets that may be a list of parameters; false if they do not end. */
  private boolean parenthesis() {
    int open = at;
    int close = brackets.close(open, to);
    if (close < 0) {
      return false;
    }
    boolean declarator =
        brackets.is(open + 1, "*") || brackets.is(open + 1, "&") || brackets.is(open + 1, "^");
    if (isAttribute(open - 1)) {
      at = close;
      return true;
    }
    if (declarator && !parameters) {
      result.pointer = true;
      for (int i = open + 1; i < close; i++) {
        lastName = tokens.get(i).isName() ? tokens.get(i).text() : lastName;
      }
      at = brackets.is(close + 1, "(") ? brackets.close(close + 1, to) : close;
      return at >= 0;
    }
    if (!parameters && !lastName.isEmpty() && values.isValue(open, close)) {
      result.equals = result.equals < 0 ? open : result.equals;
      valueEnd = close;
      addName();
    } else if (!parameters && !lastName.isEmpty()) {
      parameters = true;
      mayBeValue = !values.mayBeParameters(open, close);
      addName();
      oldStyle = isOldStyle(open, close);
    }
    at = close;
    return true;
  }

  /** Whether the definition has its parameters' types behind the list, as in C before 1989. */
  private boolean isOldStyle(int open, int close) {
    for (int i = open + 1; i < close; i++) {
      boolean odd = (i - open) % 2 == 1;
      if (odd ? !tokens.get(i).isName() : !brackets.is(i, ",")) {
        return false;
      }
    }
    boolean follows = close + 1 < to && tokens.get(close + 1).isName() && close > open + 1;
    return follows && !AFTER_PARAMETERS.contains(tokens.get(close + 1).text());
  }

  /** Whether the brace here opens the body of a function or class. */
  private boolean isBody() {
    if (!parameters) {
      return classKey || enumKey;
    }
    Token before = tokens.get(at - 1);
    boolean initialiser = result.initialisers >= 0 && (before.isName() || before.is(">"));
    return !initialiser || before.is("try");
  }

  private boolean body(int close) {
    result.open = at;
    result.close = close;
    int end = close;
    if (parameters) {
      result.kind = result.kind == Kind.INSTANTIATION ? result.kind : Kind.FUNCTION;
      while (brackets.is(end + 1, "catch") && brackets.is(end + 2, "(")) {
        int open = brackets.close(end + 2, to) + 1;
        end = brackets.is(open, "{") ? brackets.close(open, to) : -1;
        if (end < 0) {
          return false;
        }
      }
      result.last = end;
      return true;
    }
    result.kind = enumKey ? Kind.ENUM : Kind.CLASS;
    addName();
    for (int i = close + 1; i < to; i++) {
      Token token = tokens.get(i);
      if (token.is(";")) {
        result.last = i;
        return true;
      }
      if (token.is("{") || token.is("(") || token.is("[")) {
        i = brackets.close(i, to);
        if (i < 0) {
          return false;
        }
      } else if (token.isName()) {
        result.words.add(token.text());
        if (!isAttribute(i)) {
          result.names.add(token.text());
        }
      }
    }
    return false;
  }

  private boolean end(int semicolon) {
    result.last = semicolon;
    if (result.kind == Kind.INSTANTIATION) {
      addName();
      return true;
    }
    boolean forward = classKey && !parameters && result.equals < 0 && isForward(semicolon);
    if (result.is("typedef")) {
      result.kind = Kind.TYPE_NAME;
    } else if (parameters) {
      boolean value = mayBeValue && isConstant() && !result.template && result.owner == null;
      result.kind = value ? Kind.VARIABLE : Kind.FUNCTION;
    } else if (forward) {
      result.kind = Kind.CLASS;
    } else if (enumKey && result.equals < 0 && isForwardEnumeration(semicolon)) {
      result.kind = Kind.ENUM;
    } else {
      result.kind = Kind.VARIABLE;
    }
    addName();
    return true;
  }

  /** A function that is constexpr has a body, and no number that it returns is const. */
  private boolean isConstant() {
    boolean number = result.words.stream().anyMatch(Declaration::isArithmetic);
    return result.isConstexpr() || result.is("const") && !result.pointer && number;
  }

  /** Whether the declaration is {@code enum name;}, {@code enum class name : type;}. */
  private boolean isForwardEnumeration(int semicolon) {
    int next = result.head;
    while (next < semicolon && !brackets.is(next, "enum")) {
      next++;
    }
    next++;
    next += next < semicolon && CLASS_KEYS.contains(tokens.get(next).text()) ? 1 : 0;
    while (next < semicolon && (tokens.get(next).isName() || brackets.is(next, "::"))) {
      if (tokens.get(next).isName() && tokens.get(next - 1).isName() && !isKey(next - 1)) {
        return false;
      }
      next++;
    }
    return next == semicolon || brackets.is(next, ":");
  }

  private boolean isKey(int index) {
    return brackets.is(index, "enum") || CLASS_KEYS.contains(tokens.get(index).text());
  }

  /** Whether the declaration is {@code class name;}. */
  private boolean isForward(int semicolon) {
    int key = result.head;
    while (key < semicolon && !CLASS_KEYS.contains(tokens.get(key).text())) {
      key++;
    }
    int next = key + 1;
    while (next < semicolon && (tokens.get(next).isName() || brackets.is(next, "::"))) {
      boolean second = tokens.get(next).isName() && next > key + 1 && tokens.get(next - 1).isName();
      if (second) {
        return false;
      }
      next++;
    }
    if (brackets.is(next, "<")) {
      next = brackets.closeAngle(next, to) + 1;
    }
    return next == semicolon;
  }
}
