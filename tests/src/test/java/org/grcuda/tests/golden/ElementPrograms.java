package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.grcuda.BooleanArray;
import org.grcuda.Complex128Array;
import org.grcuda.Complex64Array;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.HalfArray;
import org.grcuda.UByteArray;
import org.grcuda.UIntArray;
import org.grcuda.ULongArray;
import org.grcuda.UShortArray;
import org.grcuda.types.Complex;
import org.grcuda.types.Order;

/** The golden program over every element type, in the typed API. */
final class ElementPrograms {

  private ElementPrograms() {}

  static void elements(GrCuda cuda, String source, PrintStream out) {
    unsigned(cuda, source, out);
    halvesAndFlags(cuda, source, out);
    complexNumbers(cuda, source, out);
  }

  private static void unsigned(GrCuda cuda, String source, PrintStream out) {
    UByteArray bytes = cuda.ubyteArray(2);
    UShortArray shorts = cuda.ushortArray(2);
    UIntArray ints = cuda.uintArray(2);
    ULongArray longs = cuda.ulongArray(2);
    bytes.fill(0);
    bytes.set(1, 100);
    shorts.fill(0);
    shorts.set(1, 100);
    ints.fill(0);
    ints.set(1, 100);
    longs.fill(0);
    longs.set(1, 100);
    cuda.buildKernel(
            source,
            "countDown(bytes: inout pointer uint8, shorts: inout pointer uint16,"
                + " ints: inout pointer uint32, longs: inout pointer uint64)")
        .grid(1)
        .block(2)
        .launch(bytes, shorts, ints, longs);
    out.println(bytes.type() + " " + bytes.get(0) + " " + bytes.get(1));
    out.println(shorts.type() + " " + shorts.get(0) + " " + shorts.get(1));
    out.println(ints.type() + " " + ints.get(0) + " " + ints.get(1));
    out.println(longs.type() + " " + Long.toUnsignedString(longs.get(0)) + " " + longs.get(1));
  }

  private static void halvesAndFlags(GrCuda cuda, String source, PrintStream out) {
    HalfArray half = cuda.halfArray(4);
    half.copyFrom(new float[] {1.5f, -0.1f, 40000, 1e-8f});
    out.println("half " + decimals(half.toArray()));
    cuda.buildKernel(source, "twice(x: inout pointer half)").grid(1).block(2).launch(half);
    out.println("half " + decimals(half.toArray()));

    BooleanArray flags = cuda.array(new boolean[] {true, false, true});
    BooleanArray inverted = cuda.booleanArray(3);
    cuda.buildKernel(source, "invert(x: in pointer bool, y: out pointer bool)")
        .grid(1)
        .block(3)
        .launch(flags, inverted);
    out.println(
        "boolean "
            + LongStream.range(0, 3)
                .mapToObj(i -> inverted.get(i) ? "yes" : "no")
                .collect(Collectors.joining(" ")));
  }

  private static String decimals(float[] values) {
    return IntStream.range(0, values.length)
        .mapToObj(i -> String.format(Locale.ROOT, "%.2f", values[i]))
        .collect(Collectors.joining(" "));
  }

  private static void complexNumbers(GrCuda cuda, String source, PrintStream out) {
    Complex64Array x = cuda.complex64Array(3);
    Complex128Array y = cuda.complex128Array(3);
    Complex128Array z = cuda.complex128Array(3);
    x.copyFrom(new float[] {1, 2, 3, 0, 0, -1});
    y.fill(new Complex(0.5, 1));
    y.set(2, new Complex(4, 4));
    y.parts().set(2, 1, -4);
    cuda.buildKernel(
            source, "multiply(x: in pointer float, y: in pointer double, z: out pointer double)")
        .grid(1)
        .block(3)
        .launch(x, y, z);
    out.println("complex64 " + parts(Stream.of(x.get(0), x.get(1), x.get(2))));
    out.println("complex128 " + parts(Stream.of(z.get(0), z.get(1), z.get(2))));
    z.slice(0, 2).copyFrom(y.slice(1, 3));
    out.println("complex128 " + parts(Stream.of(z.get(0), z.get(1), z.get(2))));

    Complex64Array columns = cuda.complex64Array(Order.F, 2, 2);
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        columns.set(i, j, new Complex(i, j));
      }
    }
    FloatArray memory = columns.flat().parts();
    out.println(
        "memory "
            + parts(
                LongStream.range(0, 4)
                    .mapToObj(i -> new Complex(memory.get(i, 0), memory.get(i, 1)))));
  }

  private static String parts(Stream<Complex> values) {
    return values
        .map(value -> String.format(Locale.ROOT, "%.2f,%.2f", value.re(), value.im()))
        .collect(Collectors.joining(" "));
  }
}
