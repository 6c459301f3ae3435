package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.ByteArray;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;

/** Golden programs over the typed API. */
final class TypedPrograms {

  private TypedPrograms() {}

  private static String text(float... values) {
    return IntStream.range(0, values.length)
        .mapToObj(i -> number(values[i]))
        .collect(Collectors.joining(","));
  }

  private static String text(double... values) {
    return Arrays.stream(values).mapToObj(TypedPrograms::number).collect(Collectors.joining(","));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? "" + (long) value : "" + value;
  }

  static void copies(GrCuda cuda, String source, PrintStream out) {
    FloatArray x = cuda.floatArray(4);
    x.copyFrom(new float[] {1, 2.5f, -3, 4});
    out.println(text(x.toArray()));
    x.copyFrom(new float[] {8, 7, 6, 5});
    out.println(text(x.toArray()));

    FloatArray y = cuda.floatArray(4);
    y.copyFrom(x);
    x.set(0, 0);
    out.println(text(y.toArray()));
    y.slice(0, 2).copyFrom(new float[] {1, 1, 1, 1});
    out.println(text(y.toArray()));

    float[] back = new float[4];
    y.copyTo(back);
    out.println(text(back));
    float[] values = new float[3];
    y.slice(0, 3).copyTo(values);
    out.println(text(values));
    y.slice(2, 4).copyFrom(x.slice(1, 3));
    out.println(text(y.toArray()));

    DoubleArray m = cuda.doubleArray(2, 3);
    m.copyFrom(new double[] {1, 2, 3, 4, 5, 6});
    m.row(0).copyFrom(m.row(1));
    out.println(text(m.row(0).toArray()) + " " + text(m.row(1).toArray()));

    ByteArray b = cuda.byteArray(3);
    b.copyFrom(new byte[] {1, 2, -1});
    out.println(b.get(0) + "," + b.get(1) + "," + (b.get(2) & 0xff));
  }

  static void signatures(GrCuda cuda, String source, PrintStream out) {
    int n = 100;
    FloatArray x = cuda.floatArray(n);
    for (int i = 0; i < n; i++) {
      x.set(i, i);
    }
    Kernel nidl =
        cuda.buildKernel(source, "scale(x: inout pointer float, factor: float, n: sint32)");
    Kernel nfi = cuda.buildKernel(source, "scale", "pointer, float, sint32");
    Kernel bare = cuda.buildKernel(source, "scale");
    for (Kernel kernel : List.of(nidl, nfi, bare)) {
      kernel.grid(4).block(32).launch(x, 0.5, n);
    }
    out.printf(Locale.ROOT, "%s %.3f %.3f%n", nidl.name(), x.get(1), x.get(99));
    out.println(nidl.signature());

    FloatArray total = cuda.floatArray(n);
    Kernel add = cuda.buildKernel(source, "add", "const pointer, const pointer, pointer, sint32");
    Kernel.Configuration launch = add.grid(4).block(32);
    launch.launch(x, x, total, n);
    launch.launch(x, total, total, n);
    out.printf(Locale.ROOT, "%.3f %d%n", total.get(99), add.launchCount());

    IntArray counter = cuda.intArray(1);
    counter.fill(0);
    Kernel count = cuda.buildKernel(source, "count(counter: inout pointer sint32)");
    count.grid(2, 3).block(4, 5, 2).launch(counter);
    out.println(counter.get(0));

    IntArray y = cuda.intArray(n);
    y.fill(7);
    Kernel times = cuda.buildKernel(source, "times<int, 6>(x: inout pointer sint32, n: sint32)");
    times.grid(1).block(128).launch(y, n - 1);
    out.println(y.get(0) + " " + y.get(98) + " " + y.get(99));
  }

  static void chain(GrCuda cuda, String source, PrintStream out) {
    Kernel affine =
        cuda.buildKernel(
            source,
            "affine(x: in pointer sint32, y: out pointer sint32, a: sint32, b: sint32, n: sint32)");
    Kernel join = cuda.buildKernel(source, "join", "const pointer, const pointer, pointer, sint32");
    int n = 1000;
    IntArray x = cuda.intArray(n);
    IntArray left = cuda.intArray(n);
    IntArray right = cuda.intArray(n);
    x.copyFrom(IntStream.range(0, n).toArray());
    for (int step = 0; step < 20; step++) {
      affine.grid(8).block(128).launch(x, left, 3, step, n);
      affine.grid(8).block(128).launch(x, right, 5, -step, n);
      join.grid(8).block(128).launch(left, right, x, n);
      if (step % 5 == 0) {
        out.println(step + " " + x.get(0) + " " + x.get(1) + " " + x.get(999));
      }
    }
    out.println(Arrays.stream(x.toArray()).asLongStream().sum());
    out.println(affine.launchCount() + " " + join.launchCount());
  }

  static void reduction(GrCuda cuda, String source, PrintStream out) {
    int n = 10000;
    IntArray x = cuda.intArray(n);
    x.copyFrom(IntStream.range(0, n).map(i -> (i * 7919) % 10007).toArray());

    int blocks = (n + 127) / 128;
    IntArray sums = cuda.intArray(blocks);
    IntArray total = cuda.intArray(1);
    Kernel blockSums =
        cuda.buildKernel(
            source, "block_sums(x: in pointer sint32, sums: out pointer sint32, n: sint32)");
    blockSums.grid(blocks).block(128).launch(x, sums, n);
    blockSums.grid(1).block(128).launch(sums, total, blocks);
    out.printf("%d %d %d %d%n", blocks, sums.get(0), sums.get(blocks - 1), total.get(0));

    IntArray result = cuda.intArray(1);
    Kernel largest = cuda.buildKernel(source, "largest", "const pointer, pointer, sint32");
    largest.grid(1).block(64).sharedBytes(256).launch(x, result, n);
    out.println(result.get(0));

    DoubleArray lanes = cuda.doubleArray(32);
    for (int i = 0; i < 32; i++) {
      lanes.set(i, i + 0.25);
    }
    DoubleArray sumOfLanes = cuda.doubleArray(1);
    cuda.buildKernel(source, "warp_sum").grid(1).block(32).launch(lanes, sumOfLanes);
    out.printf(Locale.ROOT, "%.3f%n", sumOfLanes.get(0));
  }

  static void partition(GrCuda cuda, String source, PrintStream out) {
    Kernel produce =
        cuda.buildKernel(source, "produce(y: out pointer sint32, part: sint32, n: sint32)");
    Kernel mirror =
        cuda.buildKernel(source, "mirror(x: in pointer sint32, y: out pointer sint32, n: sint32)");
    int parts = 8;
    int size = 500;
    IntArray x = cuda.intArray(parts * size);
    IntArray y = cuda.intArray(parts * size);
    for (int p = 0; p < parts; p++) {
      produce.grid(2).block(64).launch(x.slice(p * size, (p + 1) * size), p, size);
    }
    mirror.grid(4).block(64).launch(x, y, parts * size);
    for (int p = 0; p < parts; p++) {
      out.println(p + " " + x.get(p * size) + " " + x.get(p * size + 499) + " " + y.get(p * size));
    }
    for (int p = 0; p < 2; p++) {
      produce.grid(2).block(64).launch(y.slice(p * 2000, (p + 1) * 2000), p + 100, 2000);
    }
    x.copyFrom(y);
    long sum = Arrays.stream(x.toArray()).asLongStream().sum();
    out.println(sum + " " + x.get(1999) + " " + x.get(2000));
  }

  static void printf(GrCuda cuda, String source, PrintStream out) {
    FloatArray x = cuda.floatArray(3);
    x.copyFrom(new float[] {0.5f, 1.25f, -2});
    Kernel report = cuda.buildKernel(source, "report(x: in pointer float, n: sint32, mark: char)");
    out.println("before");
    report.grid(1).block(1).launch(x, 3, 42);
    cuda.synchronize();
    out.println("after");
  }
}
