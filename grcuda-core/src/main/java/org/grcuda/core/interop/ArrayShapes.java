package org.grcuda.core.interop;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.Values;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/** Other shapes, orders and element types of a device array, as guest programs name them. */
public final class ArrayShapes {

  private ArrayShapes() {}

  /**
   * {@code reshape(extents... [, order])} or {@code reshape([extents] [, order])}: a view if
   * strides can express it, else a copy. Elements are counted row-major unless an order is given.
   */
  static DeviceArray reshape(DeviceArray array, Object[] arguments) {
    int last = arguments.length - 1;
    boolean ordered = last > 0 && Values.isString(arguments[last]);
    Order order = ordered ? order("reshape, order", arguments[last]) : Order.C;
    long[] extents = integers("reshape", arguments, ordered ? last : last + 1);
    NdArray view = array.array().reshape(order, extents);
    return new DeviceArray(
        array.context(),
        view != null ? view : dense(array, array.type(), order).reshape(order, extents));
  }

  /** {@code transpose([axes...])}: a view with the dimensions in this order, or reversed. */
  static DeviceArray transpose(DeviceArray array, Object[] arguments) {
    NdArray view =
        arguments.length == 0
            ? array.array().transposed()
            : array.array().transposed(integers("transpose", arguments, arguments.length));
    return new DeviceArray(array.context(), view);
  }

  /** The property {@code T}: all dimensions reversed. */
  static DeviceArray transposed(DeviceArray array) {
    return new DeviceArray(array.context(), array.array().transposed());
  }

  /** {@code astype(type [, order])}: a new array. */
  static DeviceArray astype(DeviceArray array, Object[] arguments) {
    ElementType type = Values.elementType("astype, argument 1 'type'", arguments[0]);
    return copy(array, type, "astype", arguments, 1);
  }

  /** {@code copy([order])}: a new array of the same elements. */
  static DeviceArray copy(DeviceArray array, Object[] arguments) {
    return copy(array, array.type(), "copy", arguments, 0);
  }

  private static DeviceArray copy(
      DeviceArray array, ElementType type, String method, Object[] arguments, int index) {
    Order order =
        arguments.length > index
            ? order(method + ", argument " + (index + 1) + " 'order'", arguments[index])
            : array.array().order();
    return new DeviceArray(array.context(), dense(array, type, order));
  }

  private static NdArray dense(DeviceArray array, ElementType type, Order order) {
    return array.context().session().conversions().converted(array.array(), type, order);
  }

  /** The real parts of a complex array, as a strided view; for real numbers, the array itself. */
  static Object real(DeviceArray array) {
    return isComplex(array) ? new DeviceArray(array.context(), array.array().part(0)) : array;
  }

  /** The imaginary parts of a complex array, as a strided view; null for real numbers. */
  static Object imaginary(DeviceArray array) {
    return isComplex(array)
        ? new DeviceArray(array.context(), array.array().part(1))
        : GuestNull.INSTANCE;
  }

  private static boolean isComplex(DeviceArray array) {
    return array.type().kind() == ElementType.Kind.COMPLEX;
  }

  /** An order by its letter. */
  public static Order order(String what, Object value) {
    return switch (Values.string(what, value)) {
      case "C", "c" -> Order.C;
      case "F", "f" -> Order.F;
      case String name ->
          throw new GrCudaException(
              GrCudaException.Kind.VALUE, what + ": expected 'C' or 'F', given '" + name + "'");
    };
  }

  /** Integers, given one by one or as a list. */
  private static long[] integers(String method, Object[] arguments, int count) {
    boolean list = count == 1 && Values.isList(arguments[0]);
    Object[] values = list ? Values.list(method + ", argument 1", arguments[0]) : arguments;
    long[] integers = new long[list ? values.length : count];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = Values.integer(method + ", dimension " + (i + 1), values[i]);
    }
    return integers;
  }
}
