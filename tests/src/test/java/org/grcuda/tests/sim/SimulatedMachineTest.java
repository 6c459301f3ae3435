package org.grcuda.tests.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleReader;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole programs on simulated machines. */
class SimulatedMachineTest {

  private static final int N = 1 << 16;

  private static final String SOURCE =
      """
      extern "C" __global__ void scale(float *x, float by, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] *= by;
      }
      extern "C" __global__ void add(const float *x, float *y, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] += x[i];
      }
      """;

  private static final String SCALE = "scale(x: inout pointer float, by: float, n: sint32)";
  private static final String ADD = "add(x: in pointer float, y: inout pointer float, n: sint32)";

  /** Two devices, 10 GB/s from the host to each; what the host does costs what is given. */
  private static final String MACHINE =
      """
      {"host": {"memory": 64, "memoryBandwidth": 1000, %s, "launch": 0, "copy": 0, "event": 0,
                "query": 0.000001},
       "devices": 2,
       "device": {"name": "Model", "computeCapability": "8.0", "memory": 1,
                  "memoryBandwidth": 524.288, "teraflops": 1, "doubleTeraflops": 0.5,
                  "multiprocessors": 10, "threads": 1024, "blocks": 32, "registers": 65536,
                  "sharedMemory": 96, "sharedMemoryPerBlock": 96, "l2": 4096, "copyEngines": 2,
                  "launchLatency": 0, "copyLatency": 0, "computeSaturation": 0.001,
                  "memorySaturation": 0.001, "faultEfficiency": 0.5},
       "links": [{"between": ["host", "gpu0"], "bandwidth": 10},
                 {"between": ["host", "gpu1"], "bandwidth": 10}]}
      """;

  private static GrCuda open(Map<String, String> options) {
    GrCuda.Builder builder = GrCuda.builder().option("Backend", "sim");
    options.forEach(builder::option);
    return builder.open();
  }

  /** Four chains that end in one sum, twice. */
  private static float[] program(GrCuda cuda) {
    Kernel scale = cuda.buildKernel(SOURCE, SCALE);
    Kernel add = cuda.buildKernel(SOURCE, ADD);
    FloatArray sum = cuda.floatArray(N);
    FloatArray[] parts = new FloatArray[4];
    for (int k = 0; k < parts.length; k++) {
      parts[k] = cuda.floatArray(N);
      parts[k].fill(k + 1);
    }
    for (int round = 0; round < 2; round++) {
      for (FloatArray part : parts) {
        scale.forall(N).launch(part, 1.5f, N);
        scale.forall(N).launch(part, 2f, N);
      }
      for (FloatArray part : parts) {
        add.forall(N).launch(part, sum, N);
      }
    }
    return new float[] {sum.get(0), sum.get(N / 2), sum.get(N - 1)};
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "round-robin", "lookahead", "completion-time"})
  void resultsAreComputedWhateverThePolicy(String policy) {
    for (String memory : List.of("managed", "replicated")) {
      Map<String, String> options =
          Map.of("DeviceSelectionPolicy", policy, "MemoryManager", memory, "Topology", "v100-4");
      try (GrCuda cuda = open(options)) {
        assertArrayEquals(new float[] {120, 120, 120}, program(cuda), policy + " " + memory);
      }
    }
  }

  @Test
  void clustersAreThoseOfTheGpu() {
    String source =
        """
        __global__ void sizes(int *y) {
          int n;
          asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(n));
          if (threadIdx.x == 0) y[blockIdx.x] = n;
        }
        """;
    String signature = "sizes(y: out pointer sint32)";
    try (GrCuda cuda = open(Map.of("Topology", "h100-8"))) {
      IntArray y = cuda.intArray(4096);
      Kernel sizes = cuda.buildKernel(source, signature);
      sizes.grid(4096).block(32).clusters(4).launch(y);
      assertEquals(4, y.get(4095));
      sizes.grid(4096).block(32).launch(y);
      assertEquals(1, y.get(4095));
    }
    try (GrCuda cuda = open(Map.of("Topology", "v100-4"))) {
      IntArray y = cuda.intArray(4);
      Kernel.Configuration launch = cuda.buildKernel(source, signature).grid(4).block(32);
      GrCudaException refused =
          assertThrows(GrCudaException.class, () -> launch.clusters(2).launch(y));
      assertEquals(
          "kernel 'sizes': CUDA_ERROR_NOT_SUPPORTED (801): clusters of (2, 1, 1) blocks: the device"
              + " has none (compute capability 7.0, they begin at 9.0) [cuLaunchKernel on device"
              + " 0]",
          refused.getMessage());
    }
  }

  private static String trace(Path file, Map<String, String> options) throws IOException {
    try (GrCuda cuda = open(options)) {
      program(cuda);
    }
    return Files.readString(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"managed", "replicated"})
  void sameProgramHasTheSameTrace(String memory, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("trace.json");
    for (String policy : List.of("completion-time", "lookahead", "minmax-transfer-time")) {
      Map<String, String> options =
          Map.of(
              "ExportTrace",
              file.toString(),
              "DeviceSelectionPolicy",
              policy,
              "MemoryManager",
              memory,
              "Topology",
              "a100-4");
      String first = trace(file, options);
      assertTrue(first.contains("simulated, a100-4"), "devices say that they are simulated");
      for (int i = 0; i < 3; i++) {
        assertEquals(first, trace(file, options), policy + ", run " + (i + 2));
      }
    }
  }

  @Test
  void kernelsTakeTheirDeclaredCost() {
    try (GrCuda cuda = open(Map.of("Topology", "v100-1", "EnableComputationTimers", "true"))) {
      Kernel scale = cuda.buildKernel(SOURCE, SCALE);
      FloatArray x = cuda.floatArray(N);
      x.fill(1);
      scale.forall(1 << 20).launch(x, 2f, N);
      scale.cost("14e6 * (n + 1) - 14e6 * n", "by");
      scale.forall(1 << 20).launch(x, 2f, N);
      cuda.synchronize();
      // The bytes of x, read and written, at 780 GB/s; then 14e6 operations at 14 TFLOP/s. Each
      // begins 2 microseconds after its turn.
      long undeclared = 2000 + Math.round(2.0 * 4 * N / 780);
      assertEquals(List.of(Duration.ofNanos(undeclared), Duration.ofNanos(3000)), scale.times());
      assertEquals(4, x.get(N - 1));
      GrCudaException refused = assertThrows(GrCudaException.class, () -> scale.cost("2 * m", "n"));
      assertEquals(
          "kernel 'scale', cost.flops \"2 * m\": there is no number 'm'; the kernel is called with:"
              + " by, n",
          refused.getMessage());
    }
  }

  @Test
  void withoutComputingArraysTakeOnlyWhatTheHostTouches() {
    Map<String, String> options =
        Map.of("SimCompute", "false", "Topology", "v100-8", "EnableComputationTimers", "true");
    try (GrCuda cuda = open(options)) {
      Kernel scale = cuda.buildKernel(SOURCE, SCALE);
      int elements = 500_000_000;
      FloatArray[] parts = new FloatArray[80];
      for (int k = 0; k < parts.length; k++) {
        parts[k] = cuda.floatArray(elements);
        parts[k].set(5, 3);
        scale.forall(elements).launch(parts[k], 2f, elements);
      }
      cuda.synchronize();
      // 160 GB on devices of 16 GiB each: what does not fit was evicted.
      assertEquals(3, parts[0].get(5), "kernels change nothing");
      assertEquals(0, parts[79].get(elements - 1));
      assertEquals(80, scale.times().size());
      long resident = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
      assertTrue(resident < 1L << 30, "heap of " + resident + " bytes");
    }
  }

  /** Also the first time, when no device has used it yet. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatTheHostHasWrittenMovesToTheDevice(boolean isCopied) {
    try (GrCuda cuda = open(Map.of("SimCompute", "false", "Topology", "v100-1"))) {
      Kernel scale = cuda.buildKernel(SOURCE, SCALE);
      int elements = 1 << 24;
      FloatArray x = cuda.floatArray(elements);
      if (isCopied) {
        x.copyFrom(new float[elements]);
      } else {
        x.set(0, 1);
      }
      long before = cuda.nanoTime();
      scale.forall(elements).launch(x, 2f, elements);
      cuda.synchronize();
      double least = 4.0 * elements / 12; // 12 bytes per nanosecond
      assertTrue(cuda.nanoTime() - before > least, "" + (cuda.nanoTime() - before));
    }
  }

  @Test
  void policiesSeeTheBandwidthsOfTheMachine() {
    try (GrCuda cuda = open(Map.of("Topology", "v100-8"))) {
      assertEquals(48.4, cuda.bandwidth().between(0, 3));
      assertEquals(8.5, cuda.bandwidth().between(0, 7));
      assertEquals(12, cuda.bandwidth().between(-1, 7));
      assertNotEquals(0, cuda.bandwidth().devices());
    }
  }

  private static Path machine(Path folder, String costs) throws IOException {
    Path file = folder.resolve(Math.abs(costs.hashCode()) + ".json");
    Files.writeString(file, MACHINE.formatted(costs));
    return file;
  }

  /** Nanoseconds from before a launch until the host has read the first of its results. */
  private static long launchAndRead(Path machine) {
    try (GrCuda cuda = open(Map.of("Topology", machine.toString()))) {
      Kernel scale = cuda.buildKernel(SOURCE, SCALE);
      FloatArray x = cuda.floatArray(N);
      x.fill(1);
      long before = cuda.nanoTime();
      scale.forall(N).launch(x, 2f, N);
      assertEquals(2, x.get(5));
      return cuda.nanoTime() - before;
    }
  }

  @Test
  void hostWakesUpAfterWaitsForComputations(@TempDir Path folder) throws IOException {
    long at = launchAndRead(machine(folder, "\"submission\": 0, \"wake\": 0"));
    long late = launchAndRead(machine(folder, "\"submission\": 0, \"wake\": 7000"));
    assertEquals(7_000_000, late - at);
  }

  @Test
  void timesOfDevicesAndHostAreOnOneLine(@TempDir Path folder) throws IOException {
    Path dag = folder.resolve("dag.json");
    Path machine = machine(folder, "\"submission\": 1000, \"wake\": 0");
    try (GrCuda cuda =
        open(
            Map.of(
                "Topology", machine.toString(),
                "ExportDAG", dag.toString(),
                "EnableComputationTimers", "true"))) {
      Kernel scale = cuda.buildKernel(SOURCE, SCALE);
      FloatArray x = cuda.floatArray(N);
      x.fill(1);
      scale.forall(N).launch(x, 2f, N);
      x.copyTo(new float[N], 0, N);
    }
    Schedule schedule;
    try (Reader in = Files.newBufferedReader(dag)) {
      schedule = ScheduleReader.read(in);
    }
    ScheduledComputation kernel = only(schedule, ComputationKind.LAUNCH);
    ScheduledComputation copy = schedule.computations().getLast();
    // Reading and writing 256 KiB takes 1 us at 524 GB/s; then they come by faults, at 5 GB/s.
    assertEquals(1000, kernel.endNanos() - kernel.startNanos(), 2);
    assertEquals(kernel.endNanos() + 52_429, copy.startNanos(), 2);
  }

  private static ScheduledComputation only(Schedule schedule, ComputationKind kind) {
    return schedule.computations().stream()
        .filter(computation -> computation.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void hostFaultsBringPages(@TempDir Path folder) throws IOException {
    Path machine = machine(folder, "\"submission\": 0, \"wake\": 0");
    int n = 1 << 20;
    try (GrCuda cuda = open(Map.of("Topology", machine.toString()))) {
      Kernel scale = cuda.buildKernel(SOURCE, SCALE);
      FloatArray x = cuda.floatArray(n);
      x.fill(1);
      scale.forall(n).launch(x, 2f, n);
      cuda.synchronize();
      long page = Math.round((64 << 10) / 5.0);
      assertEquals(page, nanos(cuda, () -> x.get(5)), 1);
      assertEquals(page, nanos(cuda, () -> x.set(n - 1, 3)), 1);
      assertEquals(0, nanos(cuda, () -> x.set(n - 2, 3)), 1);
      assertEquals(62 * page, nanos(cuda, () -> sum(x, n)), 62);
      assertEquals(0, nanos(cuda, () -> sum(x, n)), 1);
    }
  }

  private static void sum(FloatArray x, int n) {
    for (int i = 0; i < n; i += 1000) {
      x.get(i);
    }
  }

  private static long nanos(GrCuda cuda, Runnable action) {
    long before = cuda.nanoTime();
    action.run();
    return cuda.nanoTime() - before;
  }

  @Test
  void wrongMachinesAreRefusedByName(@TempDir Path folder) throws IOException {
    GrCudaException unknown =
        assertThrows(GrCudaException.class, () -> use(Map.of("Topology", "v100-16")));
    assertTrue(unknown.getMessage().contains("v100 has 1 to 8 devices"), unknown.getMessage());
    GrCudaException many =
        assertThrows(
            GrCudaException.class, () -> use(Map.of("Topology", "pcie-2", "NumberOfGPUs", "3")));
    assertTrue(many.getMessage().contains("3 devices wanted"), many.getMessage());
    Path file = folder.resolve("mine.json");
    Files.writeString(file, "{\"host\": 5}");
    GrCudaException broken =
        assertThrows(GrCudaException.class, () -> use(Map.of("Topology", file.toString())));
    assertTrue(broken.getMessage().contains("host is 5, expected an object"), broken.getMessage());
  }

  private static void use(Map<String, String> options) {
    try (GrCuda cuda = open(options)) {
      cuda.floatArray(1);
    }
  }
}
