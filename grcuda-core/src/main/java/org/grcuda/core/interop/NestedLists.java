package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.Values;
import org.grcuda.types.GrCudaException;

/**
 * Copies between arrays of several dimensions and lists of lists. The shape of all lists is checked
 * before the first element is copied.
 */
final class NestedLists {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private final String method;
  private final GuestContext context;

  /**
   * @param method the method that error messages name: {@code copyFrom}
   */
  NestedLists(String method, GuestContext context) {
    this.method = method;
    this.context = context;
  }

  /** Whether {@code value} is a list of lists, and the elements of {@code array} are arrays. */
  static boolean fits(DeviceArray array, Object value) {
    return array.array().rank() > 1
        && !(value instanceof DeviceArray)
        && Values.isList(value)
        && listSize(value) > 0
        && Values.isList(element(value, 0));
  }

  /** Copies the lists of {@code source} to {@code target}. */
  void read(DeviceArray target, Object source) {
    check(target, source, method + ", argument 1");
    readChecked(target, source);
  }

  /** Copies {@code source} to the lists of {@code target}. */
  void write(DeviceArray source, Object target) {
    check(source, target, method + ", argument 1");
    writeChecked(source, target);
  }

  private void check(DeviceArray array, Object list, String place) {
    if (!Values.isList(list)) {
      throw Values.expected(place, "a list of " + array.length(), list);
    }
    long size = size(array, list);
    if (size != array.length()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          place + ": expected a list of " + array.length() + ", given one of " + size);
    }
    if (array.array().rank() > 1) {
      for (long i = 0; i < size; i++) {
        check(array.view(i), element(list, i), place + "[" + i + "]");
      }
    }
  }

  private void readChecked(DeviceArray target, Object list) {
    if (target.array().rank() > 1) {
      for (long i = 0; i < target.length(); i++) {
        readChecked(target.view(i), element(list, i));
      }
    } else {
      BulkCopy.toDevice(context, target.array(), list);
    }
  }

  private void writeChecked(DeviceArray source, Object list) {
    if (source.array().rank() > 1) {
      for (long i = 0; i < source.length(); i++) {
        writeChecked(source.view(i), element(list, i));
      }
    } else {
      BulkCopy.fromDevice(context, source.array(), list);
    }
  }

  /** The number of elements of {@code list}; for a buffer, as many as its bytes make. */
  private static long size(DeviceArray array, Object list) {
    if (array.array().rank() > 1) {
      return listSize(list);
    }
    GuestBuffer buffer = GuestBuffer.of(list, array.type());
    return buffer == null ? listSize(list) : buffer.bytes() / array.type().sizeBytes();
  }

  private static long listSize(Object list) {
    try {
      return INTEROP.getArraySize(list);
    } catch (UnsupportedMessageException e) {
      throw GuestException.changed("a list of the lists", e);
    }
  }

  private static Object element(Object list, long index) {
    try {
      return INTEROP.readArrayElement(list, index);
    } catch (UnsupportedMessageException | InvalidArrayIndexException e) {
      throw GuestException.changed("a list of the lists", e);
    }
  }
}
