package org.grcuda.graph.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.grcuda.graph.Graph;

/** Writes text in pieces. */
final class TextSink {

  private static final int PIECE_BYTES = 1 << 16;

  /** Bytes of the longest number. */
  private static final int LONGEST = 20;

  private final OutputStream out;
  private final byte[] piece = new byte[PIECE_BYTES];
  private final byte[] digits = new byte[LONGEST];
  private int length;

  TextSink(OutputStream out) {
    this.out = out;
  }

  /** Adds a character. */
  void put(char character) throws IOException {
    if (length == PIECE_BYTES) {
      flush();
    }
    piece[length++] = (byte) character;
  }

  /** Adds characters of ASCII. */
  void put(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    for (byte unit : bytes) {
      put((char) unit);
    }
  }

  /** Adds a number that is not negative. */
  void put(long number) throws IOException {
    int begin = LONGEST;
    long rest = number;
    do {
      digits[--begin] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    int count = LONGEST - begin;
    if (length + count > PIECE_BYTES) {
      flush();
    }
    System.arraycopy(digits, begin, piece, length, count);
    length += count;
  }

  /** Adds the weight of an edge, after a separator; nothing without weights. */
  void putWeight(char separator, Graph graph, long edge) throws IOException {
    switch (graph.weightType()) {
      case NONE -> {}
      case INT -> {
        put(separator);
        put(graph.weight(edge));
      }
      case FLOAT -> {
        put(separator);
        put(Float.toString(graph.floatWeight(edge)));
      }
    }
  }

  /** Hands over what was added. */
  void flush() throws IOException {
    out.write(piece, 0, length);
    length = 0;
  }
}
