package org.grcuda.core.interop;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.guest.Values;
import org.grcuda.runtime.computation.AccessMode;
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
    if (contents && array.array().isAway()) {
      return type + (array.isDense() ? " " + elementsOfCopy(array) : "");
    }
    return contents ? type + " " + elements(array, array.length()) : type;
  }

  /** The elements of an array that the host reaches by copies only. */
  private static String elementsOfCopy(DeviceArray array) {
    NdArray shown = array.array().slice(0, Math.min(array.length(), MOST_ELEMENTS));
    String[] text = new String[1];
    array
        .context()
        .session()
        .hostAccess()
        .staged(
            shown,
            AccessMode.READ,
            near -> text[0] = elements(new DeviceArray(array.context(), near), array.length()));
    return text[0];
  }

  /**
   * The first elements of {@code array}.
   *
   * @param length how many there are, of which {@code array} may be the first
   */
  private static String elements(DeviceArray array, long length) {
    var text = new StringBuilder("[");
    long shown = Math.min(length, MOST_ELEMENTS);
    for (long i = 0; i < shown; i++) {
      text.append(i == 0 ? "" : ", ").append(element(array, i));
    }
    return text.append(shown < length ? ", ...]" : "]").toString();
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
    DeviceArray part = array.view(index);
    return elements(part, part.length());
  }
}
