package org.grcuda.tests.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleReader;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording shows that transfers run beside kernels. */
final class TransferOverlapTest {

  private static final int KERNELS = 4;
  private static final int THREADS = 1 << 12;
  private static final int STEPS = 1_500;
  private static final int ELEMENTS = 4 << 20;

  private static final String SOURCE =
      """
      extern "C" __global__ void work(float *x, int steps) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        float value = x[i];
        for (int step = 0; step < steps; step++) value = value * 0.5f + 1.0f;
        x[i] = value;
      }
      """;

  @Test
  void transfersRunBesideKernels(@TempDir Path folder) throws IOException {
    Path trace = folder.resolve("trace.json");
    Path dag = folder.resolve("dag.json");
    try (GrCuda cuda =
        GrCuda.builder()
            .option("Backend", "cpu")
            .option("CpuThreads", "1")
            .option("MemoryManager", "replicated")
            .option("ExportTrace", trace.toString())
            .option("ExportDAG", dag.toString())
            .open()) {
      Kernel work = cuda.buildKernel(SOURCE, "work(x: inout pointer float, steps: sint32)");
      List<FloatArray> arrays = new ArrayList<>();
      for (int i = 0; i < KERNELS; i++) {
        arrays.add(cuda.floatArray(ELEMENTS));
        arrays.getLast().set(0, 1);
      }
      for (FloatArray array : arrays) {
        work.grid(THREADS / 64).block(64).launch(array, STEPS);
      }
      cuda.synchronize();
    }
    Schedule schedule;
    try (Reader in = Files.newBufferedReader(dag)) {
      schedule = ScheduleReader.read(in);
    }
    List<ScheduledComputation> kernels = timed(schedule, ComputationKind.LAUNCH);
    List<ScheduledComputation> transfers = timed(schedule, ComputationKind.TRANSFER);
    assertEquals(KERNELS, kernels.size());
    assertEquals(KERNELS, transfers.size());
    assertTrue(
        transfers.stream().anyMatch(transfer -> kernels.stream().anyMatch(k -> meet(transfer, k))),
        () -> transfers + " none of which runs beside one of " + kernels);
    assertTrue(Files.readString(trace).contains("\"bytes in transfer\""));
  }

  private static List<ScheduledComputation> timed(Schedule schedule, ComputationKind kind) {
    return schedule.computations().stream()
        .filter(computation -> computation.kind() == kind && computation.isTimed())
        .toList();
  }

  private static boolean meet(ScheduledComputation one, ScheduledComputation other) {
    return one.startNanos() < other.endNanos() && other.startNanos() < one.endNanos();
  }
}
