package org.grcuda.core.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.types.GrCudaException;

/**
 * Reads numbers in columns. The file is read in pieces of whole lines. The pieces are counted and
 * then parsed in parallel, each to its place in the array.
 */
final class TextLoader {

  private static final int PIECE_BYTES = 2 << 20;

  private final Session session;
  private final String path;
  private final TextFormat format;
  private final List<TextPiece> pieces = new ArrayList<>();

  TextLoader(Session session, String path, TextFormat format) {
    this.session = session;
    this.path = path;
    this.format = format;
  }

  /** The array, of two dimensions. */
  NdArray load() {
    read();
    pieces.parallelStream().forEach(TextPiece::count);
    long rows = number();
    int[] columns = columns();
    NdArray array =
        session.allocate(format.type(), new long[] {rows, columns.length}, format.order());
    session
        .hostAccess()
        .guestCopy(array, AccessMode.OVERWRITE, address -> parse(address, array, columns));
    return array;
  }

  private void read() {
    try (SeekableByteChannel file = ProgramFiles.openToRead(session, path)) {
      long skipped = format.skippedLines();
      long rows = 0;
      ByteBuffer buffer = ByteBuffer.allocate(PIECE_BYTES);
      boolean more = true;
      while (more && rows < format.mostRows()) {
        more = fill(file, buffer);
        int end = more ? lastLine(buffer) : buffer.position();
        if (end == 0 && more) {
          // One line fills the buffer, so a larger one is needed.
          buffer = ByteBuffer.allocate(2 * buffer.capacity()).put(buffer.flip());
          continue;
        }
        ByteBuffer next = ByteBuffer.allocate(PIECE_BYTES + buffer.position() - end);
        next.put(buffer.array(), end, buffer.position() - end);
        var piece = new TextPiece(buffer.array(), end, format, skipped);
        pieces.add(piece);
        if (skipped > 0 || format.mostRows() < Long.MAX_VALUE) {
          piece.count();
          skipped -= piece.skipped();
          rows += piece.rows();
        }
        buffer = next;
      }
    } catch (IOException e) {
      throw ProgramFiles.cannot("read", path, e);
    }
  }

  /** Reads until the buffer is full; false at the end of the file. */
  private static boolean fill(SeekableByteChannel file, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (file.read(buffer) < 0) {
        return false;
      }
    }
    return true;
  }

  /** The position after the last end of a line; 0 if there is none. */
  private static int lastLine(ByteBuffer buffer) {
    int end = buffer.position();
    while (end > 0 && buffer.get(end - 1) != '\n') {
      end--;
    }
    return end;
  }

  /** Tells each piece its rows and lines; returns the number of rows. */
  private long number() {
    long row = 0;
    long line = 1;
    for (TextPiece piece : pieces) {
      piece.startAt(row, line);
      row += piece.rows();
      line += piece.lines();
    }
    if (row == 0) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "loadtxt: " + path + " holds no rows: an array has at least one element");
    }
    return Math.min(row, format.mostRows());
  }

  /** The fields to read, determined from the first row. */
  private int[] columns() {
    TextPiece first = pieces.stream().filter(piece -> piece.rows() > 0).findFirst().orElseThrow();
    int fields = first.fieldsOfFirstRow();
    if (format.columns().length == 0) {
      return IntStream.range(0, fields).toArray();
    }
    int[] columns = format.columns().clone();
    for (int i = 0; i < columns.length; i++) {
      int column = columns[i] < 0 ? columns[i] + fields : columns[i];
      if (column < 0 || column >= fields) {
        throw new GrCudaException(
            GrCudaException.Kind.INDEX,
            "loadtxt: %s has columns 0 to %d, usecols names %d"
                .formatted(path, fields - 1, columns[i]));
      }
      columns[i] = column;
    }
    return columns;
  }

  private void parse(long address, NdArray array, int[] columns) {
    int size = format.type().sizeBytes();
    long[] strides = {array.stride(0) * size, array.stride(1) * size};
    boolean all = format.columns().length == 0;
    TextError[] errors = new TextError[pieces.size()];
    IntStream.range(0, errors.length)
        .parallel()
        .forEach(
            i -> {
              try {
                pieces.get(i).parse(address, strides, columns, all, array.extent(0));
              } catch (TextError e) {
                errors[i] = e;
              }
            });
    Arrays.stream(errors)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(
            error -> {
              session.free(array);
              throw error.located("loadtxt: " + path);
            });
  }
}
