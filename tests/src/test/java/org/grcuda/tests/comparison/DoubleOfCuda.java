package org.grcuda.tests.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.tests.Repository;

/** Builds and runs the CUDA C++ programs on the double of the CUDA runtime (src/test/cuda). */
final class DoubleOfCuda {

  private static final int TIMEOUT_SECONDS = 120;

  private DoubleOfCuda() {}

  /** Compiles a program for the host. */
  static void build(Path folder, String name, Path source)
      throws IOException, InterruptedException {
    Path program = folder.resolve(name);
    run(
        List.of(
            "c++",
            "-std=c++17",
            "-O0",
            "-I",
            Repository.root().resolve("tests/src/test/cuda").toString(),
            "-include",
            "cuda_runtime.h",
            "-x",
            "c++",
            source.toString(),
            "-o",
            program.toString()),
        1);
  }

  /** What a program prints, its streams being drained in an order that the seed decides. */
  static ProgramResult measure(Path program, int seed, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(Arrays.asList(options));
    return ProgramResult.parse(run(command, seed));
  }

  /** The output of a command that succeeds. */
  static String run(List<String> command, int seed) throws IOException, InterruptedException {
    Path log = Files.createTempFile("grcuda-comparison", ".log");
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("CUDA_DOUBLE_SEED", "" + seed);
      Process process = builder.redirectOutput(log.toFile()).start();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(command + ":\n" + Files.readString(log));
      }
      return Files.readString(log);
    } finally {
      Files.delete(log);
    }
  }
}
