package org.grcuda.graph.engine;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.grcuda.ArrayFactory;
import org.grcuda.DeviceArray;
import org.grcuda.FloatArray;
import org.grcuda.UIntArray;
import org.grcuda.types.ElementType;
import org.grcuda.types.Order;

/**
 * Makes the arrays of a part at its endpoint, and frees them all. What would have no element gets
 * one, as device arrays have at least one.
 */
public final class PartArrays implements AutoCloseable {

  private final ArrayFactory factory;
  private final List<DeviceArray> all = new ArrayList<>();

  /** Arrays that {@code factory} makes. */
  public PartArrays(ArrayFactory factory) {
    this.factory = factory;
  }

  /** An array of {@code length} elements. */
  public DeviceArray array(ElementType type, long length) {
    return kept(factory.array(type, Order.C, Math.max(1, length)));
  }

  /** An array of {@code length} integers. */
  public UIntArray uints(long length) {
    return kept(factory.uintArray(Math.max(1, length)));
  }

  /** An array of {@code rows} rows. */
  public UIntArray uints(long rows, long columns) {
    return kept(factory.uintArray(Math.max(1, rows), columns));
  }

  /** An array of {@code length} floating-point numbers. */
  public FloatArray floats(long length) {
    return kept(factory.floatArray(Math.max(1, length)));
  }

  /** An array of these elements. */
  public DeviceArray copy(ElementType type, MemorySegment elements) {
    DeviceArray copy = array(type, elements.byteSize() / type.sizeBytes());
    if (elements.byteSize() > 0) {
      copy.copyFrom(elements);
    }
    return copy;
  }

  /** An array of these integers. */
  public UIntArray copy(int[] integers) {
    return (UIntArray) copy(ElementType.UINT, MemorySegment.ofArray(integers));
  }

  private <A extends DeviceArray> A kept(A array) {
    all.add(array);
    return array;
  }

  @Override
  public void close() {
    all.forEach(DeviceArray::close);
  }
}
