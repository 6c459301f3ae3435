package org.grcuda.cli.node;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Set;

/**
 * The fields {@code exports} and {@code imports} of a package.json: they map a subpath to a file,
 * depending on conditions, as Node's documentation of packages says.
 *
 * @param conditions the conditions that hold, such as {@code import}
 */
record PackageTargets(Set<String> conditions) {

  /**
   * The file of {@code exports} for {@code subpath}, which is {@code "."} or begins with {@code
   * "./"}; null if there is none.
   */
  String exported(JsonElement exports, String subpath) {
    boolean hasSubpaths =
        exports instanceof JsonObject object
            && object.keySet().stream().anyMatch(key -> key.startsWith("."));
    if (!hasSubpaths) {
      return subpath.equals(".") ? target(exports, null) : null;
    }
    return matched(exports.getAsJsonObject(), subpath);
  }

  /**
   * The file of the entry {@code key}, or of the matching pattern with the longest part before a
   * star.
   */
  String matched(JsonObject targets, String key) {
    if (targets.has(key) && key.indexOf('*') < 0) {
      return target(targets.get(key), null);
    }
    String best = null;
    for (String pattern : targets.keySet()) {
      int star = pattern.indexOf('*');
      if (star >= 0 && fits(pattern, star, key) && (best == null || star > best.indexOf('*'))) {
        best = pattern;
      }
    }
    if (best == null) {
      return null;
    }
    int star = best.indexOf('*');
    String part = key.substring(star, key.length() - (best.length() - star - 1));
    return target(targets.get(best), part);
  }

  private static boolean fits(String pattern, int star, String key) {
    return key.length() >= pattern.length()
        && key.startsWith(pattern.substring(0, star))
        && key.endsWith(pattern.substring(star + 1));
  }

  /**
   * The path that {@code target} stands for here; null if none.
   *
   * @param part the text that replaces stars; null if there are none
   */
  private String target(JsonElement target, String part) {
    return switch (target) {
      case JsonPrimitive text ->
          part == null ? text.getAsString() : text.getAsString().replace("*", part);
      case JsonArray several -> first(several, part);
      case JsonObject byCondition -> conditional(byCondition, part);
      default -> null;
    };
  }

  private String first(JsonArray several, String part) {
    for (JsonElement each : several) {
      String found = target(each, part);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private String conditional(JsonObject byCondition, String part) {
    for (String condition : byCondition.keySet()) {
      if (condition.equals("default") || conditions.contains(condition)) {
        String found = target(byCondition.get(condition), part);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }
}
