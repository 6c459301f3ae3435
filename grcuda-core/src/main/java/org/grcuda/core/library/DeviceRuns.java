package org.grcuda.core.library;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.library.DeviceScans.Mode;
import org.grcuda.types.ElementType;

/**
 * What CUB does with runs of equal neighbouring keys: DeviceScan's functions by key, DeviceReduce's
 * ReduceByKey, and DeviceRunLengthEncode.
 */
final class DeviceRuns {

  /**
   * What comes before each chunk.
   *
   * @param heads runs that have begun
   * @param values of the last of them
   */
  private record Before(NdArray heads, NdArray values) {

    void free(RoutineKernels kernels) {
      kernels.free(heads);
      kernels.free(values);
    }
  }

  /** Types of keys, elements and results, and how elements are combined. */
  private record Types(ElementType key, ElementType in, ElementType out, Operator operator) {

    Object[] with(Object more) {
      return new Object[] {
        Numeric.cuda(key), Numeric.cuda(in), Numeric.cuda(out), operator.cuda(), more
      };
    }
  }

  private DeviceRuns() {}

  static void scan(
      RoutineKernels kernels, LibraryArguments arguments, Operator operator, Mode mode, long init) {
    long n = arguments.extent("n");
    ElementType key = arguments.numeric("keys");
    ElementType in = arguments.numeric("input");
    Types types = new Types(key, in, arguments.numeric("output", in), operator);
    Operand keys = arguments.block("keys", key, n);
    Operand input = arguments.block("input", in, n);
    Operand output = arguments.block("output", types.out, n);
    output.checkApartFrom(keys);
    output.checkSameOrApartFrom(input, true);
    Chunks chunks = Chunks.of(n);
    Before before = before(kernels, types, chunks, keys, input);
    kernels.launchWarps(
        kernels.instance("scanRuns", types.with(mode == Mode.EXCLUSIVE)),
        chunks.count(),
        keys,
        input,
        before.values,
        init,
        n,
        chunks.size(),
        output);
    before.free(kernels);
  }

  /** One key and one value for each run, and the number of runs. */
  static void reduce(RoutineKernels kernels, LibraryArguments arguments) {
    Operator operator = Operator.of(arguments, "op");
    long n = arguments.extent("n");
    ElementType in = arguments.numeric("input");
    Types types =
        new Types(arguments.numeric("keys"), in, arguments.numeric("output", in), operator);
    Operand keys = arguments.block("keys", types.key, n);
    Operand input = arguments.block("input", in, n);
    reduce(kernels, arguments, types, n, keys, input, "output");
  }

  /** Each run's key and length, and the number of runs. */
  static void encode(RoutineKernels kernels, LibraryArguments arguments) {
    long n = arguments.extent("n");
    ElementType count = arguments.counting("counts", n);
    Types types = new Types(arguments.numeric("input"), count, count, Operator.SUM);
    Operand keys = arguments.block("input", types.key, n);
    reduce(kernels, arguments, types, n, keys, null, "counts");
  }

  private static void reduce(
      RoutineKernels kernels,
      LibraryArguments arguments,
      Types types,
      long n,
      Operand keys,
      Operand input,
      String result) {
    ElementType count = arguments.counting("runs", n);
    Operand unique = arguments.block("unique", types.key, n);
    Operand output = arguments.block(result, types.out, n);
    Operand runs = arguments.block("runs", count, 1);
    unique.checkApartFrom(keys, input);
    output.checkApartFrom(keys, input, unique);
    runs.checkApartFrom(keys, input, unique, output);
    Chunks chunks = Chunks.of(n);
    Before before = before(kernels, types, chunks, keys, input);
    kernels.launchWarps(
        kernels.instance("reduceRuns", types.with(Numeric.cuda(count))),
        chunks.count(),
        keys,
        input,
        before.heads,
        before.values,
        n,
        chunks.size(),
        unique,
        output,
        runs);
    before.free(kernels);
  }

  private static Before before(
      RoutineKernels kernels, Types types, Chunks chunks, Operand keys, Operand input) {
    Before partial = temporaries(kernels, chunks);
    Object[] all = types.with(null);
    kernels.launchWarps(
        kernels.instance("runPartials", all[0], all[1], all[2], all[3]),
        chunks.count(),
        keys,
        input,
        chunks.elements(),
        chunks.size(),
        partial.heads,
        partial.values);
    Before before = temporaries(kernels, chunks);
    kernels.launchWarps(
        kernels.instance("runTotals", all[2], all[3]),
        1,
        partial.heads,
        partial.values,
        chunks.count(),
        before.heads,
        before.values);
    partial.free(kernels);
    return before;
  }

  private static Before temporaries(RoutineKernels kernels, Chunks chunks) {
    return new Before(kernels.temporary(chunks.count()), kernels.temporary(chunks.count()));
  }
}
