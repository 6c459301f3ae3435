package org.grcuda.world.mobile;

import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.grcuda.DeviceArray;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.object.MobilePointer;

/** Writes values into a record. The elements of arrays travel by themselves. */
final class ValueWriter {

  static final int NULL = 0;
  static final int FALSE = 1;
  static final int TRUE = 2;
  static final int INTEGER = 3;
  static final int NUMBER = 4;
  static final int TEXT = 5;
  static final int LIST = 6;
  static final int MAP = 7;
  static final int ARRAY = 8;
  static final int POINTER = 9;

  private final RecordWriter record;
  private final ToLongFunction<DeviceArray> sender;

  /**
   * @param sender sends an array, and gives its number
   */
  ValueWriter(RecordWriter record, ToLongFunction<DeviceArray> sender) {
    this.record = record;
    this.sender = sender;
  }

  /** Writes a value of {@link PlainValues}. */
  void write(Object value) {
    switch (value) {
      case null -> record.addByte(NULL);
      case Boolean truth -> record.addByte(truth ? TRUE : FALSE);
      case Long integer -> record.addByte(INTEGER).addLong(integer);
      case Double number -> record.addByte(NUMBER).addDouble(number);
      case String text -> record.addByte(TEXT).addText(text);
      case MobilePointer pointer -> write(record.addByte(POINTER), pointer);
      case DeviceArray array -> writeArray(array);
      case List<?> list -> {
        record.addByte(LIST).addInt(list.size());
        list.forEach(this::write);
      }
      case Map<?, ?> map -> {
        record.addByte(MAP).addInt(map.size());
        map.forEach(
            (key, each) -> {
              record.addText((String) key);
              write(each);
            });
      }
      default -> throw new IllegalStateException("not checked: " + value.getClass());
    }
  }

  static RecordWriter write(RecordWriter record, MobilePointer pointer) {
    return record.addInt(pointer.home()).addLong(pointer.serial());
  }

  private void writeArray(DeviceArray array) {
    record.addByte(ARRAY).addByte(array.type().ordinal()).addByte(array.order().ordinal());
    long[] shape = array.shape();
    record.addInt(shape.length);
    for (long extent : shape) {
      record.addLong(extent);
    }
    record.addLong(sender.applyAsLong(array));
  }
}
