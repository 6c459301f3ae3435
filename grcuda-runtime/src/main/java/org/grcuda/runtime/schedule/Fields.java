package org.grcuda.runtime.schedule;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** The fields of one JSON object, checked as they are asked for. */
final class Fields {

  private final JsonObject object;
  private final String place;

  private Fields(JsonObject object, String place) {
    this.object = object;
    this.place = place;
  }

  /**
   * Reads the next value, which must be an object.
   *
   * @throws ScheduleFormatException naming the place
   */
  static Fields read(JsonReader json) throws IOException {
    String place = json.getPath();
    try {
      return of(JsonParser.parseReader(json), place);
    } catch (JsonParseException e) {
      throw new ScheduleFormatException("not JSON at " + json.getPath(), e);
    }
  }

  private static Fields of(JsonElement element, String place) throws ScheduleFormatException {
    if (!(element instanceof JsonObject object)) {
      throw new ScheduleFormatException(place + ": expected an object, found " + element);
    }
    return new Fields(object, place);
  }

  /** Whether there is a field {@code name}. */
  public boolean has(String name) {
    return object.has(name);
  }

  /** A string. */
  public String text(String name) throws ScheduleFormatException {
    return text(required(name), name);
  }

  private String text(JsonElement value, String name) throws ScheduleFormatException {
    if (value instanceof JsonPrimitive primitive && primitive.isString()) {
      return primitive.getAsString();
    }
    throw wrong(name, "a string", value);
  }

  /** A whole number. */
  public long number(String name) throws ScheduleFormatException {
    JsonElement value = required(name);
    if (value instanceof JsonPrimitive primitive && primitive.isNumber()) {
      try {
        return primitive.getAsBigDecimal().longValueExact();
      } catch (ArithmeticException e) {
        throw wrong(name, "a whole number", value);
      }
    }
    throw wrong(name, "a whole number", value);
  }

  /** A whole number of 32 bits. */
  public int integer(String name) throws ScheduleFormatException {
    long number = number(name);
    if (number != (int) number) {
      throw wrong(name, "a whole number of 32 bits", object.get(name));
    }
    return (int) number;
  }

  /** One of {@code values}, by its label. */
  public <T> T word(String name, T[] values, Function<T, String> label)
      throws ScheduleFormatException {
    String text = text(name);
    for (T value : values) {
      if (label.apply(value).equals(text)) {
        return value;
      }
    }
    String labels = String.join(", ", Arrays.stream(values).map(label).toList());
    throw wrong(name, "one of " + labels, object.get(name));
  }

  /** A list of strings. */
  public List<String> texts(String name) throws ScheduleFormatException {
    List<String> texts = new ArrayList<>();
    for (JsonElement element : array(name)) {
      texts.add(text(element, name));
    }
    return texts;
  }

  /** A list of objects. */
  public List<Fields> objects(String name) throws ScheduleFormatException {
    List<Fields> objects = new ArrayList<>();
    for (JsonElement element : array(name)) {
      objects.add(of(element, place + "." + name + "[" + objects.size() + "]"));
    }
    return objects;
  }

  /** Three whole numbers of 32 bits. */
  public int[] extents(String name) throws ScheduleFormatException {
    JsonArray array = array(name);
    int[] extents = new int[3];
    if (array.size() != extents.length) {
      throw wrong(name, "three whole numbers", array);
    }
    for (int i = 0; i < extents.length; i++) {
      JsonElement element = array.get(i);
      try {
        extents[i] = element.getAsBigDecimal().intValueExact();
      } catch (ArithmeticException
          | NumberFormatException
          | UnsupportedOperationException
          | IllegalStateException e) {
        throw wrong(name, "three whole numbers", array);
      }
    }
    return extents;
  }

  private JsonArray array(String name) throws ScheduleFormatException {
    JsonElement value = required(name);
    if (value instanceof JsonArray array) {
      return array;
    }
    throw wrong(name, "a list", value);
  }

  private JsonElement required(String name) throws ScheduleFormatException {
    JsonElement value = object.get(name);
    if (value == null) {
      throw new ScheduleFormatException(place + ": the field \"" + name + "\" is missing");
    }
    return value;
  }

  private ScheduleFormatException wrong(String name, String expected, JsonElement given) {
    return new ScheduleFormatException(
        place + ": the field \"" + name + "\": expected " + expected + ", found " + given);
  }
}
