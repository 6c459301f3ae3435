package org.grcuda.world.progress;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.RecordReader;

/** Puts the pieces of a record of one rank together. They arrive in order. */
final class Assembly {

  /** A record of more bytes is refused. */
  private static final int MOST_BYTES = 1 << 30;

  private byte[] record;
  private int filled;

  /** Takes a piece; the whole record if it was the last, otherwise null. */
  MemorySegment take(RecordReader piece) {
    int length = piece.readInt();
    MemorySegment bytes = piece.readMemory();
    if (record == null) {
      if (length <= 0 || length > MOST_BYTES) {
        throw new FrameException("a record of " + length + " bytes in pieces");
      }
      record = new byte[length];
      filled = 0;
    }
    if (length != record.length || bytes.byteSize() > record.length - filled) {
      throw new FrameException("a piece that does not fit its record");
    }
    int size = (int) bytes.byteSize();
    MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, record, filled, size);
    filled += size;
    if (filled < record.length) {
      return null;
    }
    MemorySegment whole = MemorySegment.ofArray(record);
    record = null;
    return whole;
  }
}
