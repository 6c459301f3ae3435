package org.grcuda.nvrtc;

import com.sun.jna.Native;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a {@link CompilerWorker}: a JVM of the same run-time image, on the same classes. */
final class WorkerCommand {

  /** System property: the command that starts a JVM, where java.home has none. */
  static final String JAVA = "grcuda.nvrtc.java";

  /** System property: the class path of the worker, if it cannot be found from this process. */
  static final String CLASS_PATH = "grcuda.nvrtc.classpath";

  /** System property: the start-up cache that {@link WorkerTraining} made; used where it fits. */
  static final String START_CACHE = "grcuda.nvrtc.aot";

  /**
   * System property: {@code true} starts the worker with addresses chosen at random, as others are.
   * Precompiled headers then serve only the process that made them.
   */
  static final String RANDOM_ADDRESSES = "grcuda.nvrtc.aslr";

  /** Runs a command without random addresses (setarch(8)), where the system has and permits it. */
  private static final String FIXED_ADDRESSES =
      "if setarch -R true 2>/dev/null; then exec setarch -R \"$@\"; else exec \"$@\"; fi";

  private static final Path SHELL = Path.of("/bin/sh");

  private static final String NATIVE_ACCESS = "--enable-native-access=";

  /** JNA's library is here in this project's images: JNA need not unpack it at each start. */
  private static final Path RUNTIME_LIBRARIES = Path.of(System.getProperty("java.home"), "lib");

  /** Environment variables that determine how libraries are found and texts are read. */
  private static final List<String> KEPT =
      List.of("LD_LIBRARY_PATH", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE");

  /** A small heap, for a quick start; a crash leaves no file behind. */
  private static final List<String> FLAGS =
      List.of(
          "-Xmx1g",
          "-Xms8m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:ReservedCodeCacheSize=16m",
          "-XX:CompressedClassSpaceSize=16m",
          "-XX:-UsePerfData",
          // Standard output is only for messages.
          "-Xlog:disable",
          "-Xlog:all=error:stderr",
          "-XX:+SuppressFatalErrorMessage",
          "-XX:-CreateCoredumpOnCrash",
          // Libraries are named by their paths: JNA need not run ldconfig to find folders.
          "-Djna.platform.library.path=",
          "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));

  private WorkerCommand() {}

  /**
   * Starts one, in the current folder of this process.
   *
   * @throws NvrtcException if that fails, saying what would help
   */
  static Process start() {
    String cache = System.getProperty(START_CACHE);
    return start(cache == null ? List.of() : List.of("-XX:AOTCache=" + cache));
  }

  /** As the other, with options of the JVM besides its own. */
  static Process start(List<String> options) {
    ProcessBuilder builder = new ProcessBuilder(command(options));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> !KEPT.contains(name));
    // Memory of threads lies at the same addresses in each process (mallopt(3)).
    environment.put("MALLOC_ARENA_MAX", "1");
    try {
      return builder.start();
    } catch (IOException e) {
      throw new NvrtcException(
          "The compiler's process cannot be started: "
              + e.getMessage()
              + ". The system property "
              + JAVA
              + " names another java command.",
          e);
    }
  }

  private static List<String> command(List<String> options) {
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    String named = System.getProperty(JAVA, java.toString());
    List<String> command = new ArrayList<>();
    if (!Boolean.getBoolean(RANDOM_ADDRESSES) && isFile(SHELL) && isFile(Path.of(named))) {
      command.addAll(List.of(SHELL.toString(), "-c", FIXED_ADDRESSES, "sh"));
    }
    command.add(named);
    command.addAll(FLAGS);
    if (Files.exists(RUNTIME_LIBRARIES.resolve(System.mapLibraryName("jnidispatch")))) {
      command.add("-Djna.boot.library.path=" + RUNTIME_LIBRARIES);
    }
    command.addAll(options);
    command.addAll(where());
    return command;
  }

  /** Whether it can be executed. A name without a folder is searched when it is started. */
  private static boolean isFile(Path command) {
    return command.isAbsolute() && Files.isExecutable(command);
  }

  /**
   * The main class, and where its code is: on a class path, or in a run-time image that jlink made.
   * An image may have only JNA. Code on a class path sees the image's JNA without an option.
   */
  private static List<String> where() {
    String main = CompilerWorker.class.getName();
    String classPath = System.getProperty(CLASS_PATH);
    if (classPath != null) {
      return List.of(NATIVE_ACCESS + "ALL-UNNAMED", "-cp", classPath, main);
    }
    String jna = Native.class.getModule().getName();
    if (isLinked(CompilerWorker.class)) {
      String module = CompilerWorker.class.getModule().getName();
      return List.of(NATIVE_ACCESS + jna, "-m", module + "/" + main);
    }
    String own = file(CompilerWorker.class).toString();
    if (isLinked(Native.class)) {
      return List.of(NATIVE_ACCESS + jna, "-cp", own, main);
    }
    String both = own + File.pathSeparator + file(Native.class);
    return List.of(NATIVE_ACCESS + "ALL-UNNAMED", "-cp", both, main);
  }

  private static boolean isLinked(Class<?> type) {
    URI place = place(type);
    return place != null && "jrt".equals(place.getScheme());
  }

  private static Path file(Class<?> type) {
    URI place = place(type);
    if (place != null && "file".equals(place.getScheme())) {
      Path file = Path.of(place);
      if (Files.exists(file)) {
        return file;
      }
    }
    throw new NvrtcException(
        "The compiler's process cannot be started: "
            + type.getName()
            + " is in "
            + place
            + ", which no class path can name. Set the system property "
            + CLASS_PATH
            + " to the jars org.grcuda:grcuda-nvrtc and net.java.dev.jna:jna-jpms.");
  }

  private static URI place(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return source == null || source.getLocation() == null ? null : source.getLocation().toURI();
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
