package org.grcuda.core.interop;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.core.engine.Completion;
import org.grcuda.core.engine.ComplexElement;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.Iterables;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.Values;
import org.grcuda.runtime.computation.Places;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** The members of a device array. */
public final class ArrayMembers {

  static final Members<DeviceArray> TABLE =
      new Members<DeviceArray>("a device array")
          .property("length", DeviceArray::length)
          .property("shape", ArrayMembers::shape)
          .property("dtype", array -> array.type().typeName())
          .property("ndim", array -> array.array().rank())
          .property("size", array -> array.array().size())
          .property("itemsize", array -> array.type().sizeBytes())
          .property("nbytes", array -> array.array().bytes())
          .property("T", ArrayShapes::transposed)
          .property("real", ArrayShapes::real)
          .property("imag", ArrayShapes::imaginary)
          .property("order", array -> array.array().order().name())
          .property("pointer", ArrayMembers::pointer)
          .property("location", ArrayMembers::location)
          .property("isContiguous", array -> array.array().isContiguous())
          .property("isMemoryFreed", array -> array.array().storage().isFreed())
          .method("slice", 1, 3, Views::slice)
          .method("view", 1, 64, Views::view)
          .method("ready", 0, 0, ArrayMembers::ready)
          .method("request", 1, 1, RequestObject::of)
          .method("reshape", 1, 64, ArrayShapes::reshape)
          .method("transpose", 0, 64, ArrayShapes::transpose)
          .method("astype", 1, 2, ArrayShapes::astype)
          .method("copy", 0, 1, ArrayShapes::copy)
          .method("copyFrom", 1, 2, ArrayMembers::copyFrom)
          .method("copyTo", 1, 2, ArrayMembers::copyTo)
          .method("fill", 1, 1, ArrayMembers::fill)
          .method("evict", 0, 0, ArrayMembers::evict)
          .method("free", 0, 0, ArrayMembers::free)
          .method("toString", 0, 0, (array, arguments) -> array.display(true));

  private ArrayMembers() {}

  /**
   * The members of a device array that is something else too, for more to be added.
   *
   * @param owner how messages name such an array
   */
  public static Members<DeviceArray> with(String owner) {
    return new Members<DeviceArray>(owner).including(TABLE);
  }

  private static Object evict(DeviceArray array, Object[] arguments) {
    array.context().session().evict(array.array());
    return GuestNull.INSTANCE;
  }

  private static GuestList shape(DeviceArray array) {
    List<Long> extents = new ArrayList<>();
    for (long extent : array.array().shape()) {
      extents.add(extent);
    }
    return GuestList.of(extents);
  }

  private static long pointer(DeviceArray array) {
    array.array().storage().checkAlive(array.array());
    return array.array().address();
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

  private static Object ready(DeviceArray array, @SuppressWarnings("unused") Object[] arguments) {
    GuestContext context = array.context();
    Completion written = context.session().hostAccess().completion(array.array());
    return context.promises().of("ready", written, array);
  }

  private static Object copyFrom(DeviceArray array, Object[] arguments) {
    Object source = Iterables.toList(arguments[0], array.array().size());
    if (arguments.length == 1 && NestedLists.fits(array, source)) {
      new NestedLists("copyFrom", array.context()).read(array, source);
      return GuestNull.INSTANCE;
    }
    NdArray target = elements("copyFrom", array, arguments);
    BulkCopy.checkOrder("copyFrom", array.array(), source);
    BulkCopy.toDevice(array.context(), target, source);
    return GuestNull.INSTANCE;
  }

  private static Object copyTo(DeviceArray array, Object[] arguments) {
    if (arguments.length == 1 && NestedLists.fits(array, arguments[0])) {
      new NestedLists("copyTo", array.context()).write(array, arguments[0]);
      return GuestNull.INSTANCE;
    }
    NdArray source = elements("copyTo", array, arguments);
    BulkCopy.checkOrder("copyTo", array.array(), arguments[0]);
    BulkCopy.fromDevice(array.context(), source, arguments[0]);
    return GuestNull.INSTANCE;
  }

  /** The whole array, or as many of its first elements as argument 2 says. */
  private static NdArray elements(String method, DeviceArray array, Object[] arguments) {
    NdArray all = array.array();
    if (all.rank() > 1) {
      all.dense(method, "copied in bulk");
    }
    String count = method + ", argument 2 'n'";
    return arguments.length == 1
        ? all.flat()
        : all.first(count, Values.integer(count, arguments[1]));
  }

  private static Object fill(DeviceArray array, Object[] arguments) {
    String what = "fill, argument 1 'value'";
    NdArray target = array.array();
    if (array.type().kind() == ElementType.Kind.COMPLEX) {
      ComplexElement.fill(target, ComplexValues.of(array.context(), what, arguments[0]));
    } else {
      long bits = ScalarBits.of(what, array.type(), arguments[0]);
      array.context().session().fill(target, bits);
    }
    return GuestNull.INSTANCE;
  }

  private static Object free(DeviceArray array, @SuppressWarnings("unused") Object[] arguments) {
    NdArray all = array.array();
    if (all.isView()) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          "free: " + all.describe() + " is a view; free the array that it is a part of");
    }
    // As in GrCUDA, freeing twice is an error.
    all.storage().checkAlive(all);
    array.context().session().free(all);
    return GuestNull.INSTANCE;
  }
}
