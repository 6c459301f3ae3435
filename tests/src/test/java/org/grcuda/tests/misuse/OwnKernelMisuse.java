package org.grcuda.tests.misuse;

import static org.grcuda.tests.misuse.LibraryMisuse.polyglot;
import static org.grcuda.tests.misuse.LibraryMisuse.typed;

import java.util.stream.Stream;

/** Calls of CU.CUB and CU.RAND that are refused before anything runs. */
final class OwnKernelMisuse {

  private OwnKernelMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(reductions(), algorithms(), randomStates()).flatMap(s -> s);
  }

  private static Stream<Misuse> randomStates() {
    String name = "curandMakeMTGP32KernelState";
    return Stream.of(
        Misuse.of(
            "more states than MTGP32 has",
            "cu.RAND.curandMakeMTGP32KernelState(x, 201, 1)",
            h -> polyglot(h, "RAND", name, h.x, 201, 1),
            h -> typed(h, "RAND", name, h.x, 201, 1),
            "curandMakeMTGP32KernelState, argument 2 'n': expected 1 to 200, given 201"),
        Misuse.of(
            "states in floats",
            "cu.RAND.curandMakeMTGP32KernelState(x, 1, 1)",
            h -> polyglot(h, "RAND", name, h.x, 1, 1),
            h -> typed(h, "RAND", name, h.x, 1, 1),
            "curandMakeMTGP32KernelState, argument 1 'states': expected a device array of char,"
                + " given float[5]"));
  }

  private static Stream<Misuse> reductions() {
    return Stream.of(
        Misuse.of(
            "sum, number for the input",
            "cu.CUB.DeviceReduceSum(7, x, 1)",
            h -> polyglot(h, "CUB", "DeviceReduceSum", 7, h.x, 1),
            h -> typed(h, "CUB", "DeviceReduceSum", 7, h.x, 1),
            "DeviceReduceSum, argument 1 'input': expected a device array of integers, float or"
                + " double, given the number 7"),
        Misuse.of(
            "sum of a freed array",
            "cu.CUB.DeviceReduceSum(freed, x, 1)",
            h -> polyglot(h, "CUB", "DeviceReduceSum", h.freed, h.x, 1),
            h -> typed(h, "CUB", "DeviceReduceSum", h.freed, h.x, 1),
            "array float[5] was freed"),
        Misuse.of(
            "sum of more than there is",
            "cu.CUB.DeviceReduceSum(x, i, 6)",
            h -> polyglot(h, "CUB", "DeviceReduceSum", h.x, h.i, 6),
            h -> typed(h, "CUB", "DeviceReduceSum", h.x, h.i, 6),
            "DeviceReduceSum, argument 1 'input': float[5] is too short: the call uses 6 elements"
                + " of float, given 5"),
        Misuse.of(
            "sum, negative size",
            "cu.CUB.DeviceReduceSum(x, i, -1)",
            h -> polyglot(h, "CUB", "DeviceReduceSum", h.x, h.i, -1),
            h -> typed(h, "CUB", "DeviceReduceSum", h.x, h.i, -1),
            "DeviceReduceSum, argument 3 'n': expected at least 0, given -1"),
        Misuse.of(
            "least of nothing",
            "cu.CUB.DeviceReduceArgMin(x, i, x, 0)",
            h -> polyglot(h, "CUB", "DeviceReduceArgMin", h.x, h.i, h.x, 0),
            h -> typed(h, "CUB", "DeviceReduceArgMin", h.x, h.i, h.x, 0),
            "DeviceReduceArgMin, argument 4 'n': expected at least 1, given 0"),
        Misuse.of(
            "place in floats",
            "cu.CUB.DeviceReduceArgMin(x, x, x, 5)",
            h -> polyglot(h, "CUB", "DeviceReduceArgMin", h.x, h.x, h.x, 5),
            h -> typed(h, "CUB", "DeviceReduceArgMin", h.x, h.x, h.x, 5),
            "DeviceReduceArgMin, argument 2 'index': expected a device array of int or long, given"
                + " float[5]"),
        Misuse.of(
            "minimum of another type",
            "cu.CUB.DeviceReduceMin(x, i, 5)",
            h -> polyglot(h, "CUB", "DeviceReduceMin", h.x, h.i, 5),
            h -> typed(h, "CUB", "DeviceReduceMin", h.x, h.i, 5),
            "DeviceReduceMin, argument 2 'output': expected a device array of float, given"
                + " int[4]"));
  }

  private static Stream<Misuse> algorithms() {
    return Stream.of(
        Misuse.of(
            "scan by an unknown operator",
            "cu.CUB.DeviceScanInclusiveScan(x, x, 'xor', 5)",
            h -> polyglot(h, "CUB", "DeviceScanInclusiveScan", h.x, h.x, "xor", 5),
            h -> typed(h, "CUB", "DeviceScanInclusiveScan", h.x, h.x, "xor", 5),
            "DeviceScanInclusiveScan, argument 3 'op': expected one of 'sum', 'prod', 'min', 'max',"
                + " given 'xor'"),
        Misuse.of(
            "scan from a fraction",
            "cu.CUB.DeviceScanExclusiveScan(i, i, 'sum', 0.5, 4)",
            h -> polyglot(h, "CUB", "DeviceScanExclusiveScan", h.i, h.i, "sum", 0.5, 4),
            h -> typed(h, "CUB", "DeviceScanExclusiveScan", h.i, h.i, "sum", 0.5, 4),
            "DeviceScanExclusiveScan, argument 4 'init': expected an integer, given the number"
                + " 0.5"),
        Misuse.of(
            "sort in place",
            "cu.CUB.DeviceRadixSortSortKeys(x, x, 5)",
            h -> polyglot(h, "CUB", "DeviceRadixSortSortKeys", h.x, h.x, 5),
            h -> typed(h, "CUB", "DeviceRadixSortSortKeys", h.x, h.x, 5),
            "DeviceRadixSortSortKeys, argument 2 'output': the output shares memory with argument 1"
                + " 'input'; use a copy of one of them"),
        Misuse.of(
            "unknown comparison",
            "cu.CUB.DeviceSelectIf(i, m, m, 4, '=<', 1)",
            h -> polyglot(h, "CUB", "DeviceSelectIf", h.i, h.m, h.m, 4, "=<", 1),
            h -> typed(h, "CUB", "DeviceSelectIf", h.i, h.m, h.m, 4, "=<", 1),
            "DeviceSelectIf, argument 5 'comparison': expected one of '<', '<=', '>', '>=', '==',"
                + " '!=', given '=<'"),
        Misuse.of(
            "histogram without width",
            "cu.CUB.DeviceHistogramHistogramEven(x, i, 3, 2, 2, 5)",
            h -> polyglot(h, "CUB", "DeviceHistogramHistogramEven", h.x, h.i, 3, 2, 2, 5),
            h -> typed(h, "CUB", "DeviceHistogramHistogramEven", h.x, h.i, 3, 2, 2, 5),
            "DeviceHistogramHistogramEven, argument 5 'hi': expected more than lo"),
        Misuse.of(
            "histogram of one level",
            "cu.CUB.DeviceHistogramHistogramRange(x, i, 1, x, 5)",
            h -> polyglot(h, "CUB", "DeviceHistogramHistogramRange", h.x, h.i, 1, h.x, 5),
            h -> typed(h, "CUB", "DeviceHistogramHistogramRange", h.x, h.i, 1, h.x, 5),
            "DeviceHistogramHistogramRange, argument 3 'levels': expected 2 to 2147483647, given"
                + " 1"));
  }
}
