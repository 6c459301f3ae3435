package org.grcuda.core.file;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.core.type.NumpyType;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * Reads arrays from files of the program, and writes them. A read array is complete when it is
 * returned; a write waits for the computations that write the array.
 */
public final class ArrayFiles {

  /** Most bytes of one transfer: as many as a buffer can address, in whole elements of any type. */
  private static final int MOST_BYTES = 1 << 30;

  private final Session session;

  /** The files that the program of {@code session} may use. */
  public ArrayFiles(Session session) {
    this.session = session;
  }

  /**
   * The array in a {@code .npy} file.
   *
   * @throws GrCudaException if the file cannot be read, is not such a file, is too short, or holds
   *     elements that arrays cannot have
   */
  public NdArray load(String path) {
    try (SeekableByteChannel file = ProgramFiles.openToRead(session, path)) {
      NpyHeader header = NpyHeader.read(path, file);
      NdArray array = session.allocate(header.type().element(), header.shape(), header.order());
      read(path, file, array, header.type());
      return array;
    } catch (IOException e) {
      throw ProgramFiles.cannot("read", path, e);
    }
  }

  /** Writes an array as a {@code .npy} file, as NumPy does: column-major if the array is. */
  public void save(String path, NdArray array) {
    NdArray dense = array.isContiguous() ? array : compacted(array);
    write(path, NpyHeader.format(dense.type(), dense.shape(), dense.order()), dense);
  }

  /**
   * The elements of a file that holds only elements, as a row.
   *
   * @param count elements to read; -1 for all to the end
   * @param offset bytes before the first
   */
  public NdArray fromFile(String path, ElementType type, long count, long offset) {
    try (SeekableByteChannel file = ProgramFiles.openToRead(session, path)) {
      long there = Math.max(0, file.size() - offset) / type.sizeBytes();
      if (there < Math.max(1, count)) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            "fromfile: "
                + path
                + " holds "
                + there
                + " elements of "
                + type
                + " from byte "
                + offset
                + " on, expected at least "
                + Math.max(1, count));
      }
      file.position(offset);
      long[] shape = {count < 0 ? there : count};
      NdArray array = session.allocate(type, shape, Order.C);
      read(path, file, array, new NumpyType(type, ByteOrder.nativeOrder()));
      return array;
    } catch (IOException e) {
      throw ProgramFiles.cannot("read", path, e);
    }
  }

  /** Writes the elements of an array, row-major, and nothing else. */
  public void toFile(String path, NdArray array) {
    write(path, "", rowMajor(array));
  }

  private void write(String path, String before, NdArray dense) {
    // If the computation that writes the array failed, the file stays as it is.
    session.hostAccess().access(dense, AccessMode.READ);
    try (SeekableByteChannel file = ProgramFiles.openToWrite(session, path)) {
      writeAll(file, ByteBuffer.wrap(before.getBytes(StandardCharsets.ISO_8859_1)));
      transfer(path, "write", dense, AccessMode.READ, bytes -> writeAll(file, bytes));
    } catch (IOException e) {
      throw ProgramFiles.cannot("write", path, e);
    }
  }

  private NdArray rowMajor(NdArray array) {
    return array.isDense(Order.C) ? array : compacted(array);
  }

  private NdArray compacted(NdArray array) {
    return session.conversions().converted(array, array.type(), Order.C);
  }

  private void read(String path, SeekableByteChannel file, NdArray array, NumpyType type) {
    transfer(
        path,
        "read",
        array,
        AccessMode.OVERWRITE,
        bytes -> {
          while (bytes.hasRemaining()) {
            if (file.read(bytes) < 0) {
              throw tooShort(path, array);
            }
          }
          if (!type.isNative()) {
            swap(bytes.flip(), type.element().componentType().sizeBytes());
          }
        });
  }

  private static GrCudaException tooShort(String path, NdArray array) {
    return new GrCudaException(
        GrCudaException.Kind.VALUE,
        path + " ends before the last element of " + array.describe() + ": it was cut off");
  }

  private static void swap(ByteBuffer bytes, int size) {
    for (int at = 0; at < bytes.limit(); at += size) {
      switch (size) {
        case Short.BYTES -> bytes.putShort(at, Short.reverseBytes(bytes.getShort(at)));
        case Integer.BYTES -> bytes.putInt(at, Integer.reverseBytes(bytes.getInt(at)));
        default -> bytes.putLong(at, Long.reverseBytes(bytes.getLong(at)));
      }
    }
  }

  /** An action on the memory of an array, one part after the other. */
  @FunctionalInterface
  private interface Transfer {
    void of(ByteBuffer bytes) throws IOException;
  }

  private void transfer(
      String path, String verb, NdArray array, AccessMode mode, Transfer transfer) {
    session
        .hostAccess()
        .guestCopy(
            array,
            mode,
            address -> {
              try {
                for (long done = 0; done < array.bytes(); done += MOST_BYTES) {
                  long bytes = Math.min(MOST_BYTES, array.bytes() - done);
                  transfer.of(HostMemory.segment(address + done, bytes).asByteBuffer());
                }
              } catch (IOException e) {
                throw ProgramFiles.cannot(verb, path, e);
              }
            });
    Reference.reachabilityFence(array);
  }

  private static void writeAll(SeekableByteChannel file, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  /**
   * The numbers in a text file, as a matrix of as many rows as it has lines with numbers.
   *
   * @throws GrCudaException naming line and column of a text that is not a number
   */
  public NdArray loadText(String path, TextFormat format) {
    return new TextLoader(session, path, format).load();
  }

  /** Writes a row or a matrix as text, a line for each element or row. */
  public void saveText(String path, NdArray array, TextStyle style) {
    NdArray rows = rowMajor(array);
    session.hostAccess().access(rows, AccessMode.READ);
    try (SeekableByteChannel file = ProgramFiles.openToWrite(session, path)) {
      new TextWriter(style, text -> write(path, file, text)).write(rows);
    } catch (IOException e) {
      throw ProgramFiles.cannot("write", path, e);
    }
  }

  private static void write(String path, SeekableByteChannel file, byte[] text) {
    try {
      writeAll(file, ByteBuffer.wrap(text));
    } catch (IOException e) {
      throw ProgramFiles.cannot("write", path, e);
    }
  }
}
