package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.RetrieveNewStreamPolicy;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * That the parallelism of GrCUDA's benchmarks is found: their dependencies, and on which streams
 * and devices each policy of GrCUDA puts them, are the approved ones. Policies that do the same
 * stand together. A run prints what it found where it differs from the golden file.
 */
class PublishedProgramTest {

  private static final List<DeviceSelection> DEVICE_POLICIES =
      List.of(
          DeviceSelection.ROUND_ROBIN,
          DeviceSelection.STREAM_AWARE,
          DeviceSelection.MIN_TRANSFER_SIZE,
          DeviceSelection.MINMIN_TRANSFER_TIME,
          DeviceSelection.MINMAX_TRANSFER_TIME);

  /** Of the first four of eight V100 in a hybrid cube mesh, as GrCUDA measured them, in GB/s. */
  private static final double[][] LINKS = {
    {383.9, 24.2, 24.2, 48.4},
    {24.2, 357.2, 48.4, 24.2},
    {24.2, 48.4, 327.6, 48.4},
    {48.4, 24.2, 48.4, 328.5}
  };

  private static BandwidthMatrix bandwidths(int devices) {
    BandwidthMatrix.Builder matrix = BandwidthMatrix.builder(devices, "four V100");
    for (int i = 0; i < devices; i++) {
      matrix.set(BandwidthMatrix.HOST, i, 12).set(i, BandwidthMatrix.HOST, 12);
      for (int j = 0; j < devices; j++) {
        matrix.set(i, j, LINKS[i][j]);
      }
    }
    return matrix.build();
  }

  private final StringBuilder found = new StringBuilder();

  @ParameterizedTest
  @EnumSource(PublishedProgram.class)
  void isScheduledAsApproved(PublishedProgram program) throws IOException {
    String dependencies;
    try (PublishedProgramRun run = PublishedProgramRun.of(program, 1, options -> options)) {
      dependencies = run.dependencies();
    }
    found.append(program).append(": ").append(dependencies);
    Map<String, UnaryOperator<RuntimeOptions.Builder>> single = new LinkedHashMap<>();
    for (RetrieveNewStreamPolicy fresh : RetrieveNewStreamPolicy.values()) {
      for (RetrieveParentStreamPolicy parent :
          List.of(RetrieveParentStreamPolicy.SAME_AS_PARENT, RetrieveParentStreamPolicy.DISJOINT)) {
        String name = fresh.optionName() + " " + parent.optionName();
        single.put(name, options -> options.newStream(fresh).stream(parent));
      }
    }
    place(program, 1, single, dependencies);
    for (int devices : new int[] {2, 4}) {
      Map<String, UnaryOperator<RuntimeOptions.Builder>> several = new LinkedHashMap<>();
      for (DeviceSelection device : DEVICE_POLICIES) {
        for (RetrieveParentStreamPolicy parent :
            List.of(
                RetrieveParentStreamPolicy.MULTIGPU_DISJOINT,
                RetrieveParentStreamPolicy.MULTIGPU_EARLY_DISJOINT)) {
          String name = device.optionName() + " " + parent.optionName();
          int count = devices;
          several.put(
              name,
              options ->
                  options.deviceSelection(device).stream(parent).bandwidths(bandwidths(count)));
        }
      }
      place(program, devices, several, dependencies);
    }
    try (InputStream in = PublishedProgramTest.class.getResourceAsStream(program.file())) {
      String golden = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(golden, found.toString());
    }
  }

  /**
   * Adds how {@code program} is placed on {@code devices} devices under each of {@code policies}.
   */
  private void place(
      PublishedProgram program,
      int devices,
      Map<String, UnaryOperator<RuntimeOptions.Builder>> policies,
      String dependencies)
      throws IOException {
    Map<String, List<String>> placements = new LinkedHashMap<>();
    for (Map.Entry<String, UnaryOperator<RuntimeOptions.Builder>> policy : policies.entrySet()) {
      try (PublishedProgramRun run = PublishedProgramRun.of(program, devices, policy.getValue())) {
        assertEquals(dependencies, run.dependencies(), policy.getKey());
        placements.computeIfAbsent(run.placement(), key -> new ArrayList<>()).add(policy.getKey());
      }
    }
    found.append('\n').append(devices).append(devices == 1 ? " device\n" : " devices\n");
    placements.forEach(
        (placement, names) -> {
          names.forEach(name -> found.append("  ").append(name).append('\n'));
          found.append(placement);
        });
  }
}
