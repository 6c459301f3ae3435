package org.grcuda.world.mobile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.DeviceArray;
import org.grcuda.types.ElementType;
import org.grcuda.types.Order;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.object.MobilePointer;

/** Reads what a {@link ValueWriter} has written. */
final class ValueReader {

  private final RecordReader record;
  private final ArrayReceiver receiver;

  /** Makes the arrays that arrive. */
  @FunctionalInterface
  interface ArrayReceiver {

    /** An array whose elements come with {@code number}. */
    DeviceArray receive(ElementType type, Order order, long[] shape, long number);
  }

  ValueReader(RecordReader record, ArrayReceiver receiver) {
    this.record = record;
    this.receiver = receiver;
  }

  Object read() {
    return read(PlainValues.MOST_NESTING);
  }

  private Object read(int nesting) {
    if (nesting == 0) {
      throw new FrameException("lists and maps nested deeper than " + PlainValues.MOST_NESTING);
    }
    int tag = record.readByte();
    return switch (tag) {
      case ValueWriter.NULL -> null;
      case ValueWriter.FALSE -> false;
      case ValueWriter.TRUE -> true;
      case ValueWriter.INTEGER -> record.readLong();
      case ValueWriter.NUMBER -> record.readDouble();
      case ValueWriter.TEXT -> record.readText();
      case ValueWriter.POINTER -> readPointer(record);
      case ValueWriter.LIST -> readList(nesting);
      case ValueWriter.MAP -> readMap(nesting);
      case ValueWriter.ARRAY -> readArray();
      default -> throw new FrameException("a value of kind " + tag);
    };
  }

  static MobilePointer readPointer(RecordReader record) {
    return new MobilePointer(record.readInt(), record.readLong());
  }

  private List<Object> readList(int nesting) {
    int count = record.readCount(Byte.BYTES);
    List<Object> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(read(nesting - 1));
    }
    return list;
  }

  private Map<String, Object> readMap(int nesting) {
    int count = record.readCount(Integer.BYTES + Byte.BYTES);
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String key = record.readText();
      map.put(key, read(nesting - 1));
    }
    return map;
  }

  private DeviceArray readArray() {
    ElementType type = constant(ElementType.values(), record.readByte());
    Order order = constant(Order.values(), record.readByte());
    long[] shape = new long[record.readCount(Long.BYTES)];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = record.readLong();
      if (shape[d] < 0) {
        throw new FrameException("an array with an extent of " + shape[d]);
      }
    }
    return receiver.receive(type, order, shape, record.readLong());
  }

  private static <T> T constant(T[] all, int ordinal) {
    if (ordinal < 0 || ordinal >= all.length) {
      throw new FrameException("constant " + ordinal + " of " + all.length);
    }
    return all[ordinal];
  }
}
