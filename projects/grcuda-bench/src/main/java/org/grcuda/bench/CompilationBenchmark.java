package org.grcuda.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcException;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.nvrtc.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Benchmark of how long NVRTC takes for a source that nobody has compiled before, with headers that
 * are kept precompiled and without, in turn. The first two sources that begin with the same
 * directives find none kept: the second makes them. What is compiled goes to the cache of the user.
 */
public final class CompilationBenchmark {

  private static final int ROUNDS = 7;
  private static final int WITHOUT = 2;

  /** Sources by what they include. */
  private static final Map<String, String> SOURCES = new LinkedHashMap<>();

  static {
    SOURCES.put("no header", "__global__ void k(int *x) { x[0] = 1; }\n");
    SOURCES.put(
        "cooperative_groups.h",
        """
        #include <cooperative_groups.h>
        __global__ void k(int *x) { x[0] = cooperative_groups::this_grid().size(); }
        """);
    SOURCES.put(
        "cub/block/block_reduce.cuh",
        """
        #include <cub/block/block_reduce.cuh>
        __global__ void k(int *x) {
          using Reduce = cub::BlockReduce<int, 128>;
          __shared__ Reduce::TempStorage shared;
          x[0] = Reduce(shared).Sum(x[threadIdx.x]);
        }
        """);
    SOURCES.put(
        "cub/cub.cuh",
        """
        #include <cub/cub.cuh>
        __global__ void k(int *x) {
          using Reduce = cub::BlockReduce<int, 128>;
          __shared__ Reduce::TempStorage shared;
          x[0] = Reduce(shared).Sum(x[threadIdx.x]);
        }
        """);
  }

  @Command
  private static final class Settings {

    @Parameters(
        arity = "0..*",
        paramLabel = "FILE.cu",
        description = "What is compiled; by default, sources with and without headers.")
    private List<Path> files = List.of();
  }

  private CompilationBenchmark() {}

  /**
   * Runs the benchmark and prints the results to standard output.
   *
   * @throws IllegalArgumentException if a file is not there, or NVRTC refuses it
   * @throws IOException if a file cannot be read
   */
  public static void run(BenchmarkArguments arguments) throws IOException {
    Settings settings = new Settings();
    if (!arguments.readInto(settings)) {
      return;
    }
    Map<String, String> sources = settings.files.isEmpty() ? SOURCES : read(settings.files);
    NvrtcSettings user = NvrtcSettings.of(System.getenv(), System.err::println);
    try (NvrtcCompiler kept = NvrtcCompiler.open(user);
        NvrtcCompiler plain = NvrtcCompiler.open(user.withMaxProgramBytes(0))) {
      System.out.println(
          "ms: median of " + ROUNDS + " without and with precompiled headers, ratio");
      for (Map.Entry<String, String> source : sources.entrySet()) {
        measure(source.getKey(), source.getValue(), plain, kept);
      }
    } catch (NvrtcException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static Map<String, String> read(List<Path> files) throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Path file : files) {
      try {
        sources.put(file.toString(), Files.readString(file));
      } catch (NoSuchFileException e) {
        throw new IllegalArgumentException("no such file: " + file, e);
      }
    }
    return sources;
  }

  private static void measure(String name, String source, NvrtcCompiler plain, NvrtcCompiler kept) {
    for (int k = 0; k < WITHOUT; k++) {
      compile(plain, source);
      compile(kept, source);
    }
    double[] without = new double[ROUNDS];
    double[] with = new double[ROUNDS];
    for (int k = 0; k < ROUNDS; k++) {
      without[k] = compile(plain, source);
      with[k] = compile(kept, source);
    }
    Arrays.sort(without);
    Arrays.sort(with);
    double before = without[ROUNDS / 2];
    double after = with[ROUNDS / 2];
    System.out.printf("%-28s %8.0f %8.0f %8.2f%n", name, before, after, before / after);
  }

  /** The time of a source that differs from all others, by a comment at its end. */
  private static double compile(NvrtcCompiler compiler, String source) {
    String text = source + "// " + System.nanoTime() + "\n";
    long start = System.nanoTime();
    compiler.compile(new Program(text, "bench.cu", "compute_80"));
    return (System.nanoTime() - start) / 1e6;
  }
}
