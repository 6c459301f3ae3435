package org.grcuda.bench;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.grcuda.bench.arguments.Names;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Benchmark of how long the CPU backend takes to translate PTX. It times the first module of the
 * process, during which classes are loaded and the translator is interpreted, and later modules.
 */
public final class TranslationBenchmark {

  private static final int LATER = 30;

  @Command
  private static final class Settings {

    @Parameters(arity = "1..*", paramLabel = "FILE.ptx", description = "What is translated.")
    private List<Path> files;

    @Option(
        names = "--simd",
        paramLabel = "SET",
        converter = SimdNames.class,
        description =
            "To what, as the option CpuSimd says: auto, avx512, avx2, or false: bytecode.")
    private String simd = "auto";
  }

  private static final class SimdNames extends Names {
    SimdNames() {
      super(List.of("auto", "avx512", "avx2", "false"));
    }
  }

  private TranslationBenchmark() {}

  /**
   * Runs the benchmark and prints the results to standard output. When the first file is measured,
   * the process has translated nothing.
   *
   * @throws IllegalArgumentException if no file is named, if a file is not PTX that the backend
   *     translates, or for an unknown option
   * @throws IOException if a file cannot be read
   */
  public static void run(BenchmarkArguments arguments) throws IOException {
    Settings settings = new Settings();
    if (!arguments.readInto(settings)) {
      return;
    }
    try (Driver driver = open(settings.simd)) {
      System.out.println("ms: the first time, median of " + LATER + " later ones");
      for (Path file : settings.files) {
        String ptx = read(file);
        double[] millis = measure(driver, file, ptx);
        long lines = ptx.lines().count();
        System.out.printf("%s, %d lines: %.1f %.1f%n", file, lines, millis[0], millis[1]);
      }
    }
  }

  private static String read(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("no such file: " + file, e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + ": no PTX: not UTF-8", e);
    }
  }

  private static Driver open(String simd) {
    DriverSettings settings =
        new DriverSettings(
            1, 0, Map.of("CpuThreads", "1", "CpuSimd", simd), DriverHost.printing(text -> {}));
    return ServiceLoader.load(DriverProvider.class, DriverProvider.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals("cpu"))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no CPU backend"))
        .open(settings);
  }

  /**
   * Returns the first time and the median of the later times, in milliseconds. Each later text
   * differs in a comment.
   */
  private static double[] measure(Driver driver, Path file, String ptx) {
    try {
      double first = load(driver, ptx);
      double[] later = new double[LATER];
      for (int k = 0; k < LATER; k++) {
        later[k] = load(driver, ptx + "\n// " + k + "\n");
      }
      Arrays.sort(later);
      return new double[] {first, later[LATER / 2]};
    } catch (DriverException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private static double load(Driver driver, String ptx) {
    byte[] image = ptx.getBytes(StandardCharsets.UTF_8);
    // The backend translates on a thread of its own, and this thread waits for it.
    long start = System.nanoTime();
    driver.device(0).loadModule(image).close();
    return (System.nanoTime() - start) / 1e6;
  }
}
