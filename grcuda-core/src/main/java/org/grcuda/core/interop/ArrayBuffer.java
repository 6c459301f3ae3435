package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.lang.ref.Reference;
import java.nio.ByteOrder;
import java.util.Objects;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.memory.HostMemory;

/**
 * The bytes of a device array as an interop buffer, so that hosts can wrap it without a copy:
 * {@code new Float32Array(x)} in JavaScript. Strided views are not buffers.
 *
 * @param <T> the class itself
 */
@ExportLibrary(InteropLibrary.class)
abstract class ArrayBuffer<T extends ArrayBuffer<T>> extends GuestObject<T> {

  ArrayBuffer(Members<T> members) {
    super(members);
  }

  /** Whether the elements lie without gaps. */
  abstract boolean isDense();

  /** Size in bytes. */
  abstract long byteSize();

  /** First address, once the host may read all of the array. */
  abstract long addressToReadAll();

  /** First address, once the host may read and write all of the array. */
  abstract long addressToWriteAll();

  private long readable(long offset, int bytes) throws InvalidBufferOffsetException {
    checkRange(offset, bytes);
    return addressToReadAll() + offset;
  }

  private long writable(long offset, int bytes) throws InvalidBufferOffsetException {
    checkRange(offset, bytes);
    return addressToWriteAll() + offset;
  }

  private void checkRange(long offset, int bytes) throws InvalidBufferOffsetException {
    if (offset < 0 || bytes < 0 || offset > byteSize() - bytes) {
      throw InvalidBufferOffsetException.create(offset, bytes);
    }
  }

  @ExportMessage
  final boolean hasBufferElements() {
    return isDense();
  }

  @ExportMessage
  final boolean isBufferWritable() {
    return isDense();
  }

  @ExportMessage
  final long getBufferSize() throws UnsupportedMessageException {
    if (!isDense()) {
      throw UnsupportedMessageException.create();
    }
    return byteSize();
  }

  @ExportMessage
  final void readBuffer(long offset, byte[] destination, int destinationOffset, int bytes)
      throws InvalidBufferOffsetException {
    long from = readable(offset, bytes);
    Objects.checkFromIndexSize(destinationOffset, bytes, destination.length);
    HostMemory.copyToArray(from, destination, destinationOffset, bytes);
    Reference.reachabilityFence(this);
  }

  @ExportMessage
  final byte readBufferByte(long offset) throws InvalidBufferOffsetException {
    return HostMemory.getByte(readable(offset, 1), this);
  }

  @ExportMessage
  final void writeBufferByte(long offset, byte value) throws InvalidBufferOffsetException {
    HostMemory.putByte(writable(offset, 1), value, this);
  }

  @ExportMessage
  final short readBufferShort(ByteOrder order, long offset) throws InvalidBufferOffsetException {
    short value = HostMemory.getShort(readable(offset, Short.BYTES), this);
    return order == ByteOrder.LITTLE_ENDIAN ? value : Short.reverseBytes(value);
  }

  @ExportMessage
  final void writeBufferShort(ByteOrder order, long offset, short value)
      throws InvalidBufferOffsetException {
    short stored = order == ByteOrder.LITTLE_ENDIAN ? value : Short.reverseBytes(value);
    HostMemory.putShort(writable(offset, Short.BYTES), stored, this);
  }

  @ExportMessage
  final int readBufferInt(ByteOrder order, long offset) throws InvalidBufferOffsetException {
    int value = HostMemory.getInt(readable(offset, Integer.BYTES), this);
    return order == ByteOrder.LITTLE_ENDIAN ? value : Integer.reverseBytes(value);
  }

  @ExportMessage
  final void writeBufferInt(ByteOrder order, long offset, int value)
      throws InvalidBufferOffsetException {
    int stored = order == ByteOrder.LITTLE_ENDIAN ? value : Integer.reverseBytes(value);
    HostMemory.putInt(writable(offset, Integer.BYTES), stored, this);
  }

  @ExportMessage
  final long readBufferLong(ByteOrder order, long offset) throws InvalidBufferOffsetException {
    long value = HostMemory.getLong(readable(offset, Long.BYTES), this);
    return order == ByteOrder.LITTLE_ENDIAN ? value : Long.reverseBytes(value);
  }

  @ExportMessage
  final void writeBufferLong(ByteOrder order, long offset, long value)
      throws InvalidBufferOffsetException {
    long stored = order == ByteOrder.LITTLE_ENDIAN ? value : Long.reverseBytes(value);
    HostMemory.putLong(writable(offset, Long.BYTES), stored, this);
  }

  @ExportMessage
  final float readBufferFloat(ByteOrder order, long offset) throws InvalidBufferOffsetException {
    return Float.intBitsToFloat(readBufferInt(order, offset));
  }

  @ExportMessage
  final void writeBufferFloat(ByteOrder order, long offset, float value)
      throws InvalidBufferOffsetException {
    writeBufferInt(order, offset, Float.floatToRawIntBits(value));
  }

  @ExportMessage
  final double readBufferDouble(ByteOrder order, long offset) throws InvalidBufferOffsetException {
    return Double.longBitsToDouble(readBufferLong(order, offset));
  }

  @ExportMessage
  final void writeBufferDouble(ByteOrder order, long offset, double value)
      throws InvalidBufferOffsetException {
    writeBufferLong(order, offset, Double.doubleToRawLongBits(value));
  }
}
