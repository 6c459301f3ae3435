package org.grcuda.core.interop;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ElementType;
import org.grcuda.GrCudaException;
import org.grcuda.Order;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.Places;

/** The members of a device array. */
final class ArrayMembers {

  static final Members<DeviceArray> TABLE =
      new Members<DeviceArray>("a device array")
          .property("length", DeviceArray::length)
          .property("shape", ArrayMembers::shape)
          .property("dtype", array -> array.type().typeName())
          .property("nbytes", array -> array.array().bytes())
          .property("order", array -> order(array.array()))
          .property("pointer", array -> array.array().address())
          .property("location", ArrayMembers::location)
          .property("isMemoryFreed", array -> array.array().storage().isFreed())
          .method("slice", 1, 2, ArrayMembers::slice)
          .method("copyFrom", 1, 2, ArrayMembers::copyFrom)
          .method("copyTo", 1, 2, ArrayMembers::copyTo)
          .method("fill", 1, 1, ArrayMembers::fill)
          .method("free", 0, 0, ArrayMembers::free)
          .method("toString", 0, 0, (array, arguments) -> array.display(true));

  private ArrayMembers() {}

  private static GuestList shape(DeviceArray array) {
    List<Long> extents = new ArrayList<>();
    for (long extent : array.array().shape()) {
      extents.add(extent);
    }
    return GuestList.of(extents);
  }

  private static String order(NdArray array) {
    return (array.isDense(Order.F) && !array.isDense(Order.C) ? Order.F : Order.C).name();
  }

  private static GuestList location(DeviceArray array) {
    long places = array.context().session().holders(array.array());
    List<Object> holders = new ArrayList<>();
    if (Places.contains(places, Places.HOST)) {
      holders.add("cpu");
    }
    for (int device = 0; device < array.context().session().deviceCount(); device++) {
      if (Places.contains(places, device)) {
        holders.add(device);
      }
    }
    return GuestList.of(holders);
  }

  private static Object slice(DeviceArray array, Object[] arguments) {
    long from = Values.integer("slice, argument 1 'from'", arguments[0]);
    long to =
        arguments.length == 1
            ? array.length()
            : Values.integer("slice, argument 2 'to'", arguments[1]);
    return new DeviceArray(array.context(), array.array().slice(from, to));
  }

  private static Object copyFrom(DeviceArray array, Object[] arguments) {
    NdArray target = elements("copyFrom", array, arguments);
    BulkCopy.checkOrder("copyFrom", array.array(), arguments[0]);
    BulkCopy.toDevice(array.context(), target, arguments[0]);
    return GuestNull.INSTANCE;
  }

  private static Object copyTo(DeviceArray array, Object[] arguments) {
    NdArray source = elements("copyTo", array, arguments);
    BulkCopy.checkOrder("copyTo", array.array(), arguments[0]);
    BulkCopy.fromDevice(array.context(), source, arguments[0]);
    return GuestNull.INSTANCE;
  }

  /** The whole array, or as many of its first elements as argument 2 says. */
  private static NdArray elements(String method, DeviceArray array, Object[] arguments) {
    NdArray all = array.array();
    if (!all.isContiguous()) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          method + ": a strided view of shape " + all.describe() + " cannot be copied in bulk");
    }
    if (arguments.length == 1) {
      return all.flat();
    }
    long count = Values.integer(method + ", argument 2 'n'", arguments[1]);
    if (count < 1 || count > all.size()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          method + ", argument 2 'n': expected 1 to " + all.size() + ", given " + count);
    }
    return all.flat().slice(0, count);
  }

  private static Object fill(DeviceArray array, Object[] arguments) {
    ElementType type = array.type();
    if (type.kind() == ElementType.Kind.COMPLEX) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED, "fill of " + type + " arrays is not available");
    }
    long bits = ScalarBits.of("fill, argument 1 'value'", type, arguments[0]);
    array.context().session().fill(array.array(), bits);
    return GuestNull.INSTANCE;
  }

  private static Object free(DeviceArray array, @SuppressWarnings("unused") Object[] arguments) {
    array.context().session().free(array.array());
    return GuestNull.INSTANCE;
  }
}
