package org.grcuda.graph.file;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A text cut at ends of lines, and parsed in parallel. Whatever the threads do, the error that is
 * thrown is the first one in the text.
 */
final class Pieces {

  /** Parses a piece. */
  @FunctionalInterface
  interface Parser<T> {

    /**
     * What the lines of a piece hold.
     *
     * @param index of the piece, from 0
     */
    T parse(LineCursor lines, int index) throws TextError;
  }

  private final TextFile file;

  /** Where the pieces begin, and where the last one ends. */
  private final long[] bounds;

  Pieces(TextFile file, long from) {
    this.file = file;
    long count = Math.ceilDiv(file.size() - from, file.pieceBytes());
    bounds = new long[Math.toIntExact(Math.max(1, count)) + 1];
    bounds[0] = from;
    for (int i = 1; i < bounds.length; i++) {
      long nominal = from + i * file.pieceBytes();
      // A line that is longer than a piece makes the pieces after it empty.
      bounds[i] = nominal <= bounds[i - 1] ? bounds[i - 1] : afterLine(nominal - 1);
    }
  }

  private long afterLine(long at) {
    LineCursor cursor = file.cursor(at, file.size());
    cursor.skipLine();
    return cursor.at();
  }

  /** How many there are: at least one. */
  int count() {
    return bounds.length - 1;
  }

  /**
   * What each piece holds, in their order.
   *
   * @throws TextError the first one in the text
   */
  <T> List<T> map(Parser<T> parser) throws TextError {
    TextError[] errors = new TextError[count()];
    AtomicInteger failed = new AtomicInteger(count());
    List<T> results =
        IntStream.range(0, count())
            .parallel()
            .mapToObj(
                i -> {
                  // Only what comes before a failed piece may still hold the first error.
                  if (i > failed.get()) {
                    return null;
                  }
                  try {
                    return parser.parse(file.cursor(bounds[i], bounds[i + 1]), i);
                  } catch (TextError e) {
                    errors[i] = e;
                    failed.accumulateAndGet(i, Math::min);
                    return null;
                  }
                })
            .toList();
    if (failed.get() < count()) {
      throw errors[failed.get()];
    }
    return results;
  }
}
