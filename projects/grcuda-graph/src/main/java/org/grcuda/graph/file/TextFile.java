package org.grcuda.graph.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.grcuda.types.GrCudaException;

/**
 * The text of a file.
 *
 * @param name of the file, for messages
 * @param bytes the text
 * @param separator what stands between tokens, besides blanks and tabs
 * @param pieceBytes how much of it is parsed as one piece
 */
record TextFile(String name, MemorySegment bytes, char separator, long pieceBytes) {

  /** Its length in bytes. */
  long size() {
    return bytes.byteSize();
  }

  /** A cursor at its beginning. */
  LineCursor cursor() {
    return cursor(0, size());
  }

  /** A cursor over the lines from {@code from} to {@code to}, exclusive. */
  LineCursor cursor(long from, long to) {
    return new LineCursor(bytes, separator, from, to);
  }

  /** The lines from {@code from} on, in pieces. */
  Pieces pieces(long from) {
    return new Pieces(this, from);
  }

  /** The error for the user: with the file, the line, and the character in the line, from 1. */
  GrCudaException located(TextError error) {
    long line = 1;
    long column = 1;
    for (long i = 0; i < error.offset(); i++) {
      byte unit = bytes.get(ValueLayout.JAVA_BYTE, i);
      if (unit == '\n') {
        line++;
        column = 1;
      } else if ((unit & 0xC0) != 0x80) {
        // In UTF-8 each character has one byte that does not begin with the bits 10.
        column++;
      }
    }
    return new GrCudaException(
        error.kind(), name + ":" + line + ":" + column + ": " + error.getMessage());
  }
}
