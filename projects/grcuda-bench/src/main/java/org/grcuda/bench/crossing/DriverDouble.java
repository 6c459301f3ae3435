package org.grcuda.bench.crossing;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.grcuda.bench.suite.SuiteFiles;

/**
 * The double of NVIDIA's driver that the tests of the CUDA backend use, and the native library with
 * the benchmark's own functions added. Both are compiled with {@code cc} from the sources in the
 * repository.
 */
final class DriverDouble implements AutoCloseable {

  private static final String SOURCES = "projects/grcuda-cuda/src";
  private static final long MEMORY = 1L << 20;

  private final Path folder;
  private final Path driver;
  private final Path library;
  private final SymbolLookup symbols;

  @SuppressWarnings("restricted")
  private DriverDouble(Path folder) throws IOException {
    Path sources = SuiteFiles.find().path(SOURCES);
    this.folder = folder;
    driver = folder.resolve("libcuda-double.so");
    run(sources.resolve("test/c/build.sh"), driver.toString());
    Path own = folder.resolve("crossing.c");
    try (InputStream source = DriverDouble.class.getResourceAsStream("crossing.c")) {
      Files.copy(source, own);
    }
    Path main = sources.resolve("main/c");
    run(main.resolve("build.sh"), folder.toString(), "-I", main.toString(), own.toString());
    library = folder.resolve("linux-" + machine()).resolve("libgrcuda_cuda.so");
    if (!Files.exists(library)) {
      throw new IOException("the native library cannot be built: a C compiler (cc) is needed");
    }
    symbols = SymbolLookup.libraryLookup(driver, Arena.global());
    call("recording_reset", 1, MEMORY);
  }

  /**
   * Builds the double and the native library.
   *
   * @throws IOException if there is no C compiler
   * @throws IllegalArgumentException if the sources are not there
   */
  static DriverDouble build() throws IOException {
    Path folder = Files.createTempDirectory("grcuda-crossing");
    boolean complete = false;
    try {
      DriverDouble made = new DriverDouble(folder);
      complete = true;
      return made;
    } finally {
      if (!complete) {
        delete(folder);
      }
    }
  }

  /** The driver library. */
  Path driver() {
    return driver;
  }

  /** The native library. */
  Path library() {
    return library;
  }

  /** Sets whether each call of the driver does nothing but return. */
  void beQuiet(boolean quiet) {
    call("recording_be_quiet", quiet ? 1 : 0);
  }

  @SuppressWarnings("restricted")
  private void call(String name, int number, long... more) {
    FunctionDescriptor type =
        more.length == 0
            ? FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT)
            : FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    var handle = Linker.nativeLinker().downcallHandle(symbols.find(name).orElseThrow(), type);
    try {
      if (more.length == 0) {
        handle.invokeExact(number);
      } else {
        handle.invokeExact(number, more[0]);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static String machine() {
    String architecture = System.getProperty("os.arch");
    return architecture.equals("amd64") ? "x86_64" : architecture;
  }

  private static void run(Path script, String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("%s failed: %s".formatted(script, output));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + script + " ran", e);
    }
  }

  /** Deletes the files. Loaded libraries stay loaded. */
  @Override
  public void close() throws IOException {
    delete(folder);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
