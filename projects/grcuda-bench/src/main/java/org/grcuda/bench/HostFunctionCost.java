package org.grcuda.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.HostFunction;

/** Measures a call of a host function, with and without restoring the floating-point modes. */
final class HostFunctionCost {

  private static final int CALLS = 10_000;
  private static final int ROUNDS = 501;
  private static final int WARM_UP_ROUNDS = 500;

  private HostFunctionCost() {}

  /** Measures both cases in turn in one process, and prints the medians to standard output. */
  static void print() {
    try (GrCuda restoring = open(true);
        GrCuda trusting = open(false)) {
      List<HostFunction> functions = List.of(function(restoring), function(trusting));
      double[][] nanos = new double[functions.size()][ROUNDS];
      for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
        for (int i = 0; i < nanos.length; i++) {
          double time = time(functions.get(i));
          if (round >= 0) {
            nanos[i][round] = time;
          }
        }
      }
      Arrays.stream(nanos).forEach(Arrays::sort);
      double restored = nanos[0][ROUNDS / 2];
      double trusted = nanos[1][ROUNDS / 2];
      System.out.printf(
          "a host function (labs) from Java, ns: %.0f; with RestoreFloatingPointModes=false %.0f"
              + " (%+.0f)%n",
          restored, trusted, trusted - restored);
    }
  }

  private static GrCuda open(boolean restores) {
    return GrCuda.builder()
        .option("Backend", "null")
        .option("RestoreFloatingPointModes", String.valueOf(restores))
        .open();
  }

  private static HostFunction function(GrCuda cuda) {
    return cuda.bind(Path.of("libc.so.6"), "labs(x: sint64): sint64");
  }

  private static double time(HostFunction function) {
    long start = System.nanoTime();
    for (int i = 0; i < CALLS; i++) {
      function.call(i);
    }
    return (double) (System.nanoTime() - start) / CALLS;
  }
}
