package org.grcuda.cli.node;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Finds the file for a name in a module of a JavaScript program, as Node does: in the program's
 * folders, and in packages of {@code node_modules}.
 */
enum ModuleResolution {

  /** For {@code import}: names are complete. */
  IMPORT("ERR_MODULE_NOT_FOUND", Set.of("import", "node", "module-sync")),

  /** For {@code require}: extensions may be left out, and folders named. */
  REQUIRE("MODULE_NOT_FOUND", Set.of("require", "node", "module-sync"));

  private static final List<String> EXTENSIONS = List.of("", ".js", ".json");
  private static final List<String> INDICES = List.of("index.js", "index.json");

  private final String notFound;
  private final PackageTargets targets;

  ModuleResolution(String notFound, Set<String> conditions) {
    this.notFound = notFound;
    this.targets = new PackageTargets(conditions);
  }

  /**
   * The real path of the file that {@code name} means.
   *
   * @param name a path, relative or absolute, a file URL, or the name of a package
   * @param from the file that asks
   * @throws ModuleNotFound if there is none
   */
  Path find(String name, Path from) {
    try {
      Path found = locate(name, from);
      if (found == null) {
        throw missing(name, from);
      }
      return found.toRealPath();
    } catch (InvalidPathException e) {
      throw missing(name, from);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path locate(String name, Path from) {
    Path folder = from.getParent();
    if (name.startsWith("file:")) {
      return file(Path.of(URI.create(name)));
    }
    if (name.startsWith("./") || name.startsWith("../") || name.startsWith("/")) {
      return file(folder.resolve(name).normalize());
    }
    if (name.equals(".") || name.equals("..")) {
      return file(folder.resolve(name).normalize());
    }
    if (name.startsWith("#")) {
      return own(name, folder, from);
    }
    return inPackage(name, folder, from);
  }

  private ModuleNotFound missing(String name, Path from) {
    boolean isPath = name.startsWith(".") || name.startsWith("/") || name.startsWith("file:");
    if (this == REQUIRE) {
      return new ModuleNotFound(
          notFound, "Cannot find module '%s'\nRequire stack:\n- %s".formatted(name, from));
    }
    if (!isPath) {
      String text = "Cannot find package '%s' imported from %s".formatted(name, from);
      return new ModuleNotFound(notFound, text);
    }
    Path wanted = name.startsWith("file:") ? Path.of(URI.create(name)) : from.resolveSibling(name);
    String text = "Cannot find module '%s' imported from %s".formatted(wanted.normalize(), from);
    Path meant = loose(wanted.normalize());
    return meant == null
        ? new ModuleNotFound(notFound, text)
        : new ModuleNotFound(
            Files.isDirectory(wanted) ? "ERR_UNSUPPORTED_DIR_IMPORT" : notFound,
            "%s; did you mean to import '%s'?".formatted(text, relative(from, meant)));
  }

  private static String relative(Path from, Path meant) {
    String path = from.getParent().relativize(meant).toString();
    return path.startsWith("..") ? path : "./" + path;
  }

  /** The file at {@code path}, completed where that is allowed; null if there is none. */
  private Path file(Path path) {
    return this == REQUIRE ? loose(path) : Files.isRegularFile(path) ? path : null;
  }

  /**
   * The file at {@code path}, also with an extension added, or the file that stands for the folder
   * there.
   */
  private static Path loose(Path path) {
    Path file = withExtension(path);
    if (file != null || !Files.isDirectory(path)) {
      return file;
    }
    PackageJson json = PackageJson.in(path);
    String main = json == null ? null : json.text("main");
    Path named = main == null ? null : mainFile(path.resolve(main).normalize());
    return named != null ? named : index(path);
  }

  private static Path mainFile(Path path) {
    Path file = withExtension(path);
    return file != null ? file : index(path);
  }

  private static Path withExtension(Path path) {
    for (String extension : EXTENSIONS) {
      Path file = path.resolveSibling(path.getFileName() + extension);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    return null;
  }

  private static Path index(Path folder) {
    for (String index : INDICES) {
      if (Files.isRegularFile(folder.resolve(index))) {
        return folder.resolve(index);
      }
    }
    return null;
  }

  /**
   * A name that begins with a hash: the {@code imports} of the importing package say what it means.
   */
  private Path own(String name, Path folder, Path from) {
    PackageJson json = PackageJson.around(folder);
    String target =
        json != null && json.field("imports") instanceof JsonObject imports
            ? targets.matched(imports, name)
            : null;
    if (target == null) {
      throw new ModuleNotFound(
          "ERR_PACKAGE_IMPORT_NOT_DEFINED",
          "Package import specifier '%s' is not defined, imported from %s".formatted(name, from));
    }
    return target.startsWith("./")
        ? within(json, target)
        : inPackage(target, json.folder(), json.folder().resolve("package.json"));
  }

  private Path inPackage(String name, Path folder, Path from) {
    int end = name.indexOf('/', name.startsWith("@") ? name.indexOf('/') + 1 : 0);
    String packageName = end < 0 ? name : name.substring(0, end);
    String subpath = end < 0 ? "." : "." + name.substring(end);
    PackageJson self = PackageJson.around(folder);
    if (self != null && packageName.equals(self.text("name")) && self.field("exports") != null) {
      return exported(self, subpath, from);
    }
    for (Path at = folder; at != null; at = at.getParent()) {
      Path installed = at.resolve("node_modules").resolve(packageName);
      if (!at.endsWith("node_modules") && Files.isDirectory(installed)) {
        return inPackage(installed, subpath, from);
      }
    }
    return null;
  }

  private Path inPackage(Path folder, String subpath, Path from) {
    PackageJson json = PackageJson.in(folder);
    if (json != null && json.field("exports") != null) {
      return exported(json, subpath, from);
    }
    return subpath.equals(".") ? loose(folder) : file(folder.resolve(subpath).normalize());
  }

  private Path exported(PackageJson json, String subpath, Path from) {
    JsonElement exports = json.field("exports");
    String target = targets.exported(exports, subpath);
    if (target == null) {
      String what =
          subpath.equals(".")
              ? "No \"exports\" main defined in %s/package.json imported from %s"
              : "Package subpath '%3$s' is not defined by \"exports\" in %s/package.json imported"
                  + " from %s";
      throw new ModuleNotFound(
          "ERR_PACKAGE_PATH_NOT_EXPORTED", what.formatted(json.folder(), from, subpath));
    }
    return within(json, target);
  }

  private static Path within(PackageJson json, String target) {
    Path file = json.folder().resolve(target).normalize();
    if (!target.startsWith("./") || !file.startsWith(json.folder())) {
      throw new ModuleNotFound(
          "ERR_INVALID_PACKAGE_TARGET",
          "Invalid target '%s' in %s/package.json: it must begin with ./ and lie in the package"
              .formatted(target, json.folder()));
    }
    return Files.isRegularFile(file) ? file : null;
  }
}
