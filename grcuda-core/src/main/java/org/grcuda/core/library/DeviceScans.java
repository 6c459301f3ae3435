package org.grcuda.core.library;

import org.grcuda.core.engine.NdArray;
import org.grcuda.types.ElementType;

/** CUB's DeviceScan without keys. */
final class DeviceScans {

  /** What is written for an element; the numbers are those of scan.cu. */
  enum Mode {
    /** The elements up to it. */
    INCLUSIVE,
    /** The value of the call and the elements before it. */
    EXCLUSIVE,
    /** The elements before it; for the first one, what changes no value. */
    BEFORE
  }

  private DeviceScans() {}

  static void scan(
      RoutineKernels kernels, LibraryArguments arguments, Operator operator, Mode mode, long init) {
    long n = arguments.extent("n");
    ElementType in = arguments.numeric("input");
    ElementType out = arguments.numeric("output", in);
    Operand input = arguments.block("input", in, n);
    Operand output = arguments.block("output", out, n);
    output.checkSameOrApartFrom(input, true);
    scan(kernels, new Scan(in, out, operator, mode, init), input, output, n);
  }

  /**
   * One kind of scan.
   *
   * @param in the type of the elements
   * @param out the type of the results, in which elements are combined
   * @param init the bits of the value of the call
   */
  record Scan(ElementType in, ElementType out, Operator operator, Mode mode, long init) {}

  /** Turns counts, of 64 bits, into the sums of those before each. */
  static void scanCounts(RoutineKernels kernels, NdArray counts, long n) {
    Scan scan = new Scan(ElementType.LONG, ElementType.LONG, Operator.SUM, Mode.BEFORE, 0);
    scan(kernels, scan, counts, counts, n);
  }

  private static void scan(RoutineKernels kernels, Scan scan, Object input, Object output, long n) {
    Chunks chunks = Chunks.of(n);
    if (chunks.count() == 1) {
      launch(kernels, scan, chunks, input, null, output);
      return;
    }
    NdArray partial = kernels.temporary(chunks.count());
    DeviceReductions.launch(kernels, scan.in, scan.out, scan.operator, chunks, input, partial);
    Scan before = new Scan(scan.out, scan.out, scan.operator, Mode.BEFORE, 0);
    Chunks whole = new Chunks(chunks.count(), chunks.count(), 1);
    launch(kernels, before, whole, partial, null, partial);
    launch(kernels, scan, chunks, input, partial, output);
    kernels.free(partial);
  }

  private static void launch(
      RoutineKernels kernels,
      Scan scan,
      Chunks chunks,
      Object input,
      NdArray before,
      Object output) {
    kernels.launchWarps(
        kernels.instance(
            "scan",
            Numeric.cuda(scan.in),
            Numeric.cuda(scan.out),
            scan.operator.cuda(),
            scan.mode.ordinal()),
        chunks.count(),
        input,
        before,
        scan.init,
        chunks.elements(),
        chunks.size(),
        output);
  }
}
