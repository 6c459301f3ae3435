package org.grcuda.core.provided;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.UIntArray;
import org.grcuda.core.guest.GuestDictionary;
import org.grcuda.core.guest.Values;
import org.grcuda.spi.Call;
import org.grcuda.spi.Callback;
import org.grcuda.spi.ObjectType;
import org.grcuda.spi.ProvidedFunction;
import org.grcuda.types.GrCudaException;

/** A call by a guest program. */
final class GuestCall implements Call {

  private final GuestValues values;
  private final String function;
  private final Map<String, Object> arguments = new HashMap<>();

  /**
   * A call with arguments.
   *
   * @param given those in order; if the last is a dictionary, the rest by name
   */
  GuestCall(GuestValues values, String function, List<String> parameters, Object[] given) {
    this.values = values;
    this.function = function;
    boolean isNamed =
        takesNames(parameters)
            && given.length > 0
            && GuestDictionary.isDictionary(given[given.length - 1]);
    addOrdered(parameters, isNamed ? Arrays.copyOf(given, given.length - 1) : given);
    if (isNamed) {
      GuestDictionary.entries(function + ", the last argument", given[given.length - 1])
          .forEach((name, value) -> addNamed(parameters, name, value));
    }
  }

  /** The largest number of arguments of a call: those in order, and one object with the rest. */
  static int most(List<String> parameters) {
    return rest(parameters) < 0 ? parameters.size() + 1 : Integer.MAX_VALUE;
  }

  /** The index of the parameter that takes all further arguments; -1 if there is none. */
  private static int rest(List<String> parameters) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).endsWith(ProvidedFunction.REST)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean takesNames(List<String> parameters) {
    return parameters.isEmpty() || !parameters.getLast().endsWith(ProvidedFunction.REST);
  }

  private void addOrdered(List<String> parameters, Object[] given) {
    int rest = rest(parameters);
    if (rest < 0 && given.length > parameters.size()) {
      throw new GrCudaException(
          GrCudaException.Kind.ARITY,
          function
              + ": expected "
              + describe(parameters)
              + ", given "
              + given.length
              + " arguments");
    }
    int single = rest < 0 ? given.length : Math.min(rest, given.length);
    for (int i = 0; i < single; i++) {
      arguments.put(parameters.get(i), given[i]);
    }
    if (rest >= 0) {
      arguments.put(parameters.get(rest), Arrays.copyOfRange(given, single, given.length));
    }
  }

  private static String describe(List<String> parameters) {
    return parameters.isEmpty() ? "no arguments" : "(" + String.join(", ", parameters) + ")";
  }

  private void addNamed(List<String> parameters, String name, Object value) {
    if (!parameters.contains(name)) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          function + ": no argument '" + name + "'; expected " + describe(parameters));
    }
    if (arguments.containsKey(name)) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, function + ": argument '" + name + "' is given twice");
    }
    arguments.put(name, value);
  }

  private String what(String name) {
    return function + ", '" + name + "'";
  }

  private Object value(String name) {
    if (!isGiven(name)) {
      throw new GrCudaException(
          GrCudaException.Kind.ARITY, function + ": argument '" + name + "' is missing");
    }
    return arguments.get(name);
  }

  @Override
  public GrCuda cuda() {
    return values.cuda();
  }

  @Override
  public boolean isGiven(String name) {
    Object value = arguments.get(name);
    return value != null && !Values.isNull(value);
  }

  @Override
  public long integer(String name, long least, long most) {
    long integer = Values.integer(what(name), value(name));
    if (integer < least || integer > most) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          what(name) + ": expected " + least + " to " + most + ", given " + integer);
    }
    return integer;
  }

  @Override
  public double number(String name) {
    return switch (Values.plain(value(name))) {
      case Long integer -> integer;
      case Double number -> number;
      case null, default -> throw refusal(name, "a number");
    };
  }

  @Override
  public boolean isTrue(String name) {
    return Values.isTrue(what(name), value(name));
  }

  @Override
  public String text(String name) {
    return Values.string(what(name), value(name));
  }

  @Override
  public String choice(String name, List<String> legal, String usual) {
    String text = isGiven(name) ? text(name) : usual;
    if (!legal.contains(text)) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          what(name) + ": expected '" + String.join("' or '", legal) + "', given '" + text + "'");
    }
    return text;
  }

  @Override
  public Path path(String name) {
    return values.context().mappedFile(what(name), text(name));
  }

  @Override
  public <T> T object(String name, ObjectType<T> type) {
    if (value(name) instanceof ProvidedObject object && object.type() == type) {
      return object.as(type);
    }
    throw refusal(name, "a " + type.name());
  }

  @Override
  public int[] integers(String name) {
    return switch (plain(name)) {
      case IntArray array -> array.toArray();
      case UIntArray array -> array.toArray();
      case List<?> list -> list.stream().mapToInt(each -> integer(name, each)).toArray();
      default -> throw refusal(name, "a list of integers, or a device array of int or uint");
    };
  }

  private int integer(String name, Object value) {
    if (value instanceof Long integer && (integer.intValue() == integer || integer >>> 32 == 0)) {
      return integer.intValue();
    }
    throw new GrCudaException(
        GrCudaException.Kind.VALUE, what(name) + ": expected integers of 32 bits, given " + value);
  }

  @Override
  public float[] floats(String name) {
    return switch (plain(name)) {
      case FloatArray array -> array.toArray();
      case List<?> list -> floats(name, list);
      default -> throw refusal(name, "a list of numbers, or a device array of float");
    };
  }

  private float[] floats(String name, List<?> list) {
    float[] floats = new float[list.size()];
    for (int i = 0; i < floats.length; i++) {
      if (!(list.get(i) instanceof Number number)) {
        throw new GrCudaException(
            GrCudaException.Kind.TYPE, what(name) + ": expected numbers, given " + list.get(i));
      }
      floats[i] = number.floatValue();
    }
    return floats;
  }

  @Override
  public Object plain(String name) {
    return values.toJava(what(name), value(name));
  }

  @Override
  public List<Object> rest(String name) {
    List<Object> rest = new ArrayList<>();
    for (Object value : (Object[]) arguments.get(name + ProvidedFunction.REST)) {
      rest.add(values.toJava(what(name), value));
    }
    return rest;
  }

  @Override
  public Callback function(String name) {
    Callback callback = values.callback(value(name));
    if (callback == null) {
      throw refusal(name, "a function");
    }
    return callback;
  }

  @Override
  public RuntimeException refusal(String name, String expected) {
    return Values.expected(what(name), expected, value(name));
  }
}
