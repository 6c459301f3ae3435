package org.grcuda.core.interop;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.guest.Values;
import org.grcuda.types.GrCudaException;

/** Views of a device array by index, range and step, as guest programs name them. */
final class Views {

  private Views() {}

  /**
   * {@code slice(from [, to [, step]])}: a range along the first dimension.
   *
   * @return the view
   */
  static DeviceArray slice(DeviceArray array, Object[] arguments) {
    NdArray all = array.array();
    return new DeviceArray(array.context(), range("slice", all, 0, arguments));
  }

  /**
   * {@code view(i, [from, to, step], ...)}: one argument for each of the first dimensions, an
   * index, which removes the dimension, or a range.
   *
   * @return the view, or the element, if only indices are given, one for each dimension
   */
  static Object view(DeviceArray array, Object[] arguments) {
    NdArray view = array.array();
    if (arguments.length > view.rank()) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          "view: " + arguments.length + " indices for " + view.describe());
    }
    int dimension = 0;
    for (int i = 0; i < arguments.length; i++) {
      String what = "view, argument " + (i + 1);
      if (Values.isList(arguments[i])) {
        view = range(what, view, dimension++, Values.list(what, arguments[i]));
      } else {
        long index = fromEnd(Values.integer(what, arguments[i]), view.extent(dimension));
        checkIndex(what, array.array(), i, index);
        if (view.rank() == 1) {
          return new DeviceArray(array.context(), view).element(index);
        }
        view = view.select(dimension, index);
      }
    }
    return new DeviceArray(array.context(), view);
  }

  private static NdArray range(String what, NdArray array, int dimension, Object[] range) {
    if (range.length > 3) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, what + ": expected [from, to, step], given " + range.length);
    }
    long extent = array.extent(dimension);
    long from = range.length < 1 ? 0 : fromEnd(Values.integer(what + " 'from'", range[0]), extent);
    long to = range.length < 2 ? extent : fromEnd(Values.integer(what + " 'to'", range[1]), extent);
    long step = range.length < 3 ? 1 : Values.integer(what + " 'step'", range[2]);
    return array.slice(dimension, from, to, step);
  }

  /** The position that {@code index} means: a negative one counts from the end. */
  private static long fromEnd(long index, long extent) {
    return index < 0 && index + extent >= 0 ? index + extent : index;
  }

  private static void checkIndex(String what, NdArray array, int dimension, long index) {
    if (index < 0 || index >= array.extent(dimension)) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          what
              + ": index "
              + index
              + " is out of range for dimension "
              + (dimension + 1)
              + " of "
              + array.describe());
    }
  }
}
