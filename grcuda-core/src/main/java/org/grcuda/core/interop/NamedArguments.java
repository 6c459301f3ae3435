package org.grcuda.core.interop;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.grcuda.core.guest.GuestDictionary;
import org.grcuda.core.guest.Values;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/** Arguments of a call by name, from a dictionary. A null value counts as not given. */
public final class NamedArguments {

  private final String function;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Set<String> legal = new LinkedHashSet<>();

  /**
   * @param what names the dictionary in messages
   * @param dictionary null for none
   */
  public NamedArguments(String function, String what, Object dictionary) {
    this.function = function;
    if (dictionary == null) {
      return;
    }
    if (!GuestDictionary.isDictionary(dictionary)) {
      throw Values.expected(what, "an object with options by name", dictionary);
    }
    values.putAll(GuestDictionary.entries(what, dictionary));
  }

  /** How messages name argument {@code name}. */
  public String what(String name) {
    return function + ", '" + name + "'";
  }

  /** An argument of any kind; null if it is not given. */
  public Object value(String name) {
    legal.add(name);
    Object value = values.get(name);
    return value == null || Values.isNull(value) ? null : value;
  }

  public ElementType elementType(String name, ElementType usual) {
    Object value = value(name);
    return value == null ? usual : Values.elementType(what(name), value);
  }

  public String string(String name, String usual) {
    Object value = value(name);
    return value == null ? usual : Values.string(what(name), value);
  }

  /** One ASCII character; 0 if it is not given. */
  public char character(String name) {
    String text = string(name, "\0");
    if (text.length() != 1 || text.charAt(0) > 0x7f) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          what(name) + ": expected one ASCII character, given '" + text + "'");
    }
    return text.charAt(0);
  }

  /** Whether a truth value is given and true. */
  public boolean isTrue(String name) {
    Object value = value(name);
    return value != null && Values.isTrue(what(name), value);
  }

  /**
   * An integer, at least {@code least}.
   *
   * @param usual the value if it is not given
   */
  public long integer(String name, long least, long usual) {
    Object value = value(name);
    if (value == null) {
      return usual;
    }
    long integer = Values.integer(what(name), value);
    if (integer < least) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          what(name) + ": expected at least " + least + ", given " + integer);
    }
    return integer;
  }

  /** An integer from {@code least} to {@code most}; {@code usual} if it is not given. */
  public int integer(String name, int least, int most, int usual) {
    Object value = value(name);
    return value == null ? usual : Values.integer(what(name), value, least, most);
  }

  /** An integer or a list of them; none if it is not given. */
  public int[] integers(String name) {
    return Stream.of(list(name))
        .mapToInt(each -> Values.integer(what(name), each, Integer.MIN_VALUE, Integer.MAX_VALUE))
        .toArray();
  }

  /** A number; {@code usual} if it is not given. */
  public float number(String name, float usual) {
    Object value = value(name);
    return value == null ? usual : (float) Values.number(what(name), value);
  }

  /** A number or a list of them; none if it is not given. */
  public float[] numbers(String name) {
    Object[] list = list(name);
    float[] numbers = new float[list.length];
    for (int i = 0; i < list.length; i++) {
      numbers[i] = (float) Values.number(what(name), list[i]);
    }
    return numbers;
  }

  /** The elements of a list, or the only value; none if it is not given. */
  private Object[] list(String name) {
    Object value = value(name);
    if (value == null) {
      return new Object[0];
    }
    return Values.isList(value) ? Values.list(what(name), value) : new Object[] {value};
  }

  /** A string or a list of them. */
  public List<String> strings(String name, List<String> usual) {
    return value(name) == null
        ? usual
        : Stream.of(list(name)).map(each -> Values.string(what(name), each)).toList();
  }

  public Order order(String name) {
    Object value = value(name);
    return value == null ? Order.C : ArrayShapes.order(what(name), value);
  }

  /** Refuses names that the function does not know. */
  public void checkAllUsed() {
    for (String name : values.keySet()) {
      if (!legal.contains(name)) {
        throw new GrCudaException(
            GrCudaException.Kind.TYPE,
            "%s: no option '%s'; legal are %s".formatted(function, name, String.join(", ", legal)));
      }
    }
  }
}
