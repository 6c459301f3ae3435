package org.grcuda.world.mobile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.DeviceArray;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;

/** The values that travel between ranks. */
final class PlainValues {

  /** Lists and maps within each other, at most. */
  static final int MOST_NESTING = 64;

  private static final String EXPECTED =
      "expected null, a truth value, a number, a text, an array, a pointer, or a list or map of"
          + " such";

  private PlainValues() {}

  /**
   * A copy of {@code value} whose lists and maps can be changed.
   *
   * @param what names it in messages
   * @throws GrCudaException if it cannot travel
   */
  static Object checked(String what, Object value) {
    return checked(what, value, MOST_NESTING);
  }

  private static Object checked(String what, Object value, int nesting) {
    if (nesting == 0) {
      throw refusal(what, "lists and maps nested deeper than " + MOST_NESTING);
    }
    return switch (value) {
      case null -> null;
      case Boolean truth -> truth;
      case Long number -> number;
      case Integer number -> number.longValue();
      case Short number -> number.longValue();
      case Byte number -> number.longValue();
      case Double number -> number;
      case Float number -> number.doubleValue();
      case String text -> text;
      case DeviceArray array -> array;
      case MobilePointer pointer -> pointer;
      case MobileObject object -> object.pointer();
      case List<?> list -> {
        List<Object> copy = new ArrayList<>(list.size());
        list.forEach(element -> copy.add(checked(what, element, nesting - 1)));
        yield copy;
      }
      case Map<?, ?> map -> {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, each) -> copy.put(key(what, key), checked(what, each, nesting - 1)));
        yield copy;
      }
      default -> throw refusal(what, "an object of class " + value.getClass().getSimpleName());
    };
  }

  private static String key(String what, Object key) {
    if (key instanceof String text) {
      return text;
    }
    throw refusal(what, "a map with the key " + key + ", which is no text");
  }

  private static GrCudaException refusal(String what, String given) {
    return new GrCudaException(
        GrCudaException.Kind.TYPE,
        what + ": " + given + " cannot move to another rank: " + EXPECTED);
  }
}
