package org.grcuda.polyglot.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files of the guest languages: the Python package and the JavaScript module {@code grcuda},
 * resources beside this class, by their paths below its folder.
 */
public final class GuestFiles {

  /** Folder of the Python package. */
  public static final String PYTHON = "python";

  /** The JavaScript module. */
  public static final String MODULE = "javascript/grcuda.mjs";

  /** All of them. Resources cannot be listed: a test holds this against the folder. */
  static final List<String> ALL =
      List.of(
          MODULE,
          "javascript/grcuda.d.ts",
          "javascript/package.json",
          "python/grcuda/__init__.py",
          "python/grcuda/__init__.pyi",
          "python/grcuda/_arrays.py",
          "python/grcuda/_errors.py",
          "python/grcuda/_files.py",
          "python/grcuda/_images.py",
          "python/grcuda/_objects.py",
          "python/grcuda/_routers.py",
          "python/grcuda/graph.py",
          "python/grcuda/compat/__init__.py",
          "python/grcuda/compat/distutils/__init__.py",
          "python/grcuda/compat/distutils/util.py",
          "python/grcuda/compat/numpy/__init__.py",
          "python/grcuda/compat/numpy/_array.py",
          "python/grcuda/compat/numpy/_numbers.py",
          "python/grcuda/compat/numpy/random.py",
          "python/grcuda/py.typed");

  private GuestFiles() {}

  /** Whether there is such a file. */
  public static boolean isFile(String path) {
    return ALL.contains(path);
  }

  /** The names in the folder {@code path}, none if there is no such folder; the root is "". */
  static Set<String> list(String path) {
    String prefix = path.isEmpty() ? "" : path + "/";
    var names = new TreeSet<String>();
    for (String file : ALL) {
      if (file.startsWith(prefix)) {
        names.add(file.substring(prefix.length()).split("/")[0]);
      }
    }
    return names;
  }

  /** The bytes of a file. */
  public static byte[] bytes(String path) {
    try (InputStream file = GuestFiles.class.getResourceAsStream(path)) {
      if (file == null) {
        throw new IllegalStateException("no resource " + path);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
