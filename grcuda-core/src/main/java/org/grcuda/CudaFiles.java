package org.grcuda;

import java.nio.file.Path;
import java.util.List;
import org.grcuda.core.engine.Session;
import org.grcuda.core.file.ArrayFiles;
import org.grcuda.core.file.TextFormat;
import org.grcuda.core.file.TextStyle;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * Arrays in files: NumPy's {@code .npy}, text in columns, and elements alone. What is read is
 * complete when it is returned; a write waits for what computes the array.
 *
 * <p>Every method throws a {@link GrCudaException} if the file cannot be read or written, or holds
 * something else.
 */
public final class CudaFiles {

  private static final String COMMENT = "#";

  private final ArrayFiles files;

  CudaFiles(Session session) {
    this.files = new ArrayFiles(session);
  }

  /** The array in a {@code .npy} file, of the class that belongs to its type. */
  public DeviceArray load(Path file) {
    return DeviceArray.of(files.load(file.toString()));
  }

  /** Writes an array as a {@code .npy} file, column-major if it lies so. */
  public void save(Path file, DeviceArray array) {
    files.save(file.toString(), array.array());
  }

  /**
   * The numbers of a text file as a matrix, a row for each line; lines that begin with {@code #}
   * are comments.
   *
   * @param delimiter between the numbers of a line, such as {@code ','}
   * @param skippedLines lines at the beginning that are not looked at, such as names of columns
   */
  public DeviceArray loadText(Path file, ElementType type, char delimiter, int skippedLines) {
    TextFormat format =
        new TextFormat(type, delimiter, COMMENT, skippedLines, new int[0], Long.MAX_VALUE, Order.C);
    return DeviceArray.of(files.loadText(file.toString(), format));
  }

  /**
   * Writes an array of one or two dimensions as text, a line for each row.
   *
   * @param format of C's printf for an element, such as {@code "%.6f"}
   * @param delimiter between the elements of a row, such as {@code ","}
   */
  public void saveText(Path file, DeviceArray array, String format, String delimiter) {
    TextStyle style = new TextStyle(List.of(format), delimiter, "", "", COMMENT + " ");
    files.saveText(file.toString(), array.array(), style);
  }

  /** The elements of a file that holds nothing else, as a row. */
  public DeviceArray fromFile(Path file, ElementType type) {
    return DeviceArray.of(files.fromFile(file.toString(), type, -1, 0));
  }

  /** Writes the elements of an array, row-major, and nothing else. */
  public void toFile(Path file, DeviceArray array) {
    files.toFile(file.toString(), array.array());
  }
}
