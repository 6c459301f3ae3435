package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes share the compiled programs on disk. */
class ProcessCacheTest {

  private static final int PROCESSES = 4;
  private static final int PROGRAMS = 6;

  @TempDir Path folder;

  /**
   * A process that compiles every program, in an order of its own, several times over, and prints
   * what it got; then whether it started NVRTC's process.
   */
  static final class Compiler {

    private Compiler() {}

    public static void main(String[] arguments) {
      NvrtcSettings settings =
          NvrtcSettings.of(Map.of(), System.out::println)
              .withLibrary(Path.of(arguments[0]))
              .withCacheDirectory(Path.of(arguments[1]));
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < 3 * PROGRAMS; i++) {
        order.add(i % PROGRAMS);
      }
      Collections.shuffle(order, new Random(Long.parseLong(arguments[2])));
      int[] hashes = new int[PROGRAMS];
      for (int program : order) {
        String ptx = NvrtcCompiler.open(settings).compile(program(program)).ptx();
        hashes[program] = ptx.hashCode();
      }
      for (int hash : hashes) {
        System.out.println(hash);
      }
      System.out.println(
          ProcessHandle.current().children().findAny().isPresent() ? "compiled" : "cached");
    }

    private static Program program(int number) {
      String source =
          "extern \"C\" __global__ void k(int *x) { *x = %d; }".formatted(number)
              + "\n// a long one ".repeat(20_000);
      return new Program(source, "k.cu", "compute_80");
    }
  }

  private Process start(Path cache, int seed) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            Compiler.class.getName(),
            Nvrtc.settings(cache).library().toString(),
            cache.toString(),
            Integer.toString(seed))
        .redirectErrorStream(true)
        .start();
  }

  private static List<String> output(Process process) throws IOException, InterruptedException {
    List<String> lines = new String(process.getInputStream().readAllBytes()).lines().toList();
    assertEquals(0, process.waitFor(), () -> String.join("\n", lines));
    return lines;
  }

  @Test
  void processesThatCompileTheSameProgramsAtOnceAgreeAndALaterOneCompilesNothing()
      throws IOException, InterruptedException {
    Path cache = folder.resolve("cache");
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(start(cache, i));
    }
    List<List<String>> results = new ArrayList<>();
    int compilers = 0;
    for (Process process : processes) {
      List<String> lines = output(process);
      results.add(lines.subList(0, lines.size() - 1));
      compilers += lines.getLast().equals("compiled") ? 1 : 0;
    }
    List<String> later = output(start(cache, PROCESSES));
    assertEquals(PROGRAMS, later.stream().limit(PROGRAMS).distinct().count());
    assertEquals("cached", later.getLast());
    assertTrue(compilers > 0, "the first compile");
    for (List<String> result : results) {
      assertEquals(later.subList(0, later.size() - 1), result);
    }
    try (Stream<Path> files = Files.list(cache.resolve("programs"))) {
      List<Path> left = files.toList();
      assertTrue(left.size() == PROGRAMS, () -> "one file per program, none half-written: " + left);
    }
  }
}
