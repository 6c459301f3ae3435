package org.grcuda.core.library;

import org.grcuda.core.engine.NdArray;
import org.grcuda.types.ElementType;

/** CUB's DeviceReduce without keys, and DeviceSegmentedReduce. */
final class DeviceReductions {

  private DeviceReductions() {}

  /** Sums in the type of the output, extremes in that of the input. */
  static void reduce(RoutineKernels kernels, LibraryArguments arguments, Operator operator) {
    long n = arguments.extent("n");
    ElementType in = arguments.numeric("input");
    ElementType out = operator == Operator.SUM ? arguments.numeric("output", in) : in;
    Operand input = arguments.block("input", in, n);
    Operand output = arguments.block("output", out, 1);
    output.checkApartFrom(input);
    Chunks chunks = Chunks.of(n);
    if (chunks.count() == 1) {
      launch(kernels, in, out, operator, chunks, input, output);
      return;
    }
    NdArray partial = kernels.temporary(chunks.count());
    launch(kernels, in, out, operator, chunks, input, partial);
    Chunks whole = new Chunks(chunks.count(), chunks.count(), 1);
    launch(kernels, out, out, operator, whole, partial, output);
    kernels.free(partial);
  }

  /** Reduces each of {@code chunks}: {@code out} gets one element for each. */
  static void launch(
      RoutineKernels kernels,
      ElementType in,
      ElementType out,
      Operator operator,
      Chunks chunks,
      Object input,
      Object output) {
    kernels.launchWarps(
        kernels.instance("reduce", Numeric.cuda(in), Numeric.cuda(out), operator.cuda()),
        chunks.count(),
        input,
        chunks.elements(),
        chunks.size(),
        output);
  }

  /** The first place of the least or the largest element, and that element. */
  static void argReduce(RoutineKernels kernels, LibraryArguments arguments, boolean least) {
    long n = arguments.integer("n", 1, Long.MAX_VALUE);
    ElementType type = arguments.numeric("input");
    ElementType placeType = arguments.counting("index", n - 1);
    Operand input = arguments.block("input", type, n);
    Operand index = arguments.block("index", placeType, 1);
    Operand value = arguments.block("value", type, 1);
    index.checkApartFrom(input);
    value.checkApartFrom(input, index);
    Chunks chunks = Chunks.of(n);
    String element = Numeric.cuda(type);
    NdArray places = kernels.temporary(chunks.count());
    NdArray values = kernels.temporary(chunks.count());
    kernels.launchWarps(
        kernels.instance("argReduce", element, least, Numeric.cuda(ElementType.LONG)),
        chunks.count(),
        input,
        null,
        n,
        chunks.size(),
        places,
        values);
    kernels.launchWarps(
        kernels.instance("argReduce", element, least, Numeric.cuda(placeType)),
        1,
        values,
        places,
        chunks.count(),
        chunks.count(),
        index,
        value);
    kernels.free(places);
    kernels.free(values);
  }

  /** One value for each segment, from its begin to before its end. */
  static void segmented(RoutineKernels kernels, LibraryArguments arguments) {
    long segments = arguments.integer("segments", 0, Integer.MAX_VALUE);
    Operator operator = Operator.of(arguments, "op");
    ElementType in = arguments.numeric("input");
    ElementType out = operator == Operator.SUM ? arguments.numeric("output", in) : in;
    ElementType offset = arguments.counting("begin", 0);
    Operand input = arguments.rest("input", in);
    Operand output = arguments.block("output", out, segments);
    Operand begin = arguments.block("begin", offset, segments);
    Operand end = arguments.block("end", offset, segments);
    output.checkApartFrom(input, begin, end);
    kernels.launchWarps(
        kernels.instance(
            "reduceSegments",
            Numeric.cuda(in),
            Numeric.cuda(out),
            operator.cuda(),
            Numeric.cuda(offset)),
        segments,
        input,
        begin,
        end,
        output);
  }
}
