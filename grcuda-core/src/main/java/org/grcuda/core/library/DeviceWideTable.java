package org.grcuda.core.library;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The functions of CU.CUB with their parameters, and the kernels that they run on. Names are those
 * of CUB's classes and of their functions, together.
 */
final class DeviceWideTable {

  /** Parameters of every function in NIDL; {@code void} stands for the type of an array. */
  private static final Map<String, String> FUNCTIONS = functions();

  /**
   * A kernel.
   *
   * @param files its CUDA source, among the resources of this package
   * @param parameters in NIDL
   */
  record Row(List<String> files, String parameters) {}

  private static final Map<String, Row> KERNELS =
      Map.ofEntries(
          row("reduce", "reduce", "from < n chunk to >"),
          row("reduceSegments", "reduce", "from < begin < end < to >"),
          row("argReduce", "reduce", "from < places < n chunk place > value >"),
          row("scan", "scan", "from < before < init n chunk to >"),
          row("countDigits", "sort", "keys < shift n chunk counts >"),
          row(
              "moveByDigit",
              "sort",
              "keys < values < places < shift n chunk keysOut > valuesOut >"),
          row("countKept", "select", "from < flags < value n chunk counts >"),
          row("moveKept", "select", "from < flags < value before < n chunk to > count >"),
          row("runPartials", "runs", "keys < from < n chunk heads > values >"),
          row("runTotals", "runs", "heads < values < chunks headsBefore > valuesBefore >"),
          row("scanRuns", "runs", "keys < from < valuesBefore < init n chunk to >"),
          row(
              "reduceRuns",
              "runs",
              "keys < from < headsBefore < valuesBefore < n chunk unique > to > runs >"),
          row("clearBins", "histogram", "bins chunk histogram >"),
          row("histogram", "histogram", "from < levels < lo hi bins n chunk histogram !"));

  private DeviceWideTable() {}

  private static Map<String, String> functions() {
    Map<String, String> table = new LinkedHashMap<>();
    for (String function : new String[] {"Sum", "Min", "Max"}) {
      table.put("DeviceReduce" + function, parameters("input < output > n"));
    }
    table.put("DeviceReduceArgMin", parameters("input < index > value > n"));
    table.put("DeviceReduceArgMax", parameters("input < index > value > n"));
    table.put(
        "DeviceReduceReduceByKey", parameters("keys < unique > input < output > runs > n op$"));
    table.put("DeviceScanInclusiveSum", parameters("input < output > n"));
    table.put("DeviceScanExclusiveSum", parameters("input < output > n"));
    table.put("DeviceScanInclusiveScan", parameters("input < output > op$ n"));
    table.put("DeviceScanExclusiveScan", parameters("input < output > op$ init# n"));
    table.put("DeviceScanInclusiveSumByKey", parameters("keys < input < output > n"));
    table.put("DeviceScanExclusiveSumByKey", parameters("keys < input < output > n"));
    table.put("DeviceScanInclusiveScanByKey", parameters("keys < input < output > op$ n"));
    table.put("DeviceScanExclusiveScanByKey", parameters("keys < input < output > op$ init# n"));
    for (String order : new String[] {"", "Descending"}) {
      table.put("DeviceRadixSortSortKeys" + order, parameters("input < output > n"));
      table.put(
          "DeviceRadixSortSortPairs" + order,
          parameters("keysIn < keysOut > valuesIn < valuesOut > n"));
    }
    table.put(
        "DeviceSegmentedReduceReduce", parameters("input < output > segments begin < end < op$"));
    table.put("DeviceSelectFlagged", parameters("input < flags < output > count > n"));
    table.put("DeviceSelectUnique", parameters("input < output > count > n"));
    table.put("DeviceSelectIf", parameters("input < output > count > n comparison$ value#"));
    table.put("DeviceHistogramHistogramEven", parameters("input < histogram > levels lo# hi# n"));
    table.put("DeviceHistogramHistogramRange", parameters("input < histogram > levels bounds < n"));
    table.put("DeviceRunLengthEncodeEncode", parameters("input < unique > counts > runs > n"));
    return table;
  }

  private static Map.Entry<String, Row> row(String name, String file, String names) {
    List<String> files = Arrays.asList("warps.cuh", file + ".cu");
    return Map.entry(name, new Row(files, parameters(names)));
  }

  /**
   * NIDL of a list of names: {@code <} follows an input, {@code >} an output, {@code !} an array
   * that is read and written; a name before {@code $} is a string, one before {@code #} a number of
   * an array's type; all others are integers.
   */
  private static String parameters(String names) {
    return names
        .replaceAll("(\\w+)(?=[ ]|$)(?! [<>!])", "$1: sint64,")
        .replaceAll("(\\w+)\\$", "$1: string,")
        .replaceAll("(\\w+)#", "$1: double,")
        .replaceAll("(\\w+) <", "$1: in pointer void,")
        .replaceAll("(\\w+) >", "$1: out pointer void,")
        .replaceAll("(\\w+) !", "$1: inout pointer void,")
        .replaceAll(",$", "");
  }

  /** Each function with its parameters in NIDL, in the order of the documentation. */
  static Map<String, String> all() {
    return FUNCTIONS;
  }

  /** The kernel called {@code name}. */
  static Row row(String name) {
    return KERNELS.get(name);
  }
}
