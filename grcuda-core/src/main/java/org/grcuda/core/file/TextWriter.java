package org.grcuda.core.file;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.types.GrCudaException;

/** Writes numbers in columns; it formats the rows of a step in parallel. */
final class TextWriter {

  /** Rows of a step: what is in memory as text at once. */
  private static final int STEP_ROWS = 1 << 14;

  private final TextStyle style;
  private final Consumer<byte[]> sink;

  TextWriter(TextStyle style, Consumer<byte[]> sink) {
    this.style = style;
    this.sink = sink;
  }

  /**
   * Writes a row-major array: with one dimension, an element on each line; with two, a row on each
   * line.
   *
   * @throws GrCudaException for more dimensions, or as many formats as there are no columns
   */
  void write(NdArray array) {
    if (array.rank() > 2) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "savetxt: expected an array of one or two dimensions, given " + array.describe());
    }
    int columns = Math.toIntExact(array.rank() == 1 ? 1 : array.extent(1));
    List<NumberFormat> formats = formats(columns);
    comment(style.header());
    array
        .storage()
        .session()
        .hostAccess()
        .guestCopy(array, AccessMode.READ, address -> rows(array, address, formats));
    comment(style.footer());
  }

  private List<NumberFormat> formats(int columns) {
    List<String> given = style.formats();
    if (given.size() != 1 && given.size() != columns) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "savetxt: expected one format or " + columns + ", given " + given.size());
    }
    return IntStream.range(0, columns)
        .mapToObj(column -> NumberFormat.of(given.get(given.size() == 1 ? 0 : column)))
        .toList();
  }

  private void comment(String text) {
    if (!text.isEmpty()) {
      String lines = style.comment() + text.replace("\n", "\n" + style.comment()) + "\n";
      sink.accept(lines.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void rows(NdArray array, long address, List<NumberFormat> formats) {
    long rowBytes = (long) formats.size() * array.type().sizeBytes();
    for (long first = 0; first < array.extent(0); first += STEP_ROWS) {
      long last = Math.min(array.extent(0), first + STEP_ROWS);
      String[] texts =
          LongStream.range(first, last)
              .parallel()
              .mapToObj(row -> row(array, address + row * rowBytes, formats))
              .toArray(String[]::new);
      sink.accept(String.join("", texts).getBytes(StandardCharsets.UTF_8));
    }
  }

  private String row(NdArray array, long address, List<NumberFormat> formats) {
    var text = new StringBuilder();
    long at = address;
    for (NumberFormat format : formats) {
      text.append(at == address ? "" : style.delimiter());
      format.append(text, array.type(), at);
      at += array.type().sizeBytes();
    }
    return text.append('\n').toString();
  }
}
