package org.grcuda.bench.cpu;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.arguments.OwnCommand;

/**
 * First launches of kernels on the CPU backend beside later ones. Each kernel runs in a process of
 * its own, in which nothing has been built or launched before. The peers run in processes of their
 * own, too: in C the first run of some problems also takes longer than later ones.
 */
final class FirstLaunches {

  private static final int LATER = 21;
  private static final String KERNEL = "--kernel";

  private final CpuSettings settings;
  private final Map<String, String> notes = new LinkedHashMap<>();

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
   * @param folder for the files of peers
   */
  void run(BenchmarkArguments arguments, Path folder) throws IOException {
    if (settings.isHere()) {
      System.out.println(new Gson().toJson(measure(settings.entries().getFirst())));
      return;
    }
    List<Side> peers = Peer.open(settings, folder, notes);
    if (!settings.isJson()) {
      printHead(peers);
    }
    Map<String, Map<String, Times>> all = new LinkedHashMap<>();
    for (Entry entry : settings.entries()) {
      Map<String, Times> row = new LinkedHashMap<>();
      row.put(CpuBenchmark.SUBJECT, inProcess(entry, arguments));
      for (Side peer : peers) {
        row.put(peer.name(), measure(entry, peer));
      }
      all.put(entry.name(), row);
      if (!settings.isJson()) {
        print(entry, row);
      }
    }
    if (settings.isJson()) {
      System.out.println(new GsonBuilder().setPrettyPrinting().create().toJson(all));
    } else {
      notes.forEach((side, note) -> System.out.printf("%s: %s%n", side, note));
    }
  }

  private static void printHead(List<Side> peers) {
    System.out.println(
        "ms; translation: part of the first run; later: median of later runs;"
            + " ratio: first without translation over later");
    System.out.printf(
        "%-20s %10s %10s %12s %10s %7s", "", "prepare", "first", "translation", "later", "ratio");
    peers.forEach(peer -> System.out.printf(" %12s %7s", peer.name(), "ratio"));
    System.out.println();
  }

  private static void print(Entry entry, Map<String, Times> row) {
    Times own = row.get(CpuBenchmark.SUBJECT);
    System.out.printf(
        "%-20s %10.1f %10.2f %12.2f %10.3f %7.2f",
        entry.name(), own.prepare, own.first, own.translation, own.later, own.ratio());
    row.forEach(
        (side, times) -> {
          if (times != own) {
            System.out.printf(" %12.2f %7.2f", times.first, times.ratio());
          }
        });
    System.out.println();
  }

  /** Measures the CPU backend, in this process. */
  private Times measure(Entry entry) throws IOException {
    Problem problem = entry.maker().make(settings.isQuick()).repeated(1);
    GrCudaSide side = new GrCudaSide(CpuBenchmark.SUBJECT, settings.options());
    long start = System.nanoTime();
    try (GrCudaSide.CudaRun run = side.prepare(entry.name(), problem)) {
      double prepare = (System.nanoTime() - start) / 1e6;
      double first = run.measure().elapsedNanos() / 1e6;
      double translation = run.translationNanos() / 1e6;
      return new Times(prepare, first, translation, later(entry, problem, side, run));
    }
  }

  /** Measures a peer, of which each run has a process of its own. */
  private Times measure(Entry entry, Side peer) throws IOException {
    Problem problem = entry.maker().make(settings.isQuick()).repeated(1);
    long start = System.nanoTime();
    try (Side.Run run = peer.prepare(entry.name(), problem)) {
      notes.put(peer.name(), run.version());
      double prepare = (System.nanoTime() - start) / 1e6;
      double first = run.measure().elapsedNanos() / 1e6;
      return new Times(prepare, first, 0, later(entry, problem, peer, run));
    }
  }

  /** Runs it more often, checks the results, and returns the time of a later run. */
  private static double later(Entry entry, Problem problem, Side side, Side.Run run)
      throws IOException {
    double[] later = new double[LATER];
    for (int k = 0; k < LATER; k++) {
      later[k] = run.measure().elapsedNanos() / 1e6;
    }
    for (Expected expected : problem.expected()) {
      Object computed = expected.data().zeros();
      run.read(expected.data(), computed);
      expected.check(side.name(), entry.name(), computed);
    }
    double[] half = Arrays.copyOfRange(later, LATER / 2, LATER);
    Arrays.sort(half);
    return half[half.length / 2];
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
