package org.grcuda.core.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Some lines of a text file. */
final class TextPiece {

  /** Characters of a field that an error shows. */
  private static final int SHOWN = 40;

  /** A value that no byte has. */
  private static final int NONE = 256;

  private final byte[] text;
  private final int length;
  private final char delimiter;
  private final byte[] comment;
  private final int commentStart;
  private final FieldParser parser;
  private final long toSkip;

  private boolean counted;
  private long skipped;
  private int start;
  private long rows;
  private long lines;
  private long firstRow;
  private long firstLine;

  // The fields of the line that was split last.
  private int fields;
  private int[] begins = new int[16];
  private int[] ends = new int[16];

  /**
   * @param length how much of {@code text} belongs to it
   * @param toSkip lines at its beginning to skip, as far as it has so many
   */
  TextPiece(byte[] text, int length, TextFormat format, long toSkip) {
    this.text = text;
    this.length = length;
    this.delimiter = format.delimiter();
    this.comment = format.comment().getBytes(StandardCharsets.UTF_8);
    this.commentStart = comment.length == 0 ? NONE : comment[0];
    this.parser = FieldParser.of(format.type());
    this.toSkip = toSkip;
  }

  /** Counts lines and rows; a second time it does nothing. */
  void count() {
    if (counted) {
      return;
    }
    counted = true;
    int at = 0;
    while (at < length && skipped < toSkip) {
      at = endOfLine(at) + 1;
      skipped++;
      lines++;
    }
    start = Math.min(at, length);
    while (at < length) {
      int end = endOfLine(at);
      if (!isBlank(at, end)) {
        rows++;
      }
      lines++;
      at = end + 1;
    }
  }

  /** Lines with numbers. */
  long rows() {
    return rows;
  }

  /** Lines. */
  long lines() {
    return lines;
  }

  /** Lines that were skipped. */
  long skipped() {
    return skipped;
  }

  /** Sets the row and line of the file with which it begins. */
  void startAt(long row, long line) {
    firstRow = row;
    firstLine = line;
  }

  int fieldsOfFirstRow() {
    int at = start;
    do {
      at = split(at) + 1;
    } while (fields == 0);
    return fields;
  }

  /**
   * Parses its rows and stores them.
   *
   * @param address of the first element of the array
   * @param strides bytes between rows and columns of the array
   * @param columns the field that each column takes
   * @param all whether a row must have no other fields
   * @param count rows of the array
   */
  void parse(long address, long[] strides, int[] columns, boolean all, long count)
      throws TextError {
    long row = firstRow;
    long line = firstLine + skipped;
    for (int at = start; at < length && row < count; line++) {
      int end = split(at);
      if (fields > 0) {
        checkFields(line, columns, all);
        long place = address + row * strides[0];
        for (int column : columns) {
          store(line, column, place);
          place += strides[1];
        }
        row++;
      }
      at = end + 1;
    }
  }

  private void checkFields(long line, int[] columns, boolean all) throws TextError {
    if (all && fields != columns.length) {
      throw new TextError(
          line, 0, "expected " + columns.length + " columns, as above, given " + fields);
    }
    if (!all) {
      int last = Arrays.stream(columns).max().getAsInt();
      if (last >= fields) {
        throw new TextError(
            line, 0, "expected at least " + (last + 1) + " columns, given " + fields);
      }
    }
  }

  private void store(long line, int field, long place) throws TextError {
    try {
      parser.parse(text, begins[field], ends[field], place);
    } catch (NumberFormatException e) {
      int size = ends[field] - begins[field];
      String given = new String(text, begins[field], Math.min(size, SHOWN), StandardCharsets.UTF_8);
      String shown = size == 0 ? "nothing" : "'" + given + (size > SHOWN ? "...'" : "'");
      throw new TextError(
          line, field + 1, "expected " + parser.expected() + ", given " + shown + hint(line));
    }
  }

  private static String hint(long line) {
    return line == 1 ? " (skiprows leaves lines out)" : "";
  }

  /** The end of the line that begins at {@code at}: its newline, or the end of the text. */
  private int endOfLine(int at) {
    int end = at;
    while (end < length && text[end] != '\n') {
      end++;
    }
    return end;
  }

  private boolean isBlank(int from, int to) {
    int at = from;
    while (at < to && isSpace(text[at])) {
      at++;
    }
    return at == to || isComment(at, to);
  }

  private boolean isComment(int at, int to) {
    return text[at] == commentStart
        && comment.length <= to - at
        && Arrays.equals(text, at, at + comment.length, comment, 0, comment.length);
  }

  /**
   * Finds the fields of the line that begins at {@code from}; none if the line has only white space
   * and a comment.
   *
   * @return the end of the line
   */
  private int split(int from) {
    fields = 0;
    byte[] bytes = text;
    int begin = from;
    for (int at = from; at < length; at++) {
      byte character = bytes[at];
      if (character == '\n') {
        return endOfFields(from, begin, at, at);
      }
      if (delimiter == 0 ? isSpace(character) : character == delimiter) {
        add(begin, at);
        begin = at + 1;
      } else if (character == commentStart && isComment(at, length)) {
        return endOfFields(from, begin, at, endOfLine(at));
      }
    }
    return endOfFields(from, begin, length, length);
  }

  /** Adds the last field, unless it is the only one and empty. */
  private int endOfFields(int from, int begin, int end, int endOfLine) {
    if (begin != from || !isBlank(from, end)) {
      add(begin, end);
    }
    return endOfLine;
  }

  /** Adds a field without the white space around it, unless nothing is left. */
  private void add(int from, int to) {
    int begin = from;
    int end = to;
    while (begin < end && isSpace(text[begin])) {
      begin++;
    }
    while (begin < end && isSpace(text[end - 1])) {
      end--;
    }
    if (begin == end && delimiter == 0) {
      return;
    }
    if (fields == begins.length) {
      begins = Arrays.copyOf(begins, 2 * fields);
      ends = Arrays.copyOf(ends, 2 * fields);
    }
    begins[fields] = begin;
    ends[fields++] = end;
  }

  private static boolean isSpace(byte character) {
    return character == ' ' || character >= '\t' && character <= '\r';
  }
}
