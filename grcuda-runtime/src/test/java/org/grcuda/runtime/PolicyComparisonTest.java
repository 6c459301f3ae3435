package org.grcuda.runtime;

import static org.grcuda.runtime.policy.RetrieveParentStreamPolicy.MULTIGPU_DISJOINT;
import static org.grcuda.runtime.policy.RetrieveParentStreamPolicy.MULTIGPU_EARLY_DISJOINT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.StreamPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Simulated durations of GrCUDA's benchmarks under every policy. */
class PolicyComparisonTest {

  private static final double[] LINKS_OF_0 = {0, 24.2, 24.2, 48.4, 8.5, 8.5, 48.4, 8.5};

  /** Eight V100 as published: a hybrid cube mesh of links of 48, 24 and 8.5 GB/s. */
  private static BandwidthMatrix v100(int devices) {
    double[][] links = {
      LINKS_OF_0,
      {24.2, 0, 48.4, 24.2, 8.5, 8.5, 8.5, 48.4},
      {24.2, 48.4, 0, 48.4, 24.2, 8.5, 8.5, 8.5},
      {48.4, 24.2, 48.4, 0, 8.5, 24.2, 8.5, 8.5},
      {8.7, 8.7, 24.2, 8.7, 0, 48.4, 24.2, 48.4},
      {8.7, 8.7, 8.7, 24.2, 48.4, 0, 48.4, 24.2},
      {48.4, 8.7, 8.7, 8.7, 24.2, 48.4, 0, 24.2},
      {8.7, 48.2, 8.7, 8.7, 48.4, 24.2, 24.2, 0}
    };
    BandwidthMatrix.Builder builder = BandwidthMatrix.builder(devices, "v100");
    for (int from = 0; from < devices; from++) {
      builder.set(-1, from, 12).set(from, -1, 12).set(from, from, 330);
      for (int to = 0; to < devices; to++) {
        if (from != to) {
          builder.set(from, to, links[from][to]);
        }
      }
    }
    return builder.build();
  }

  private static final List<DeviceSelection> OURS =
      List.of(DeviceSelection.COMPLETION_TIME, DeviceSelection.LOOKAHEAD, DeviceSelection.AUTO);

  private static double simulated(
      BenchmarkShapes shape, int devices, DeviceSelection policy, StreamPolicy streams) {
    try (SimulatedProgram program =
        new SimulatedProgram(
            v100(devices),
            devices,
            true,
            options -> options.deviceSelection(policy).stream(streams))) {
      shape.accept(program);
      return program.end();
    }
  }

  /**
   * The shortest duration under any policy of GrCUDA with either stream policy for several GPUs.
   */
  private static double best(BenchmarkShapes shape, int devices) {
    double best = Double.POSITIVE_INFINITY;
    for (DeviceSelection policy : DeviceSelection.values()) {
      boolean isPulled = policy.get().alwaysPulls();
      if (!OURS.contains(policy) && policy != DeviceSelection.SINGLE_GPU && !isPulled) {
        for (StreamPolicy streams : List.of(MULTIGPU_DISJOINT, MULTIGPU_EARLY_DISJOINT)) {
          best = Math.min(best, simulated(shape, devices, policy, streams));
        }
      }
    }
    return best;
  }

  /** Bounds are what was reached, and a little: the best differs from program to program. */
  @Test
  void policiesThatPredictAreNearTheBestOfTheOthers() {
    double[] products = {1, 1, 1};
    double[] worst = new double[OURS.size()];
    int cells = 0;
    StringBuilder table = new StringBuilder();
    for (int devices : new int[] {2, 4, 8}) {
      for (BenchmarkShapes shape : BenchmarkShapes.values()) {
        double best = best(shape, devices);
        table.append(
            String.format(Locale.ROOT, "%n%-7s on %d %8.2f ms", shape, devices, best / 1e6));
        cells++;
        for (int i = 0; i < OURS.size(); i++) {
          double ratio = simulated(shape, devices, OURS.get(i), MULTIGPU_EARLY_DISJOINT) / best;
          products[i] *= ratio;
          worst[i] = Math.max(worst[i], ratio);
          table.append(String.format(Locale.ROOT, " %s %.2f", OURS.get(i).optionName(), ratio));
        }
      }
    }
    double[] means = {1.011, 0.993, 0.993};
    double[] most = {1.11, 1.056, 1.056};
    for (int i = 0; i < OURS.size(); i++) {
      double mean = Math.pow(products[i], 1.0 / cells);
      String message = OURS.get(i).optionName() + " " + mean + " " + worst[i] + ": " + table;
      assertTrue(mean <= means[i] && worst[i] <= most[i], message);
    }
  }

  @ParameterizedTest
  @EnumSource(BenchmarkShapes.class)
  void theSameProgramIsScheduledTheSame(BenchmarkShapes shape) {
    for (DeviceSelection policy : OURS) {
      assertEquals(
          simulated(shape, 4, policy, MULTIGPU_EARLY_DISJOINT),
          simulated(shape, 4, policy, MULTIGPU_EARLY_DISJOINT));
    }
  }

  /**
   * Each kernel needs rows of its own, and a matrix that all need: it is brought to all devices,
   * though that takes as long as a kernel.
   */
  @Test
  void whatAllNeedIsBroughtToAllDevices() {
    for (DeviceSelection policy : List.of(DeviceSelection.LOOKAHEAD, DeviceSelection.AUTO)) {
      for (int devices : new int[] {2, 4, 8}) {
        double evenly = product(devices, DeviceSelection.ROUND_ROBIN);
        double ratio = product(devices, policy) / evenly;
        assertTrue(ratio < 1.05, () -> policy + " on " + devices + ": " + ratio);
      }
    }
  }

  private static double product(int devices, DeviceSelection policy) {
    try (SimulatedProgram program =
        new SimulatedProgram(
            v100(devices),
            devices,
            true,
            options -> options.deviceSelection(policy).stream(MULTIGPU_EARLY_DISJOINT))) {
      Allocation all = program.array("all", 1_600_000_000);
      for (int i = 0; i < 8; i++) {
        Allocation rows = program.array("rows" + i, 200_000_000);
        Allocation result = program.array("result" + i, 4096);
        program.launch("product", 143e6, List.of(rows, all), List.of(result));
      }
      return program.end();
    }
  }

  /**
   * The matrix of a product is in many parts, and nobody knows how long a part takes: each device
   * gets as many.
   */
  @Test
  void partsWhoseDurationNobodyKnowsAreSpreadEvenly() {
    try (SimulatedProgram program =
        new SimulatedProgram(
            v100(4), 4, false, options -> options.deviceSelection(DeviceSelection.LOOKAHEAD))) {
      Allocation vector = program.array("vector", 88_000);
      Map<Integer, Integer> parts = new TreeMap<>();
      List<Vertex> launched = new ArrayList<>();
      List<Allocation> results = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        Allocation rows = program.array("rows" + i, 30_000_000);
        results.add(program.array("result" + i, 1400));
        launched.add(
            program.launch("product", 1e6, List.of(rows, vector), List.of(results.get(i))));
      }
      program.launch("sum", 1e3, results, List.of(program.array("sum", 8)));
      program.end();
      launched.forEach(vertex -> parts.merge(vertex.device(), 1, Integer::sum));
      assertEquals(Map.of(0, 16, 1, 16, 2, 16, 3, 16), parts);
    }
  }

  /** The parts of a computation go where its other parts are: nothing moves between devices. */
  @Test
  void lookingAheadMovesLittleOfPartitionedVectors() {
    double[] moved = new double[2];
    List<DeviceSelection> policies =
        List.of(DeviceSelection.COMPLETION_TIME, DeviceSelection.LOOKAHEAD);
    for (int i = 0; i < 2; i++) {
      DeviceSelection policy = policies.get(i);
      try (SimulatedProgram program =
          new SimulatedProgram(
              v100(4),
              4,
              true,
              options -> options.deviceSelection(policy).stream(MULTIGPU_EARLY_DISJOINT))) {
        BenchmarkShapes.VEC.accept(program);
        program.end();
        moved[i] = program.movedBetweenDevices();
      }
    }
    assertTrue(moved[1] < moved[0], () -> moved[1] + " bytes moved, without a window " + moved[0]);
  }
}
