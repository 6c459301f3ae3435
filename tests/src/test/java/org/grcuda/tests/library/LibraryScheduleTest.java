package org.grcuda.tests.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.grcuda.CudaLibrary;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Library calls are computations: they depend on what they read and write, and on nothing else. */
final class LibraryScheduleTest {

  private static final Pattern EDGE = Pattern.compile("v(\\d+) -> v(\\d+)");

  @TempDir private Path folder;

  /** A program whose first computation is number 1. */
  private interface Program {
    void run(CudaLibrary blas, FloatArray x, FloatArray y, FloatArray z);
  }

  private String dependencies(String policy, Program program) throws IOException {
    Path file = folder.resolve("dag.dot");
    try (GrCuda cuda =
        GrCuda.builder()
            .option("ExportDAG", folder + "/closing")
            .option("DependencyPolicy", policy)
            .open()) {
      FloatArray x = cuda.floatArray(8);
      FloatArray y = cuda.floatArray(8);
      FloatArray z = cuda.floatArray(8);
      program.run(cuda.library("BLAS"), x, y, z);
      cuda.exportDag(file);
    }
    return EDGE.matcher(Files.readString(file))
        .results()
        .map(match -> match.group(1) + ">" + match.group(2))
        .collect(Collectors.toCollection(TreeSet::new))
        .toString();
  }

  @Test
  void readersOfAnInputRunConcurrently() throws IOException {
    Program program =
        (blas, x, y, z) -> {
          blas.call("cublasSscal", 8, 2, x, 1);
          blas.call("cublasSaxpy", 8, 1, x, 1, y, 1);
          blas.call("cublasSaxpy", 8, 1, x, 1, z, 1);
          blas.call("cublasSaxpy", 8, 1, z, 1, y, 1);
        };
    assertEquals("[1>2, 1>3, 2>4, 3>4]", dependencies("auto", program));
    assertEquals("[1>2, 1>3, 2>4, 3>4]", dependencies("with-const", program));
    assertEquals("[1>2, 2>3, 2>4, 3>4]", dependencies("no-const", program));
  }

  @Test
  void factorsInDeviceMemoryAreInputs() throws IOException {
    assertEquals(
        "[1>2, 2>3]",
        dependencies(
            "auto",
            (blas, x, y, z) -> {
              blas.call("cublasSscal", 8, 2, x, 1);
              blas.call("cublasSscal", 8, x, y, 1);
              blas.call("cublasSscal", 8, y.slice(0, 1), z, 1);
            }));
  }

  /** Of an array, only the part that a call uses counts. */
  @Test
  void callsOnPartsOfAnArrayAreIndependent() throws IOException {
    assertEquals(
        "[1>3, 2>3]",
        dependencies(
            "auto",
            (blas, x, y, z) -> {
              blas.call("cublasSscal", 4, 2, x, 1);
              blas.call("cublasSscal", 4, 2, x.slice(4, 8), 1);
              blas.call("cublasSaxpy", 8, 2, x, 1, y, 1);
            }));
  }

  @Test
  void aCallOfNoElementsIsNoComputation() throws IOException {
    assertEquals(
        "[]",
        dependencies(
            "auto",
            (blas, x, y, z) -> {
              blas.call("cublasSscal", 0, 2, x, 1);
              blas.call("cublasSgemm", 0, 0, 0, 1, 1, 1, x, 1, y, 1, 0, z, 1);
              blas.call("cublasSscal", 8, 2, z, 1);
            }));
  }
}
