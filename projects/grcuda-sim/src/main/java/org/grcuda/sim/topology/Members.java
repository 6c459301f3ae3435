package org.grcuda.sim.topology;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Reads the members of a JSON object, and remembers which were read. Errors name the path of the
 * member.
 */
final class Members {

  private final String file;
  private final String path;
  private final JsonObject object;
  private final Set<String> known = new LinkedHashSet<>();

  Members(String file, String path, JsonElement element) {
    this.file = file;
    this.path = path;
    if (!element.isJsonObject()) {
      throw wrong(path.isEmpty() ? "the file" : path, "an object", element);
    }
    this.object = element.getAsJsonObject();
  }

  /** The object in member {@code name}. */
  Members object(String name) {
    return new Members(file, path(name), required(name, "an object"));
  }

  /**
   * The elements of member {@code name}; none if the member does not exist and is {@code optional}.
   */
  JsonArray array(String name, boolean optional) {
    known.add(name);
    if (optional && !object.has(name)) {
      return new JsonArray();
    }
    JsonElement element = required(name, "an array");
    if (!element.isJsonArray()) {
      throw wrong(path(name), "an array", element);
    }
    return element.getAsJsonArray();
  }

  /** The members of element {@code index} of the array {@code name}. */
  Members element(String name, JsonArray array, int index) {
    return new Members(file, path(name) + "[" + index + "]", array.get(index));
  }

  String text(String name) {
    JsonElement element = required(name, "a string");
    if (!element.isJsonPrimitive() || !element.getAsJsonPrimitive().isString()) {
      throw wrong(path(name), "a string", element);
    }
    return element.getAsString();
  }

  /** A compute capability, such as 70 for "7.0". */
  int capability(String name) {
    String text = text(name);
    if (!text.matches("[1-9][0-9]?\\.[0-9]")) {
      throw wrong(path(name), "a compute capability, such as \"7.0\"", object.get(name));
    }
    return Integer.parseInt(text.replace(".", ""));
  }

  /** Text for readers of the file only. */
  void remark(String name) {
    known.add(name);
  }

  boolean has(String name) {
    known.add(name);
    return object.has(name);
  }

  double positive(String name) {
    double value = number(name, "a number above 0");
    if (!(value > 0) || Double.isInfinite(value)) {
      throw wrong(path(name), "a number above 0", object.get(name));
    }
    return value;
  }

  double natural(String name) {
    double value = number(name, "a number, 0 or more");
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw wrong(path(name), "a number, 0 or more", object.get(name));
    }
    return value;
  }

  double share(String name) {
    double value = number(name, "a number above 0, up to 1");
    if (!(value > 0 && value <= 1)) {
      throw wrong(path(name), "a number above 0, up to 1", object.get(name));
    }
    return value;
  }

  int count(String name, int most) {
    String expected = String.format(Locale.ROOT, "a whole number from 1 to %d", most);
    double value = number(name, expected);
    if (value != Math.rint(value) || value < 1 || value > most) {
      throw wrong(path(name), expected, object.get(name));
    }
    return (int) value;
  }

  boolean truth(String name, boolean otherwise) {
    known.add(name);
    if (!object.has(name)) {
      return otherwise;
    }
    JsonElement element = object.get(name);
    if (!element.isJsonPrimitive() || !element.getAsJsonPrimitive().isBoolean()) {
      throw wrong(path(name), "true or false", element);
    }
    return element.getAsBoolean();
  }

  /** Refuses members that were not read. */
  void end() {
    for (String name : object.keySet()) {
      if (!known.contains(name)) {
        throw new TopologyException(
            "%s: unknown member '%s', expected %s"
                .formatted(file, path(name), String.join(", ", known)));
      }
    }
  }

  TopologyException wrong(String where, String expected, JsonElement given) {
    String text = given.toString();
    String shown = text.length() > 60 ? text.substring(0, 60) + "..." : text;
    return new TopologyException(
        "%s: %s is %s, expected %s".formatted(file, where, shown, expected));
  }

  String path(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private double number(String name, String expected) {
    JsonElement element = required(name, expected);
    if (!element.isJsonPrimitive() || !element.getAsJsonPrimitive().isNumber()) {
      throw wrong(path(name), expected, element);
    }
    return element.getAsDouble();
  }

  private JsonElement required(String name, String expected) {
    known.add(name);
    JsonElement element = object.get(name);
    if (element == null) {
      throw new TopologyException(
          "%s: member '%s' is missing, expected %s".formatted(file, path(name), expected));
    }
    return element;
  }
}
