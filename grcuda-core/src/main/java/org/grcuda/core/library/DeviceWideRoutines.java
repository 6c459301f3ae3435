package org.grcuda.core.library;

import java.util.Map;
import org.grcuda.core.library.DeviceScans.Mode;
import org.grcuda.core.library.ReferenceProvider.Routine;

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
          sum("DeviceScanInclusiveSum", Mode.INCLUSIVE),
          sum("DeviceScanExclusiveSum", Mode.EXCLUSIVE),
          scan("DeviceScanInclusiveScan", Mode.INCLUSIVE),
          scan("DeviceScanExclusiveScan", Mode.EXCLUSIVE),
          sumRuns("DeviceScanInclusiveSumByKey", Mode.INCLUSIVE),
          sumRuns("DeviceScanExclusiveSumByKey", Mode.EXCLUSIVE),
          scanRuns("DeviceScanInclusiveScanByKey", Mode.INCLUSIVE),
          scanRuns("DeviceScanExclusiveScanByKey", Mode.EXCLUSIVE),
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

  private static Map.Entry<String, Routine> sum(String name, Mode mode) {
    return Map.entry(name, (k, p, a) -> DeviceScans.sum(k, a, mode));
  }

  private static Map.Entry<String, Routine> scan(String name, Mode mode) {
    return Map.entry(name, (k, p, a) -> DeviceScans.scan(k, a, mode));
  }

  private static Map.Entry<String, Routine> sumRuns(String name, Mode mode) {
    return Map.entry(name, (k, p, a) -> DeviceRuns.sum(k, a, mode));
  }

  private static Map.Entry<String, Routine> scanRuns(String name, Mode mode) {
    return Map.entry(name, (k, p, a) -> DeviceRuns.scan(k, a, mode));
  }

  private static Map.Entry<String, Routine> keys(String name, boolean descending) {
    return Map.entry(name, (k, p, a) -> DeviceSorts.keys(k, a, descending));
  }

  private static Map.Entry<String, Routine> pairs(String name, boolean descending) {
    return Map.entry(name, (k, p, a) -> DeviceSorts.pairs(k, a, descending));
  }
}
