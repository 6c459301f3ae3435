package org.grcuda.cli.node;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The package.json of a folder, as the search for modules uses it.
 *
 * @param folder the folder of the package
 * @param content its contents, which may be empty
 */
record PackageJson(Path folder, JsonObject content) {

  private static final String FILE = "package.json";

  /**
   * The one in {@code folder}; null if there is none.
   *
   * @throws ModuleNotFound if it is not a JSON object
   */
  static PackageJson in(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try {
      return new PackageJson(
          folder, JsonParser.parseString(Files.readString(file)).getAsJsonObject());
    } catch (IOException | JsonParseException | IllegalStateException e) {
      throw new ModuleNotFound(
          "ERR_INVALID_PACKAGE_CONFIG", "Invalid package config " + file + ": " + e.getMessage());
    }
  }

  /** The nearest one for a file in {@code folder}, at most up to a node_modules; null if none. */
  static PackageJson around(Path folder) {
    for (Path at = folder; at != null && !at.endsWith("node_modules"); at = at.getParent()) {
      PackageJson found = in(at);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** The text of field {@code name}; null if it has none. */
  String text(String name) {
    return content.get(name) instanceof JsonPrimitive text && text.isString()
        ? text.getAsString()
        : null;
  }

  /** Field {@code name}; null if it has none. */
  JsonElement field(String name) {
    JsonElement field = content.get(name);
    return field == null || field.isJsonNull() ? null : field;
  }
}
