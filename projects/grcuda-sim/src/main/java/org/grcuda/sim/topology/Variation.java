package org.grcuda.sim.topology;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.util.List;

/**
 * A description that names a built-in machine, as {@code like}, and gives only the differences:
 * objects are merged member by member, anything else is replaced as a whole. {@code scale}
 * multiplies the result: the bandwidth of all links, and the time that kernels take.
 */
final class Variation {

  private static final String LIKE = "like";
  private static final String SCALE = "scale";
  private static final List<String> RATES =
      List.of("memoryBandwidth", "teraflops", "doubleTeraflops");

  private Variation() {}

  /**
   * The whole description of the machine of {@code given}, which is not changed.
   *
   * @param file its name, for messages
   * @throws TopologyException if {@code like} names no built-in machine, or {@code scale} has an
   *     unknown member
   */
  static JsonElement resolve(String file, JsonElement given) {
    if (!given.isJsonObject() || !given.getAsJsonObject().has(LIKE)) {
      return given;
    }
    Members members = new Members(file, "", given);
    String like = members.text(LIKE);
    if (!Topologies.builtIn().contains(like)) {
      throw new TopologyException(
          "%s: like is '%s', expected one of %s"
              .formatted(file, like, String.join(", ", Topologies.builtIn())));
    }
    JsonObject whole = JsonParser.parseString(Topologies.text(like)).getAsJsonObject();
    JsonObject different = given.deepCopy().getAsJsonObject();
    different.remove(LIKE);
    different.remove(SCALE);
    override(whole, different);
    if (members.has(SCALE)) {
      scale(whole, members.object(SCALE));
    }
    return whole;
  }

  private static void override(JsonObject whole, JsonObject different) {
    for (String name : different.keySet()) {
      JsonElement value = different.get(name);
      JsonElement old = whole.get(name);
      if (old != null && old.isJsonObject() && value.isJsonObject()) {
        override(old.getAsJsonObject(), value.getAsJsonObject());
      } else {
        whole.add(name, value);
      }
    }
  }

  private static void scale(JsonObject whole, Members scale) {
    double links = scale.has("links") ? scale.positive("links") : 1;
    double kernels = scale.has("kernels") ? scale.positive("kernels") : 1;
    scale.end();
    for (String name : List.of("links", "limits")) {
      JsonElement array = whole.get(name);
      for (JsonElement each : array instanceof JsonArray all ? all : new JsonArray()) {
        multiply(each, "bandwidth", links);
      }
    }
    for (String rate : RATES) {
      multiply(whole.get("device"), rate, 1 / kernels);
    }
  }

  /** Does not touch a value that is not a number: the reader of the description refuses it. */
  private static void multiply(JsonElement object, String name, double factor) {
    if (object instanceof JsonObject members
        && members.get(name) instanceof JsonPrimitive number
        && number.isNumber()) {
      members.addProperty(name, number.getAsDouble() * factor);
    }
  }
}
