package org.grcuda;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.engine.StructReader;
import org.grcuda.types.GrCudaException;

/** Structs from Java values: memory, maps and records, lists and arrays. */
final class JavaStructs implements StructReader<Object> {

  private static final JavaStructs READER = new JavaStructs();

  private JavaStructs() {}

  /** Sets argument {@code index}, a struct; false if {@code value} cannot be a struct. */
  static boolean pack(LaunchArguments arguments, int index, Object value) {
    if (arguments.struct(index, value)) {
      return true;
    }
    boolean hasMembers = value instanceof Map || value instanceof Record || READER.size(value) >= 0;
    if (hasMembers && arguments.hasMembers(index)) {
      arguments.struct(index, value, READER);
      return true;
    }
    return false;
  }

  @Override
  public Object member(Object value, String name) {
    if (value instanceof Map<?, ?> map) {
      return map.get(name);
    }
    return value instanceof Record record ? component(record, name) : null;
  }

  private static Object component(Record record, String name) {
    for (var component : record.getClass().getRecordComponents()) {
      if (component.getName().equals(name)) {
        return read(record, component.getAccessor());
      }
    }
    return null;
  }

  private static Object read(Record record, Method accessor) {
    try {
      accessor.trySetAccessible();
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          "a struct: record " + record.getClass().getName() + " cannot be read here: " + e,
          e);
    }
  }

  @Override
  public long size(Object value) {
    if (value instanceof List<?> list) {
      return list.size();
    }
    return value != null && value.getClass().isArray() ? Array.getLength(value) : -1;
  }

  @Override
  public Object element(Object value, long index) {
    return value instanceof List<?> list ? list.get((int) index) : Array.get(value, (int) index);
  }

  @Override
  public void put(LaunchArguments arguments, int index, Object value) {
    if (!JavaValues.pack(arguments, index, value)) {
      throw arguments.wrongType(index, JavaValues.describe(value));
    }
  }
}
