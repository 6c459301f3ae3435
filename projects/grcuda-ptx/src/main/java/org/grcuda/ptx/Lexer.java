package org.grcuda.ptx;

import java.util.List;

/**
 * Splits PTX into tokens, one at a time: the current token is the lexer's state (PTX ISA 4.1 to
 * 4.5).
 */
final class Lexer {

  /** What a token is. */
  enum Kind {
    /** {@code add}, {@code %r1}, {@code $L__BB0_2}. */
    IDENTIFIER,
    /** A dotted word, its text without the dot: {@code reg}, {@code L1::evict_last}. */
    DOTTED,
    INTEGER,
    FLOAT,
    STRING,
    /** One character, or {@code << >> <= >= == != && ||}. */
    PUNCTUATION,
    END
  }

  private static final String PUNCTUATION = ",;[](){}:+-*/%<>=!&|^~?@.";

  /** The characters of {@link #PUNCTUATION} as texts, so that each token needs none of its own. */
  private static final List<String> PUNCTUATION_TEXTS = List.of(PUNCTUATION.split(""));

  private final String source;
  private int position;
  private int line = 1;
  private int lineStart;

  private Kind kind;
  private int start;
  private int tokenLine;
  private int tokenColumn;
  private String text;
  private long bits;
  private PtxType floatType;
  private boolean unsigned;

  Lexer(String source) {
    this.source = source;
    next();
  }

  Kind kind() {
    return kind;
  }

  /** Of a string its content, of a dotted word the word. */
  String text() {
    return text;
  }

  /** Of an integer its value, of a float its bits. */
  long bits() {
    return bits;
  }

  PtxType floatType() {
    return floatType;
  }

  /** An integer with suffix U, or above 2^63 - 1. */
  boolean isUnsigned() {
    return unsigned;
  }

  int line() {
    return tokenLine;
  }

  int column() {
    return tokenColumn;
  }

  /** Where the current token begins. */
  Position position() {
    return new Position(tokenLine, tokenColumn);
  }

  /** A token to come back to. */
  record Mark(int start, int line, int column) {}

  Mark mark() {
    return new Mark(start, tokenLine, tokenColumn);
  }

  void rewind(Mark mark) {
    position = mark.start();
    line = mark.line();
    lineStart = mark.start() - mark.column() + 1;
    next();
  }

  boolean is(String punctuation) {
    return kind == Kind.PUNCTUATION && text.equals(punctuation);
  }

  boolean isDotted(String word) {
    return kind == Kind.DOTTED && text.equals(word);
  }

  /** Takes the current token if it is that punctuation. */
  boolean accept(String punctuation) {
    if (is(punctuation)) {
      next();
      return true;
    }
    return false;
  }

  /** Takes the current token if it is that dotted word. */
  boolean acceptDotted(String word) {
    if (isDotted(word)) {
      next();
      return true;
    }
    return false;
  }

  void expect(String punctuation) {
    if (!accept(punctuation)) {
      throw expected("'" + punctuation + "'");
    }
  }

  String expectIdentifier(String what) {
    if (kind != Kind.IDENTIFIER) {
      throw expected(what);
    }
    String name = text;
    next();
    return name;
  }

  String expectDotted(String what) {
    if (kind != Kind.DOTTED) {
      throw expected(what);
    }
    String word = text;
    next();
    return word;
  }

  long expectInteger(String what) {
    if (kind != Kind.INTEGER) {
      throw expected(what);
    }
    long value = bits;
    next();
    return value;
  }

  PtxSyntaxException expected(String what) {
    return error("expected " + what + " but found " + describe());
  }

  PtxSyntaxException error(String detail) {
    return new PtxSyntaxException(position(), detail);
  }

  private String describe() {
    return switch (kind) {
      case END -> "the end of the text";
      case DOTTED -> "'." + abbreviate(text) + "'";
      case STRING -> "a string";
      case INTEGER, FLOAT -> "the number " + abbreviate(source.substring(start, position));
      default -> "'" + abbreviate(text) + "'";
    };
  }

  private static String abbreviate(String name) {
    return name.length() <= 60 ? name : name.substring(0, 57) + "...";
  }

  /** The dotted words that follow the current identifier at once, which becomes the next token. */
  String mnemonicTail() {
    int from = position;
    while (position < source.length()
        && source.charAt(position) == '.'
        && isWordPart(peek(position + 1))) {
      position = dottedEnd(position + 1);
    }
    String tail = source.substring(from, position);
    next();
    return tail;
  }

  /** Drops the rest of the token's line: of a debugging directive. */
  void skipLine() {
    int end = source.indexOf('\n', start);
    position = end < 0 ? source.length() : end;
    line = tokenLine;
    next();
  }

  void next() {
    skipBlank();
    start = position;
    tokenLine = line;
    tokenColumn = position - lineStart + 1;
    if (position == source.length()) {
      kind = Kind.END;
      text = "";
      return;
    }
    char c = source.charAt(position);
    if (isIdentifierStart(c)) {
      kind = Kind.IDENTIFIER;
      do {
        position++;
      } while (isWordPart(peek(position)));
      text = source.substring(start, position);
      if (text.equals("%")) {
        kind = Kind.PUNCTUATION;
      }
    } else if (isDigit(c)) {
      number();
    } else if (c == '.' && isWordPart(peek(position + 1))) {
      kind = Kind.DOTTED;
      position = dottedEnd(position + 1);
      text = source.substring(start + 1, position);
    } else if (c == '"') {
      string();
    } else {
      punctuation(c);
    }
  }

  private void skipBlank() {
    while (position < source.length()) {
      char c = source.charAt(position);
      if (c == '\n') {
        position++;
        line++;
        lineStart = position;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == 0) {
        position++;
      } else if (c == '/' && peek(position + 1) == '/') {
        int end = source.indexOf('\n', position);
        position = end < 0 ? source.length() : end;
      } else if (c == '/' && peek(position + 1) == '*') {
        skipComment();
      } else {
        return;
      }
    }
  }

  private void skipComment() {
    int end = source.indexOf("*/", position + 2);
    if (end < 0) {
      throw new PtxSyntaxException(line, position - lineStart + 1, "comment is not closed");
    }
    for (int i = position; i < end; i++) {
      if (source.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    position = end + 2;
  }

  private void string() {
    kind = Kind.STRING;
    int end = position + 1;
    while (peek(end) != '"') {
      if (end >= source.length() || peek(end) == '\n') {
        throw error("string is not closed");
      }
      end += peek(end) == '\\' ? 2 : 1;
    }
    text = source.substring(position + 1, end);
    position = end + 1;
  }

  private void punctuation(char c) {
    kind = Kind.PUNCTUATION;
    char after = peek(position + 1);
    boolean twice = (c == '<' || c == '>' || c == '&' || c == '|' || c == '=') && after == c;
    boolean comparison = (c == '<' || c == '>' || c == '!') && after == '=';
    if (twice || comparison) {
      position += 2;
      text = source.substring(start, position);
      return;
    }
    position++;
    int known = PUNCTUATION.indexOf(c);
    if (known < 0) {
      String shown = c < ' ' || c > '~' ? "U+%04X".formatted((int) c) : String.valueOf(c);
      throw error("unexpected character " + shown);
    }
    text = PUNCTUATION_TEXTS.get(known);
  }

  private void number() {
    char first = source.charAt(position);
    char second = (char) (peek(position + 1) | 0x20);
    int end = position + 1;
    while (isWordPart(peek(end))) {
      end++;
    }
    if (first == '0' && second == 'f' && end - position == 10) {
      exactFloat(PtxType.F32, end);
    } else if (first == '0' && second == 'd' && end - position == 18) {
      exactFloat(PtxType.F64, end);
    } else if (first == '0' && (second == 'x' || second == 'b')) {
      integer(position + 2, end, second == 'x' ? 16 : 2);
    } else if (peek(end) == '.' || hasExponent(end)) {
      decimalFloat(end);
    } else if (first == '0' && end - position > 1 && second != 'u') {
      integer(position + 1, end, 8);
    } else {
      integer(position, end, 10);
    }
  }

  private boolean hasExponent(int end) {
    for (int i = position; i < end; i++) {
      if ((source.charAt(i) | 0x20) == 'e') {
        return true;
      }
    }
    return false;
  }

  private void exactFloat(PtxType type, int end) {
    kind = Kind.FLOAT;
    floatType = type;
    text = "";
    bits = digits(position + 2, end, 16, end);
    position = end;
  }

  private void integer(int from, int wordEnd, int radix) {
    kind = Kind.INTEGER;
    text = "";
    int end = (source.charAt(wordEnd - 1) | 0x20) == 'u' ? wordEnd - 1 : wordEnd;
    bits = digits(from, end, radix, wordEnd);
    unsigned = end < wordEnd || bits < 0;
    position = wordEnd;
  }

  private long digits(int from, int end, int radix, int wordEnd) {
    try {
      return Long.parseUnsignedLong(source, from, end, radix);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      String word = abbreviate(source.substring(position, wordEnd));
      PtxSyntaxException malformed = error("not a number of at most 64 bits: " + word);
      malformed.initCause(e);
      throw malformed;
    }
  }

  private void decimalFloat(int wordEnd) {
    int end = wordEnd;
    if (peek(end) == '.') {
      end++;
    }
    while (isWordPart(peek(end))) {
      end++;
    }
    if ((source.charAt(end - 1) | 0x20) == 'e' && (peek(end) == '-' || peek(end) == '+')) {
      end++;
      while (isWordPart(peek(end))) {
        end++;
      }
    }
    kind = Kind.FLOAT;
    floatType = PtxType.F64;
    text = source.substring(position, end);
    for (int i = 0; i < text.length(); i++) {
      if ("0123456789.eE+-".indexOf(text.charAt(i)) < 0) {
        throw error("not a number: " + abbreviate(text));
      }
    }
    try {
      bits = Double.doubleToRawLongBits(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      PtxSyntaxException malformed = error("not a number: " + abbreviate(text));
      malformed.initCause(e);
      throw malformed;
    }
    position = end;
  }

  private int dottedEnd(int from) {
    int end = from;
    while (isWordPart(peek(end))
        || (peek(end) == ':' && peek(end + 1) == ':' && isWordPart(peek(end + 2)))) {
      end += peek(end) == ':' ? 2 : 1;
    }
    return end;
  }

  private char peek(int index) {
    return index < source.length() ? source.charAt(index) : 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isIdentifierStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c == '$' || c == '_';
  }

  private static boolean isWordPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '$' || c == '_';
  }
}
