package org.grcuda.core.library;

import java.util.Map;
import org.grcuda.core.library.DeviceScans.Mode;
import org.grcuda.core.library.ReferenceProvider.Routine;
import org.grcuda.types.ElementType;

/** What runs the functions of {@link DeviceWideTable}. */
final class DeviceWideRoutines {

  static final Map<String, Routine> ALL =
      Map.ofEntries(
          reduce("DeviceReduceSum", Operator.SUM),
          reduce("DeviceReduceMin", Operator.MIN),
          reduce("DeviceReduceMax", Operator.MAX),
          Map.entry("DeviceReduceArgMin", (k, p, a) -> DeviceReductions.argReduce(k, a, true)),
          Map.entry("DeviceReduceArgMax", (k, p, a) -> DeviceReductions.argReduce(k, a, false)),
          Map.entry("DeviceReduceReduceByKey", (k, p, a) -> DeviceRuns.reduce(k, a)),
          sum("DeviceScanInclusiveSum", DeviceScans::scan, Mode.INCLUSIVE),
          sum("DeviceScanExclusiveSum", DeviceScans::scan, Mode.EXCLUSIVE),
          scan("DeviceScanInclusiveScan", DeviceScans::scan, Mode.INCLUSIVE),
          scan("DeviceScanExclusiveScan", DeviceScans::scan, Mode.EXCLUSIVE),
          sum("DeviceScanInclusiveSumByKey", DeviceRuns::scan, Mode.INCLUSIVE),
          sum("DeviceScanExclusiveSumByKey", DeviceRuns::scan, Mode.EXCLUSIVE),
          scan("DeviceScanInclusiveScanByKey", DeviceRuns::scan, Mode.INCLUSIVE),
          scan("DeviceScanExclusiveScanByKey", DeviceRuns::scan, Mode.EXCLUSIVE),
          keys("DeviceRadixSortSortKeys", false),
          keys("DeviceRadixSortSortKeysDescending", true),
          pairs("DeviceRadixSortSortPairs", false),
          pairs("DeviceRadixSortSortPairsDescending", true),
          Map.entry("DeviceSegmentedReduceReduce", (k, p, a) -> DeviceReductions.segmented(k, a)),
          Map.entry("DeviceSelectFlagged", (k, p, a) -> DeviceSelections.flagged(k, a)),
          Map.entry("DeviceSelectUnique", (k, p, a) -> DeviceSelections.unique(k, a)),
          Map.entry("DeviceSelectIf", (k, p, a) -> DeviceSelections.where(k, a)),
          Map.entry("DeviceHistogramHistogramEven", (k, p, a) -> DeviceHistograms.even(k, a)),
          Map.entry("DeviceHistogramHistogramRange", (k, p, a) -> DeviceHistograms.range(k, a)),
          Map.entry("DeviceRunLengthEncodeEncode", (k, p, a) -> DeviceRuns.encode(k, a)));

  private DeviceWideRoutines() {}

  private static Map.Entry<String, Routine> reduce(String name, Operator operator) {
    return Map.entry(name, (k, p, a) -> DeviceReductions.reduce(k, a, operator));
  }

  /** A scan, by key or not; {@code init} are the bits of the value of the call. */
  @FunctionalInterface
  private interface Scanner {
    void scan(
        RoutineKernels kernels,
        LibraryArguments arguments,
        Operator operator,
        Mode mode,
        long init);
  }

  private static Map.Entry<String, Routine> sum(String name, Scanner scanner, Mode mode) {
    return Map.entry(name, (k, p, a) -> scanner.scan(k, a, Operator.SUM, mode, 0));
  }

  private static Map.Entry<String, Routine> scan(String name, Scanner scanner, Mode mode) {
    return Map.entry(
        name,
        (k, p, a) -> {
          ElementType out = a.numeric("output", a.numeric("input"));
          long init = mode == Mode.EXCLUSIVE ? a.bits("init", out) : 0;
          scanner.scan(k, a, Operator.of(a, "op"), mode, init);
        });
  }

  private static Map.Entry<String, Routine> keys(String name, boolean descending) {
    return Map.entry(name, (k, p, a) -> DeviceSorts.keys(k, a, descending));
  }

  private static Map.Entry<String, Routine> pairs(String name, boolean descending) {
    return Map.entry(name, (k, p, a) -> DeviceSorts.pairs(k, a, descending));
  }
}
