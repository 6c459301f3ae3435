package org.grcuda.runtime;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.DeviceSelection;
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

  private static double simulated(BenchmarkShapes shape, int devices, DeviceSelection policy) {
    try (SimulatedProgram program =
        new SimulatedProgram(
            v100(devices),
            devices,
            true,
            options ->
                options.deviceSelection(policy).stream(
                    RetrieveParentStreamPolicy.MULTIGPU_EARLY_DISJOINT))) {
      shape.accept(program);
      return program.end();
    }
  }

  @ParameterizedTest
  @EnumSource(BenchmarkShapes.class)
  void completionTimeIsNearTheBestOfTheOthers(BenchmarkShapes shape) {
    for (int devices : new int[] {2, 4, 8}) {
      double best = Double.POSITIVE_INFINITY;
      for (DeviceSelection policy : DeviceSelection.values()) {
        if (policy != DeviceSelection.COMPLETION_TIME) {
          best = Math.min(best, simulated(shape, devices, policy));
        }
      }
      double model = simulated(shape, devices, DeviceSelection.COMPLETION_TIME);
      int count = devices;
      double bound = 1.3 * best;
      assertTrue(model <= bound, () -> count + " devices: " + model + " > " + bound);
    }
  }
}
