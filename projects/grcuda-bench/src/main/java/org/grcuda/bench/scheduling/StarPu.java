package org.grcuda.bench.scheduling;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The peer StarPU (Augonnet et al., 2011), which runs empty tasks in the same shapes with one
 * worker. The C program is compiled if StarPU's headers are installed.
 */
final class StarPu implements AutoCloseable {

  /** The largest count. Beyond it, the tasks and handles of StarPU take gigabytes. */
  private static final int MOST = 100_000;

  private static final int COMPUTATIONS = 100_000;
  private static final int FEWEST_SAMPLES = 3;
  private static final int MOST_SAMPLES = 101;
  private static final long TIMEOUT_SECONDS = 300;

  private static final Map<String, String> SETTINGS =
      Map.of(
          "STARPU_NCPU", "1",
          "STARPU_NCUDA", "0",
          "STARPU_NOPENCL", "0",
          "STARPU_SILENT", "1");

  /** The program cannot be compiled or run. The message says why. */
  static final class MissingException extends Exception {
    private static final long serialVersionUID = 1L;

    MissingException(String reason) {
      super(reason);
    }
  }

  private final Path folder;

  private StarPu(Path folder) {
    this.folder = folder;
  }

  /**
   * Compiles the program.
   *
   * @throws MissingException if StarPU or a C compiler is not installed
   */
  static StarPu compile() throws IOException, MissingException {
    StarPu made = new StarPu(Files.createTempDirectory("grcuda-starpu"));
    boolean complete = false;
    try {
      try (InputStream source = StarPu.class.getResourceAsStream("starpu.c")) {
        Files.copy(source, made.folder.resolve("starpu.c"));
      }
      List<String> command = new ArrayList<>(List.of("cc", "-O2", "-o", "starpu", "starpu.c"));
      String flags = made.run(List.of("pkg-config", "--cflags", "--libs", "starpu-1.3"));
      command.addAll(Arrays.asList(flags.strip().split("\\s+")));
      made.run(command);
      complete = true;
      return made;
    } finally {
      if (!complete) {
        made.close();
      }
    }
  }

  /**
   * Measures {@code workload} with {@code counts} unfinished tasks. Counts above {@link #MOST} are
   * left out.
   */
  Result measure(Workload workload, int[] counts) throws IOException, MissingException {
    List<Result.Cost> costs = new ArrayList<>();
    for (int count : counts) {
      if (count <= MOST) {
        int samples = Math.clamp(COMPUTATIONS / count, FEWEST_SAMPLES, MOST_SAMPLES);
        String[] medians =
            run(List.of("./starpu", workload.title(), "" + count, "" + samples)).strip().split(" ");
        costs.add(
            new Result.Cost(
                count, Double.parseDouble(medians[0]), Double.parseDouble(medians[1]), Double.NaN));
      }
    }
    return new Result("StarPU 1.3, one worker", costs, null);
  }

  /**
   * Runs {@code command} and returns what it prints.
   *
   * @throws MissingException if the command cannot be run or fails
   */
  private String run(List<String> command) throws IOException, MissingException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectErrorStream(true);
    builder.environment().putAll(SETTINGS);
    builder.environment().put("STARPU_HOME", folder.toString());
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new MissingException(command.getFirst() + " cannot be run: " + e.getMessage());
    }
    try {
      String output = read(process);
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new MissingException(command.getFirst() + " failed: " + firstLine(output));
      }
      return output;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MissingException("interrupted");
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Process process) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      StringBuilder text = new StringBuilder();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        text.append(line).append('\n');
      }
      return text.toString();
    }
  }

  private static String firstLine(String output) {
    return output.lines().findFirst().orElse("it printed nothing");
  }

  /** Deletes the program. */
  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
