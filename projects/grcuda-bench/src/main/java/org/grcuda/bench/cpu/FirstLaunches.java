package org.grcuda.bench.cpu;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.arguments.OwnCommand;

/**
 * First launches of kernels on the CPU backend beside later ones. Each kernel runs in a process of
 * its own, in which nothing has been built or launched before.
 */
final class FirstLaunches {

  private static final int LATER = 21;
  private static final String KERNEL = "--kernel";

  private final CpuSettings settings;

  /**
   * Times in milliseconds.
   *
   * @param prepare a context, the data in its arrays, and the kernels: NVRTC, or its cache, and the
   *     translation
   * @param first the problem's first run
   * @param translation the part of {@code first} that was spent on machine code for the shapes of
   *     its blocks
   * @param later median of the later half of {@link #LATER} more runs
   */
  private record Times(double prepare, double first, double translation, double later) {

    /** The first run without the translation, over a later one. */
    double ratio() {
      return (first - translation) / later;
    }
  }

  FirstLaunches(CpuSettings settings) {
    this.settings = settings;
  }

  /**
   * Measures and prints.
   *
   * @param arguments of this process
   */
  void run(BenchmarkArguments arguments) throws IOException {
    if (settings.isHere()) {
      System.out.println(new Gson().toJson(measure(settings.entries().getFirst())));
      return;
    }
    if (!settings.isJson()) {
      System.out.println(
          "ms; translation: part of the first run; later: median of later runs;"
              + " ratio: first without translation over later");
      System.out.printf(
          "%-20s %10s %10s %12s %10s %7s%n",
          "", "prepare", "first", "translation", "later", "ratio");
    }
    Map<String, Times> all = new LinkedHashMap<>();
    for (Entry entry : settings.entries()) {
      Times times = inProcess(entry, arguments);
      all.put(entry.name(), times);
      if (!settings.isJson()) {
        System.out.printf(
            "%-20s %10.1f %10.2f %12.2f %10.3f %7.2f%n",
            entry.name(),
            times.prepare,
            times.first,
            times.translation,
            times.later,
            times.ratio());
      }
    }
    if (settings.isJson()) {
      System.out.println(new GsonBuilder().setPrettyPrinting().create().toJson(all));
    }
  }

  private Times measure(Entry entry) throws IOException {
    Problem problem = entry.maker().make(settings.isQuick()).repeated(1);
    long start = System.nanoTime();
    try (GrCudaSide.CudaRun run =
        new GrCudaSide(CpuBenchmark.SUBJECT, settings.options()).prepare(entry.name(), problem)) {
      double prepare = (System.nanoTime() - start) / 1e6;
      double first = run.measure().elapsedNanos() / 1e6;
      double translation = run.translationNanos() / 1e6;
      double[] later = new double[LATER];
      for (int k = 0; k < LATER; k++) {
        later[k] = run.measure().elapsedNanos() / 1e6;
      }
      for (Expected expected : problem.expected()) {
        Object computed = expected.data().zeros();
        run.read(expected.data(), computed);
        expected.check(CpuBenchmark.SUBJECT, entry.name(), computed);
      }
      double[] half = Arrays.copyOfRange(later, LATER / 2, LATER);
      Arrays.sort(half);
      return new Times(prepare, first, translation, half[half.length / 2]);
    }
  }

  /** Measures an entry in a process that is started as this one was. */
  private static Times inProcess(Entry entry, BenchmarkArguments arguments) throws IOException {
    List<String> command = OwnCommand.of(arguments.command());
    command.addAll(withoutKernel(arguments.words()));
    command.addAll(List.of(KERNEL, entry.name(), "--here"));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("the process that measures " + entry.name() + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return new Gson().fromJson(text, Times.class);
  }

  private static List<String> withoutKernel(List<String> words) {
    List<String> others = new ArrayList<>();
    for (int k = 0; k < words.size(); k++) {
      if (words.get(k).equals(KERNEL)) {
        k++;
      } else if (!words.get(k).startsWith(KERNEL + "=")) {
        others.add(words.get(k));
      }
    }
    return others;
  }
}
