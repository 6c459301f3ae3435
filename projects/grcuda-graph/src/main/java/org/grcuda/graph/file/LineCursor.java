package org.grcuda.graph.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads the tokens of lines, one after the other. A line ends with {@code \n}, {@code \r\n} or the
 * text. Its errors say what stands where it is, and what was expected there.
 */
final class LineCursor {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private final MemorySegment bytes;
  private final byte separator;
  private final long end;
  private final Token token;
  private long at;

  /**
   * @param separator what stands between tokens, besides blanks and tabs
   * @param from where a line begins
   * @param to where a line has ended
   */
  LineCursor(MemorySegment bytes, char separator, long from, long to) {
    this.bytes = bytes;
    this.separator = (byte) separator;
    this.at = from;
    this.end = to;
    this.token = new Token(bytes);
  }

  /** Where it is, in bytes from the beginning of the text. */
  long at() {
    return at;
  }

  /** Whether there is another line, perhaps an empty one. */
  boolean hasLine() {
    return at < end;
  }

  /** Goes to the first token of the next line that has one; false if there is none. */
  boolean nextText() {
    while (at < end) {
      if (first() != '\n') {
        return true;
      }
      skipLine();
    }
    return false;
  }

  /** Goes to the next token of the line. Its first byte; a newline if the line has no more. */
  byte first() {
    long i = at;
    while (i < end && isSeparator(bytes.get(BYTE, i))) {
      i++;
    }
    at = i;
    return isEndOfLine(i) ? (byte) '\n' : bytes.get(BYTE, i);
  }

  /** Whether the line has no more tokens. */
  boolean atEndOfLine() {
    return first() == '\n';
  }

  /** Goes to the beginning of the next line. */
  void skipLine() {
    long i = at;
    while (i + Word.COUNT <= end && !Word.hasNewline(bytes, i)) {
      i += Word.COUNT;
    }
    while (i < end && bytes.get(BYTE, i) != '\n') {
      i++;
    }
    at = Math.min(end, i + 1);
  }

  /**
   * Goes to the beginning of the next line.
   *
   * @param what what this line held, for messages
   * @throws TextError if it holds more
   */
  void endLine(String what) throws TextError {
    if (!atEndOfLine()) {
      throw refusal("'" + shown() + "' after " + what + ", expected the end of the line");
    }
    skipLine();
  }

  /** The next token of the line, empty if there is none; of a long one only the beginning. */
  String word() {
    String word = shown();
    skipWord();
    return word;
  }

  /** Goes past the next token of the line. */
  void skipWord() {
    first();
    at = endOfToken();
  }

  /** Whether the next token of the line is only this letter; if so it goes past it. */
  boolean letter(char letter) {
    if (first() == letter && endsToken(at + 1)) {
      at++;
      return true;
    }
    return false;
  }

  /** The next token of the line, an integer. */
  long number(Range range) throws TextError {
    first();
    long high = range.high();
    int digits = at + Word.COUNT <= end ? Word.count(bytes, at) : 0;
    long value = digits == 0 ? 0 : Word.value(bytes, at, digits);
    long i = at + digits;
    // The rest: if there are so many digits, or it is near the end of the text.
    while (i < end && value <= high) {
      int digit = bytes.get(BYTE, i) - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      value = 10 * value + digit;
      i++;
    }
    if (i == at || value > high || value < range.low() || !endsToken(i)) {
      throw refusal(range);
    }
    at = i;
    return value;
  }

  /** The next token of the line, a floating-point number. */
  float real(String what) throws TextError {
    first();
    long to = endOfToken();
    if (to == at) {
      throw refusal(what + " missing, expected a number");
    }
    try {
      float value = token.real(at, to);
      at = to;
      return value;
    } catch (NumberFormatException e) {
      throw refusal(what + " " + shown() + ", expected " + e.getMessage());
    }
  }

  /** Whether the next token of the line looks like a floating-point number, not like an integer. */
  boolean looksReal() {
    first();
    for (long i = at; !endsToken(i); i++) {
      if (".eEnN".indexOf(bytes.get(BYTE, i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** The error that the next token of the line is not in {@code range}. */
  TextError refusal(Range range) {
    String given = atEndOfLine() ? "missing" : shown();
    return refusal(range.what() + " " + given + ", " + range.expected());
  }

  /** An error that is where this cursor is. */
  TextError refusal(String message) {
    return new TextError(at, message);
  }

  /** The next token of the line, for messages. */
  String shown() {
    first();
    return token.shown(at, endOfToken());
  }

  private long endOfToken() {
    long i = at;
    // The first tests are for speed: most bytes pass them.
    while (i < end
        && (bytes.get(BYTE, i) > ' ' && bytes.get(BYTE, i) != separator || !endsToken(i))) {
      i++;
    }
    return i;
  }

  private boolean endsToken(long i) {
    return isEndOfLine(i) || isSeparator(bytes.get(BYTE, i));
  }

  private boolean isSeparator(byte unit) {
    return unit == ' ' || unit == '\t' || unit == separator;
  }

  private boolean isEndOfLine(long i) {
    if (i >= end) {
      return true;
    }
    byte unit = bytes.get(BYTE, i);
    return unit == '\n' || unit == '\r' && (i + 1 == end || bytes.get(BYTE, i + 1) == '\n');
  }
}
