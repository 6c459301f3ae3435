package org.grcuda.tests.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.ComputationStatus;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.grcuda.runtime.schedule.ScheduleReader;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Schedules that programs export: their times, and their formats. */
final class ScheduleExportTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void next(const int *x, int *y, int n) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
          y[i] = x[i] + 1;
        }
      }
      """;

  @TempDir private Path folder;

  static Stream<Configuration> configurations() {
    return Configuration.all(1, 2);
  }

  /** A chain of three, one beside it, host code and a view. */
  private static void run(GrCuda cuda) {
    Kernel next = cuda.buildKernel(SOURCE, "next", "const pointer, pointer, sint32");
    int n = 1 << 14;
    IntArray x = cuda.intArray(n);
    IntArray y = cuda.intArray(n);
    IntArray z = cuda.intArray(n);
    x.fill(1);
    next.grid(8).block(64).launch(x, y, n);
    next.grid(8).block(64).launch(y, z, n);
    next.grid(8).block(64).launch(x, cuda.intArray(n), n);
    x.slice(0, 64).copyFrom(z.slice(64, 128));
    assertEquals(3, x.get(0));
  }

  private static Schedule read(Path file) throws IOException {
    try (Reader in = Files.newBufferedReader(file)) {
      return ScheduleReader.read(in);
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void everyComputationHasTimesThatFitItsDependencies(Configuration configuration)
      throws IOException {
    Path file = folder.resolve("schedule.json");
    try (GrCuda cuda = configuration.typed().option("ExportDAG", file.toString()).open()) {
      run(cuda);
    }
    Schedule schedule = read(file);
    assertEquals("cpu", schedule.metadata().get("Backend"));
    Map<Long, ScheduledComputation> byId = new HashMap<>();
    for (ScheduledComputation computation : schedule.computations()) {
      byId.put(computation.id(), computation);
      assertEquals(ComputationStatus.COMPLETE, computation.status(), computation.toString());
      boolean works = List.of("next", "fill", "copy").contains(computation.name());
      assertTrue(computation.isTimed() || !works, computation.toString());
      if (computation.isTimed()) {
        assertTrue(computation.durationNanos() >= 0, computation.toString());
        // The clocks of host and device are set to each other, to about a microsecond.
        assertTrue(computation.startNanos() > computation.submittedNanos() - 100_000);
      }
    }
    for (Dependency edge : schedule.dependencies()) {
      ScheduledComputation from = byId.get(edge.from());
      ScheduledComputation to = byId.get(edge.to());
      if (from.isTimed() && to.isTimed()) {
        assertTrue(from.endNanos() <= to.startNanos() + 100_000, from + " -> " + to);
      }
    }
    assertEquals(3, byId.values().stream().filter(c -> c.kind() == ComputationKind.LAUNCH).count());
    ScheduledComputation launch = byId.get(2L);
    assertEquals("8 x 64", launch.shape().toString());
  }

  @Test
  void everyFormatIsWritten() throws IOException {
    try (GrCuda cuda =
        GrCuda.builder().option("ExportTrace", folder.resolve("end.json").toString()).open()) {
      run(cuda);
      for (String name : List.of("dag", "dag.dot", "dag.json", "dag.svg", "dag.html")) {
        cuda.exportDag(folder.resolve(name));
      }
      cuda.exportTrace(folder.resolve("now.json"));
    }
    assertTrue(Files.readString(folder.resolve("dag")).startsWith("digraph"));
    assertTrue(Files.readString(folder.resolve("dag.dot")).startsWith("digraph"));
    assertEquals(0, read(folder.resolve("dag.json")).leftOut());
    assertTrue(Files.readString(folder.resolve("dag.svg")).contains("<svg"));
    assertTrue(Files.readString(folder.resolve("dag.html")).contains("<html"));
    for (String trace : List.of("now.json", "end.json")) {
      String text = Files.readString(folder.resolve(trace));
      assertTrue(text.contains("\"traceEvents\""), text);
      assertTrue(text.contains("\"name\":\"next\""), text);
    }
  }

  @Test
  void guestsExportTraces() throws IOException {
    Path trace = folder.resolve("trace.json");
    try (Context context = Hosts.open(Map.of("ExportTrace", folder + "/end.json"))) {
      context.getPolyglotBindings().putMember("path", trace.toString());
      context.eval(
          "js",
          """
          const cu = Polyglot.eval('grcuda', 'CU')
          cu.DeviceArray('int', 4).fill(1)
          cu.exporttrace(Polyglot.import('path'))
          """);
    }
    assertTrue(Files.readString(trace).contains("\"cat\":\"fill\""));
    assertTrue(Files.exists(folder.resolve("end.json")));
  }

  /** A graph for GraphViz needs no times, and takes none. */
  @Test
  void timesAreTakenWhereTheyAreShown() throws IOException {
    Path file = folder.resolve("schedule.json");
    try (GrCuda cuda =
        GrCuda.builder().option("ExportDAG", folder.resolve("dag.dot").toString()).open()) {
      run(cuda);
      cuda.exportDag(file);
    }
    assertFalse(
        read(file).computations().stream()
            .filter(computation -> computation.kind() != ComputationKind.HOST)
            .anyMatch(ScheduledComputation::isTimed));
  }
}
