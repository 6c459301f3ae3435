package org.grcuda.world.mobile;

import java.lang.foreign.MemorySegment;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;

/** Values without arrays as bytes. */
public final class PlainBytes {

  private PlainBytes() {}

  /**
   * The bytes of a value.
   *
   * @param what names it in messages
   * @throws GrCudaException if it cannot travel, or has an array
   */
  public static byte[] of(String what, Object value) {
    RecordWriter record = new RecordWriter(Kind.GATHER);
    new ValueWriter(
            record,
            array -> {
              throw new GrCudaException(
                  GrCudaException.Kind.TYPE,
                  what + ": expected a value without arrays, given one with " + array);
            })
        .write(PlainValues.checked(what, value));
    return record.finish();
  }

  /** The value of such bytes. */
  public static Object value(byte[] bytes) {
    RecordReader record = RecordReader.first(MemorySegment.ofArray(bytes));
    return new ValueReader(
            record,
            (type, order, shape, number) -> {
              throw new IllegalStateException("an array among plain values");
            })
        .read();
  }
}
