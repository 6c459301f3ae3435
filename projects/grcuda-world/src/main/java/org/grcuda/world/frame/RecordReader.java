package org.grcuda.world.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads a record that a {@link RecordWriter} has written.
 *
 * <p>Every method throws a {@link FrameException} rather than read outside of the record.
 */
public final class RecordReader {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment record;
  private final Kind kind;
  private long position = RecordWriter.HEADER;

  private RecordReader(MemorySegment record, Kind kind) {
    this.record = record;
    this.kind = kind;
  }

  /**
   * The record at the start of {@code records}.
   *
   * @throws FrameException if there is none
   */
  public static RecordReader first(MemorySegment records) {
    if (records.byteSize() < RecordWriter.HEADER) {
      throw new FrameException("a record of " + records.byteSize() + " bytes");
    }
    int length = records.get(INT, 0);
    if (length < RecordWriter.HEADER || length > records.byteSize()) {
      throw new FrameException(
          "a record of " + length + " bytes where " + records.byteSize() + " are left");
    }
    return new RecordReader(
        records.asSlice(0, length), Kind.of(records.get(ValueLayout.JAVA_BYTE, Integer.BYTES)));
  }

  /** Its kind. */
  public Kind kind() {
    return kind;
  }

  /** Its length in bytes, with the header. */
  public long bytes() {
    return record.byteSize();
  }

  /** The record, to be kept or sent on. */
  public byte[] toBytes() {
    return record.toArray(ValueLayout.JAVA_BYTE);
  }

  private long advance(long bytes) {
    if (bytes < 0 || bytes > left()) {
      throw new FrameException(kind + ": " + bytes + " bytes wanted where " + left() + " are left");
    }
    long at = position;
    position += bytes;
    return at;
  }

  /** Bytes that were not read yet. */
  public long left() {
    return record.byteSize() - position;
  }

  /** The next 8 bits, signed. */
  public int readByte() {
    return record.get(ValueLayout.JAVA_BYTE, advance(Byte.BYTES));
  }

  /** The next 32 bits. */
  public int readInt() {
    return record.get(INT, advance(Integer.BYTES));
  }

  /** The next 64 bits. */
  public long readLong() {
    return record.get(LONG, advance(Long.BYTES));
  }

  /** The next number of 64 bits. */
  public double readDouble() {
    return Double.longBitsToDouble(readLong());
  }

  /** The next text. */
  public String readText() {
    return new String(readMemory().toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }

  /** The next bytes, whose number is before them; valid as long as the record is. */
  public MemorySegment readMemory() {
    int length = readInt();
    return record.asSlice(advance(length), length);
  }

  /**
   * A number of things that follow, each of which takes at least {@code least} bytes: so that a
   * damaged number makes nobody allocate.
   */
  public int readCount(int least) {
    int count = readInt();
    if (count < 0 || (long) count * least > left()) {
      throw new FrameException(
          kind + ": " + count + " elements where " + left() + " bytes are left");
    }
    return count;
  }
}
