package org.grcuda.core.library;

import java.util.Map;
import org.grcuda.core.engine.NdArray;
import org.grcuda.types.ElementType;

/** CUB's DeviceSelect: the elements that a rule keeps, in their order, and how many there are. */
final class DeviceSelections {

  /** Classes of select.cu. */
  private static final Map<String, String> COMPARISONS =
      Map.of(
          "<", "Less",
          "<=", "LessOrEqual",
          ">", "Greater",
          ">=", "GreaterOrEqual",
          "==", "Equal",
          "!=", "NotEqual");

  private DeviceSelections() {}

  /** The elements whose flag is not 0. */
  static void flagged(RoutineKernels kernels, LibraryArguments arguments) {
    ElementType type = arguments.numeric("flags");
    Operand flags = arguments.block("flags", type, arguments.extent("n"));
    select(kernels, arguments, "Flagged", type, flags, 0);
  }

  /** The first element of each run of equal ones. */
  static void unique(RoutineKernels kernels, LibraryArguments arguments) {
    select(kernels, arguments, "Unique", ElementType.UCHAR, null, 0);
  }

  /** The elements that compare so with a value. */
  static void where(RoutineKernels kernels, LibraryArguments arguments) {
    String rule = COMPARISONS.get(arguments.string("comparison"));
    if (rule == null) {
      throw arguments.refuse(
          "comparison",
          "expected one of '<', '<=', '>', '>=', '==', '!=', given '"
              + arguments.string("comparison")
              + "'");
    }
    long value = arguments.bits("value", arguments.numeric("input"));
    select(kernels, arguments, rule, ElementType.UCHAR, null, value);
  }

  private static void select(
      RoutineKernels kernels,
      LibraryArguments arguments,
      String rule,
      ElementType flagType,
      Operand flags,
      long value) {
    long n = arguments.extent("n");
    ElementType type = arguments.numeric("input");
    ElementType countType = arguments.counting("count", n);
    Operand input = arguments.block("input", type, n);
    Operand output = arguments.block("output", type, n);
    Operand count = arguments.block("count", countType, 1);
    output.checkApartFrom(input, flags);
    count.checkApartFrom(input, flags, output);
    Chunks chunks = Chunks.of(n);
    NdArray before = kernels.temporary(chunks.count());
    Object element = Numeric.cuda(type);
    Object flag = Numeric.cuda(flagType);
    kernels.launchWarps(
        kernels.instance("countKept", element, flag, rule),
        chunks.count(),
        input,
        flags,
        value,
        n,
        chunks.size(),
        before);
    DeviceScans.scanCounts(kernels, before, chunks.count());
    kernels.launchWarps(
        kernels.instance("moveKept", element, flag, rule, Numeric.cuda(countType)),
        chunks.count(),
        input,
        flags,
        value,
        before,
        n,
        chunks.size(),
        output,
        count);
    kernels.free(before);
  }
}
