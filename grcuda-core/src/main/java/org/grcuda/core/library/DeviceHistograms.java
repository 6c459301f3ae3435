package org.grcuda.core.library;

import java.math.BigInteger;
import org.grcuda.types.ElementType;

/** CUB's DeviceHistogram of one channel: how many elements lie between two levels. */
final class DeviceHistograms {

  private DeviceHistograms() {}

  /** Bins of equal width from lo to before hi. */
  static void even(RoutineKernels kernels, LibraryArguments arguments) {
    ElementType type = arguments.numeric("input");
    long lo = arguments.bits("lo", type);
    long hi = arguments.bits("hi", type);
    BigInteger bins = BigInteger.valueOf(arguments.integer("levels", 2, Integer.MAX_VALUE) - 1);
    if (!isBelow(type, lo, hi)) {
      throw arguments.refuse("hi", "expected more than lo");
    }
    if (type.isInteger()
        && bins.multiply(new BigInteger(Long.toUnsignedString(hi - lo))).bitLength() > Long.SIZE) {
      throw arguments.refuse("levels", "bins times the distance from lo to hi passes 64 bits");
    }
    histogram(kernels, arguments, type, null, lo, hi);
  }

  /** Bins from each of the given bounds, which ascend, to before the next. */
  static void range(RoutineKernels kernels, LibraryArguments arguments) {
    ElementType type = arguments.numeric("input");
    long levels = arguments.integer("levels", 2, Integer.MAX_VALUE);
    histogram(kernels, arguments, type, arguments.block("bounds", type, levels), 0, 0);
  }

  private static boolean isBelow(ElementType type, long lo, long hi) {
    return switch (type) {
      case FLOAT -> Float.intBitsToFloat((int) lo) < Float.intBitsToFloat((int) hi);
      case DOUBLE -> Double.longBitsToDouble(lo) < Double.longBitsToDouble(hi);
      case ULONG -> Long.compareUnsigned(lo, hi) < 0;
      default -> lo < hi;
    };
  }

  private static void histogram(
      RoutineKernels kernels,
      LibraryArguments arguments,
      ElementType type,
      Operand bounds,
      long lo,
      long hi) {
    long n = arguments.extent("n");
    long bins = arguments.integer("levels") - 1;
    ElementType countType = arguments.counting("histogram", n);
    Operand input = arguments.block("input", type, n);
    Operand histogram = arguments.block("histogram", countType, bins);
    histogram.checkApartFrom(input, bounds);
    String count = Numeric.cuda(countType);
    Chunks clearing = Chunks.of(bins);
    kernels.launchWarps(
        kernels.instance("clearBins", count), clearing.count(), bins, clearing.size(), histogram);
    Chunks chunks = Chunks.of(n);
    kernels.launchWarps(
        kernels.instance("histogram", Numeric.cuda(type), count),
        chunks.count(),
        input,
        bounds,
        lo,
        hi,
        bins,
        n,
        chunks.size(),
        histogram);
  }
}
