package org.grcuda.cli.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.polyglot.files.GuestFiles;

/**
 * The files of the host languages: {@link GuestFiles}, and resources of the command.
 *
 * <p>The build compiles the Python files and keeps the code among the languages' resources:
 * compiling them at every start took twenty times as long as loading their code.
 */
public final class LanguageFiles {

  /** The Python files that every program with grcuda loads, or that take long to compile. */
  private static final List<String> PYTHON =
      List.of(
          "grcuda/__init__.py",
          "grcuda/_errors.py",
          "grcuda/_arrays.py",
          "grcuda/_objects.py",
          "grcuda/_files.py",
          "grcuda/_images.py",
          "grcuda/_routers.py",
          "grcuda/graph.py",
          "interactive.py",
          "notebook.py",
          "open_files.py",
          "repl.py");

  /** Folder of the languages' resources, as the engine takes it. */
  private static final String RESOURCE_PATH = "polyglot.engine.resourcePath";

  private static final String COMPILE =
      "lambda text, path: __import__('marshal').dumps(compile(text, path,"
          + " 'exec')).decode('latin-1')";

  /** Where these are. */
  private static final String RESOURCES = "/org/grcuda/cli/";

  private LanguageFiles() {}

  /** The bytes of the file at {@code path}, such as {@code python/grcuda/__init__.py}. */
  public static byte[] bytes(String path) {
    if (GuestFiles.isFile(path)) {
      return GuestFiles.bytes(path);
    }
    try (InputStream file = LanguageFiles.class.getResourceAsStream(RESOURCES + path)) {
      if (file == null) {
        throw new IllegalStateException("no resource " + path);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of the file at {@code path}. */
  public static String read(String path) {
    return new String(bytes(path), StandardCharsets.UTF_8);
  }

  /** The text of a Python file; null if there is none of that name. */
  public static String python(String file) {
    String path = "python/" + file;
    boolean exists =
        GuestFiles.isFile(path) || LanguageFiles.class.getResource(RESOURCES + path) != null;
    return exists ? read(path) : null;
  }

  /** Compiles the Python files; their code goes to {@code resources}, a folder of resources. */
  public static void compilePython(Path resources) throws IOException {
    try (Context context = Context.newBuilder("python").allowAllAccess(true).build()) {
      Value compile = context.eval("python", COMPILE);
      for (String file : PYTHON) {
        String code = compile.execute(read("python/" + file), file).asString();
        Path target = code(resources, file);
        Files.createDirectories(target.getParent());
        Files.writeString(target, code, StandardCharsets.ISO_8859_1);
      }
    }
  }

  /** The code of a Python file, a byte in each character; null if the build kept none. */
  public static String pythonCode(String file) {
    String resources = System.getProperty(RESOURCE_PATH);
    if (resources == null) {
      return null;
    }
    try {
      Path code = code(Path.of(resources), file);
      return Files.exists(code) ? Files.readString(code, StandardCharsets.ISO_8859_1) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path code(Path resources, String file) {
    return resources.resolve("grcuda-code").resolve(file + ".code");
  }
}
