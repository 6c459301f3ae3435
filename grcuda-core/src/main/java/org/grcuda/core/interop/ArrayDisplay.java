package org.grcuda.core.interop;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.guest.Values;
import org.grcuda.types.ElementType;

/** Display strings of device arrays: type and shape, then the first elements. */
final class ArrayDisplay {

  private static final int MOST_ELEMENTS = 10;

  private ArrayDisplay() {}

  /**
   * The display string of {@code array}.
   *
   * @param contents whether the elements are shown, for which it may have to wait
   */
  static String of(DeviceArray array, boolean contents) {
    String type = array.array().describe();
    if (array.array().storage().isFreed()) {
      return type + " (freed)";
    }
    return contents ? type + " " + elements(array) : type;
  }

  private static String elements(DeviceArray array) {
    var text = new StringBuilder("[");
    long shown = Math.min(array.length(), MOST_ELEMENTS);
    for (long i = 0; i < shown; i++) {
      text.append(i == 0 ? "" : ", ").append(element(array, i));
    }
    return text.append(shown < array.length() ? ", ...]" : "]").toString();
  }

  private static String element(DeviceArray array, long index) {
    NdArray whole = array.array();
    if (array.isRow()) {
      Object value =
          array.access().read(array.addressToRead(index, ReadinessProfile.getUncached()));
      return whole.type() == ElementType.FLOAT && value instanceof Number number
          ? Float.toString(number.floatValue())
          : Values.display(value, false);
    }
    if (whole.type().kind() == ElementType.Kind.COMPLEX && whole.rank() == 1) {
      DeviceArray parts = array.view(index);
      return "(" + element(parts, 0) + ", " + element(parts, 1) + ")";
    }
    return elements(array.view(index));
  }
}
