package org.grcuda.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import org.grcuda.driver.Debugging;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Simulation;

/**
 * What the CPU backend takes to translate PTX: the first module of the process, while classes are
 * loaded and the translator is interpreted, and later ones.
 */
public final class TranslationBenchmark {

  private static final int LATER = 30;
  private static final String SCALAR = "--scalar";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  private TranslationBenchmark() {}

  /**
   * Runs it, printing to standard output. The first file meets a process that has translated
   * nothing.
   *
   * @param arguments files of PTX; {@code --scalar}: to bytecode, as with {@code CpuSimd=false}
   * @throws IllegalArgumentException if no file is named, or for another option
   * @throws IOException if a file cannot be read
   */
  public static void run(List<String> arguments) throws IOException {
    List<String> files = arguments.stream().filter(a -> !a.equals(SCALAR)).toList();
    if (files.isEmpty() || files.stream().anyMatch(f -> f.startsWith("-"))) {
      throw new IllegalArgumentException("translation: expected files of PTX, or " + SCALAR);
    }
    try (Driver driver = open(!arguments.contains(SCALAR))) {
      System.out.println(
          "processor time in ms: the first time, median of " + LATER + " later ones");
      for (String file : files) {
        String ptx = Files.readString(Path.of(file));
        double[] millis = new TranslationBenchmark().measure(driver, ptx);
        long lines = ptx.lines().count();
        System.out.printf("%s, %d lines: %.1f %.1f%n", file, lines, millis[0], millis[1]);
      }
    }
  }

  private static Driver open(boolean vectors) {
    DriverSettings settings =
        new DriverSettings(1, 0, 1, vectors, text -> {}, Debugging.off(), Simulation.defaults());
    return ServiceLoader.load(DriverProvider.class, DriverProvider.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals("cpu"))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no CPU backend"))
        .open(settings);
  }

  /** The first time and the median of later ones, of texts that differ in a comment. */
  private double[] measure(Driver driver, String ptx) {
    double first = load(driver, ptx);
    double[] later = new double[LATER];
    for (int k = 0; k < LATER; k++) {
      later[k] = load(driver, ptx + "\n// " + k + "\n");
    }
    Arrays.sort(later);
    return new double[] {first, later[LATER / 2]};
  }

  private double load(Driver driver, String ptx) {
    byte[] image = ptx.getBytes(StandardCharsets.UTF_8);
    long start = threads.getCurrentThreadCpuTime();
    driver.device(0).loadModule(image).close();
    return (threads.getCurrentThreadCpuTime() - start) / 1e6;
  }
}
