package org.grcuda.polyglot;

import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.io.FileSystem;
import org.graalvm.polyglot.io.IOAccess;
import org.grcuda.polyglot.files.GuestFileSystem;

/**
 * Polyglot contexts in which {@code import grcuda} in Python and {@code import ... from 'grcuda'}
 * in JavaScript work.
 *
 * <pre>{@code
 * try (Context context = GrCudaContext.newBuilder("python", "js").build()) {
 *   context.eval("python", "import grcuda; print(grcuda.arange(3))");
 * }
 * }</pre>
 *
 * The languages themselves are dependencies of the program, such as {@code
 * org.graalvm.polyglot:js-community}. Contexts made by {@link Context#newBuilder} have the language
 * {@code grcuda} too, without the two imports.
 */
public final class GrCudaContext {

  private static final String GRCUDA = "grcuda";
  private static final String PYTHON = "python";

  private GrCudaContext() {}

  /**
   * A builder of contexts that may do what the program may: files, threads, native code, Java
   * classes.
   *
   * @param languages those that the context has beside {@code grcuda}; every installed one if none
   *     is named
   */
  public static Context.Builder newBuilder(String... languages) {
    return newBuilder(FileSystem.newDefaultFileSystem(), languages).allowAllAccess(true);
  }

  /**
   * A builder of contexts that may do nothing but call from one language into another, and what
   * {@code files} lets them do with files. The builder's methods allow more; its {@link
   * Context.Builder#allowIO} is taken.
   *
   * @param files such as {@link FileSystem#newReadOnlyFileSystem}; one that denies everything has
   *     to let Python read its own library: {@link FileSystem#allowInternalResourceAccess}
   * @param languages as of the other
   */
  public static Context.Builder newBuilder(FileSystem files, String... languages) {
    Context.Builder builder =
        Context.newBuilder(withGrCuda(languages))
            .allowPolyglotAccess(PolyglotAccess.ALL)
            .allowIO(IOAccess.newBuilder().fileSystem(new GuestFileSystem(files)).build());
    return hasPython(languages)
        ? builder.option("python.PythonPath", GuestFileSystem.PYTHON_PATH)
        : builder;
  }

  private static String[] withGrCuda(String[] languages) {
    return languages.length == 0
        ? languages
        : Stream.concat(Stream.of(languages), Stream.of(GRCUDA)).distinct().toArray(String[]::new);
  }

  /** The engine refuses options of languages that are not there. */
  private static boolean hasPython(String[] languages) {
    if (languages.length > 0) {
      return Stream.of(languages).anyMatch(PYTHON::equals);
    }
    try (Engine engine =
        Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build()) {
      return engine.getLanguages().containsKey(PYTHON);
    }
  }
}
