package org.grcuda.core.library;

import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.NdArray;
import org.grcuda.types.ElementType;

/** CUB's DeviceRadixSort: stable, one pass for each byte of the keys. */
final class DeviceSorts {

  private static final int DIGITS = 256;

  private DeviceSorts() {}

  static void keys(RoutineKernels kernels, LibraryArguments arguments, boolean descending) {
    long n = arguments.extent("n");
    ElementType type = arguments.numeric("input");
    Operand input = arguments.block("input", type, n);
    Operand output = arguments.block("output", type, n);
    output.checkApartFrom(input);
    sort(kernels, type, descending, n, new Object[] {input, null}, new Object[] {output, null}, 0);
  }

  static void pairs(RoutineKernels kernels, LibraryArguments arguments, boolean descending) {
    long n = arguments.extent("n");
    ElementType type = arguments.numeric("keysIn");
    ElementType value = arguments.numeric("valuesIn");
    Operand keys = arguments.block("keysIn", type, n);
    Operand keysOut = arguments.block("keysOut", type, n);
    Operand values = arguments.block("valuesIn", value, n);
    Operand valuesOut = arguments.block("valuesOut", value, n);
    keysOut.checkApartFrom(keys, values);
    valuesOut.checkApartFrom(keys, values, keysOut);
    sort(
        kernels,
        type,
        descending,
        n,
        new Object[] {keys, values},
        new Object[] {keysOut, valuesOut},
        value.sizeBytes());
  }

  /** Arrays are pairs of keys and values; values are null, and of 0 bytes, if there are none. */
  private static void sort(
      RoutineKernels kernels,
      ElementType type,
      boolean descending,
      long n,
      Object[] input,
      Object[] output,
      int valueBytes) {
    if (n == 0) {
      return;
    }
    Chunks chunks = Chunks.of(n);
    int passes = type.sizeBytes();
    NdArray counts = kernels.temporary(DIGITS * chunks.count());
    NdArray[] other = {
      passes == 1 ? null : kernels.temporary(Math.ceilDiv(n * passes, Double.BYTES)),
      passes == 1 || valueBytes == 0
          ? null
          : kernels.temporary(Math.ceilDiv(n * valueBytes, Double.BYTES))
    };
    Object[] kind = {Numeric.bits(passes), kind(type), descending};
    GpuKernel count = kernels.instance("countDigits", kind);
    GpuKernel move =
        kernels.instance(
            "moveByDigit", kind[0], kind[1], kind[2], Numeric.bits(Math.max(1, valueBytes)));
    Object[] source = input;
    for (int pass = 0; pass < passes; pass++) {
      Object[] target = (passes - pass) % 2 == 1 ? output : other;
      long shift = 8L * pass;
      kernels.launchWarps(count, chunks.count(), source[0], shift, n, chunks.size(), counts);
      DeviceScans.scanCounts(kernels, counts, DIGITS * chunks.count());
      kernels.launchWarps(
          move,
          chunks.count(),
          source[0],
          source[1],
          counts,
          shift,
          n,
          chunks.size(),
          target[0],
          target[1]);
      source = target;
    }
    for (NdArray array : new NdArray[] {counts, other[0], other[1]}) {
      if (array != null) {
        kernels.free(array);
      }
    }
  }

  /** The number that sort.cu gives to a family of types. */
  private static int kind(ElementType type) {
    return switch (type.kind()) {
      case UNSIGNED -> 0;
      case SIGNED -> 1;
      default -> 2;
    };
  }
}
