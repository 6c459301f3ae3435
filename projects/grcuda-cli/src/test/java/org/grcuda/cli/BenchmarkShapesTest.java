package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ten programs with the calls of GrCUDA's Python benchmarks, in their shapes. Each compares what
 * the devices compute with the same in Python.
 */
class BenchmarkShapesTest {

  private static final List<String> FILES =
      List.of(
          "main.py",
          "harness.py",
          "programs/__init__.py",
          "programs/vectors.py",
          "programs/linear.py",
          "programs/networks.py");

  @TempDir private Path folder;

  private void copy(String file) throws IOException {
    Path target = folder.resolve(file);
    Files.createDirectories(target.getParent());
    try (InputStream source = getClass().getResourceAsStream("/hosts/benchmarks/" + file)) {
      Files.copy(source, target);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "2, 1"})
  void hostAndDevicesAgree(int devices, int blocks) throws IOException {
    for (String file : FILES) {
      copy(file);
    }
    CommandRun run =
        CommandRun.of(
            "run",
            "--engine.WarnInterpreterOnly=false",
            "--grcuda.CpuDevices=" + devices,
            folder.resolve("main.py").toString(),
            "-g",
            Integer.toString(blocks),
            "-i",
            "1",
            "--reinit",
            "no",
            "yes",
            "-o",
            folder.resolve("times.json").toString());
    assertEquals(
        new CommandRun(
            0,
            """
            squares: 2 iterations, 1 numbers, difference 0.0000
            branches: 2 iterations, 70 numbers, difference 0.0000
            iterations: 2 iterations, 1 numbers, difference 0.0000
            increments: 2 iterations, 3 numbers, difference 0.0000
            options: 2 iterations, 148 numbers, difference 0.0000
            ensemble: 2 iterations, 440 numbers, difference 0.0000
            hits: 2 iterations, 100 numbers, difference 0.0000
            images: 2 iterations, 560 numbers, difference 0.0000
            gradients: 2 iterations, 24 numbers, difference 0.0000
            network: 2 iterations, 9 numbers, difference 0.0000
            10 True
            """,
            ""),
        run);
  }
}
