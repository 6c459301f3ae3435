package org.grcuda.world.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes a record: its length, its kind, and what follows. Used once. */
public final class RecordWriter {

  /** Bytes before what follows: the length of the record, and its kind. */
  public static final int HEADER = Integer.BYTES + Byte.BYTES;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[64];
  private int size = Integer.BYTES;

  /** Begins a record. */
  public RecordWriter(Kind kind) {
    bytes[size++] = (byte) kind.ordinal();
  }

  private int grow(int more) {
    int at = size;
    size = Math.addExact(at, more);
    if (size > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size, 2 * bytes.length));
    }
    return at;
  }

  /** Adds the low 8 bits. */
  public RecordWriter addByte(int value) {
    int at = grow(Byte.BYTES);
    bytes[at] = (byte) value;
    return this;
  }

  /** Adds 32 bits. */
  public RecordWriter addInt(int value) {
    int at = grow(Integer.BYTES);
    INTS.set(bytes, at, value);
    return this;
  }

  /** Adds 64 bits. */
  public RecordWriter addLong(long value) {
    int at = grow(Long.BYTES);
    LONGS.set(bytes, at, value);
    return this;
  }

  /** Adds a number of 64 bits. */
  public RecordWriter addDouble(double value) {
    return addLong(Double.doubleToRawLongBits(value));
  }

  /** Adds a text of any length. */
  public RecordWriter addText(String text) {
    return addBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes, and their number before them. */
  public RecordWriter addBytes(byte[] more) {
    addInt(more.length);
    int at = grow(more.length);
    System.arraycopy(more, 0, bytes, at, more.length);
    return this;
  }

  /** Adds bytes of memory, and their number before them. */
  public RecordWriter addMemory(MemorySegment memory) {
    int length = Math.toIntExact(memory.byteSize());
    addInt(length);
    int at = grow(length);
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, bytes, at, length);
    return this;
  }

  /** The record. */
  public byte[] finish() {
    INTS.set(bytes, 0, size);
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }
}
