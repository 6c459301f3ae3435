package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.ShortArray;
import org.grcuda.UByteArray;
import org.grcuda.tests.Repository;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;

/** Golden programs about how kernels are made, and about their variables. */
final class KernelPrograms {

  private KernelPrograms() {}

  static void options(GrCuda cuda, String source, PrintStream out) {
    String signature = "area(sides: in pointer double, areas: out pointer double, n: sint32)";
    CompileOptions square =
        CompileOptions.NONE.withInclude("shape.h", "#define AREA(a) ((a) * (a))");
    CompileOptions disc =
        new CompileOptions(
            List.of("-D", "FACTOR=0.5"),
            Map.of(
                "shape.h",
                "#include \"pi.h\"\n#define AREA(r) (PI * (r) * (r))",
                "pi.h",
                "#define PI 3.0"));
    int n = 10;
    DoubleArray sides = cuda.doubleArray(n);
    DoubleArray areas = cuda.doubleArray(n);
    for (int i = 0; i < n; i++) {
      sides.set(i, i);
    }

    Kernel plain = cuda.buildKernel(source, signature, square);
    plain.grid(1).block(32).launch(sides, areas, n);
    out.printf(Locale.ROOT, "%.1f%n", areas.get(3));
    Kernel twice = cuda.buildKernel(source, signature, square.withOptions("-DFACTOR=2"));
    twice.grid(1).block(32).launch(sides, areas, n);
    out.printf(Locale.ROOT, "%.1f%n", areas.get(3));
    Kernel half = cuda.buildKernel(source, "area", "const pointer, pointer, sint32", disc);
    half.grid(1).block(32).launch(sides, areas, n);
    half.grid(1).block(32).launch(sides, areas, n);
    out.printf(Locale.ROOT, "%.1f%n", areas.get(3));

    Kernel again = cuda.buildKernel(source, "area", square);
    again.grid(1).block(32).launch(sides, areas, n);
    for (Kernel kernel : List.of(plain, again, twice, half)) {
      out.println(kernel.name() + " " + ((IntArray) kernel.global("launches")).get(0));
    }

    Kernel limit =
        cuda.buildKernel(
            source, "limit<short>(x: out pointer sint16)", square.withOptions("-DFACTOR=21"));
    ShortArray x = cuda.shortArray(1);
    limit.grid(1).block(1).launch(x);
    out.println(x.get(0));
  }

  static void clusters(GrCuda cuda, String source, PrintStream out) {
    Kernel shift = cuda.buildKernel(source, "shift(x: in pointer sint32, y: out pointer sint32)");
    Kernel pairs = cuda.buildKernel(source, "pairs(y: out pointer sint32)");
    IntArray x = cuda.intArray(256);
    IntArray y = cuda.intArray(8);
    for (int i = 0; i < 256; i++) {
      x.set(i, i / 32);
    }
    Kernel.Configuration grid = shift.grid(8).block(32);
    for (int blocks : new int[] {1, 2, 4, 8}) {
      grid.clusters(blocks).launch(x, y);
      out.println(text(y));
    }
    out.println(grid.clusters(4, 1, 1));
    pairs.grid(8).block(1).launch(y);
    out.println(text(y));
  }

  private static String text(IntArray array) {
    return Arrays.stream(array.toArray())
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  static void globals(GrCuda cuda, String source, PrintStream out) {
    int n = 1000;
    FloatArray x = cuda.floatArray(n);
    FloatArray y = cuda.floatArray(n);
    x.fill(2);
    Kernel apply =
        cuda.buildKernel(source, "apply(x: in pointer float, y: out pointer float, n: sint32)");
    Kernel.Configuration launch = apply.forall(n);
    launch.launch(x, y, n);

    FloatArray weights = (FloatArray) apply.global("filter::weights");
    IntArray applied = (IntArray) apply.global("filter::applied");
    out.println("float " + weights.length() + " int " + applied.length());
    out.printf(Locale.ROOT, "%.1f %d%n", y.get(1), applied.get(0));
    weights.set(1, 0.25f);
    applied.set(0, 0);
    launch.launch(x, y, n);
    weights.fill(3);
    launch.launch(y, x, n);
    out.printf(Locale.ROOT, "%.1f %.1f %.1f %d%n", y.get(0), y.get(1), x.get(1), applied.get(0));
    FloatArray values = cuda.floatArray(4);
    values.copyFrom(new float[] {4, 3, 2, 1});
    weights.copyFrom(values);
    launch.launch(y, x, n);
    out.printf(Locale.ROOT, "%.1f %.1f%n", x.get(1), x.get(3));

    Kernel mark = cuda.buildKernel(source, "mark(which: sint32, value: sint32)");
    Kernel read = cuda.buildKernel(source, "read(out: out pointer double)");
    UByteArray marks = (UByteArray) read.global("marks", ElementType.UCHAR);
    marks.fill(0);
    mark.grid(1).block(1).launch(7, 200);
    mark.grid(1).block(1).launch(0, 100);
    DoubleArray result = cuda.doubleArray(1);
    read.grid(1).block(1).launch(result);
    double total = ((DoubleArray) read.global("total")).get(0);
    out.printf(Locale.ROOT, "%.1f %.1f%n", result.get(0), total);
    out.println(marks.get(0) + " " + marks.get(7) + " " + marks.length());
    IntArray entry = (IntArray) mark.global("entry", ElementType.INT);
    out.println(entry.length() + " " + entry.get(0));

    x.set(0, 5);
    apply.forall(1, 1024).launch(x, y, 1);
    out.printf(Locale.ROOT, "%.1f %d%n", y.get(0), applied.get(0));
  }

  static void binding(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value bind = cu.getMember("bindkernel");
    Path folder = Repository.folder("/golden/binding.ptx");
    String file = folder.resolve("binding.ptx").toString();
    int n = 100;
    Value x = cu.invokeMember("DeviceArray", "int", n);
    Value y = cu.invokeMember("DeviceArray", "int", n);
    Value result = cu.invokeMember("DeviceArray", "int", 1);
    x.invokeMember("copyFrom", (Object) IntStream.range(0, n).toArray());

    Value add =
        bind.execute(
            file, "cxx tools::ints::add(x: inout pointer sint32, amount: sint32, n: sint32)");
    Value total = bind.execute(file, "sum", "const pointer, pointer, sint32");
    Value bare = bind.execute(file, "sum");
    Value scale =
        bind.execute(
            file,
            "cxx tools::scale(x: in pointer sint32, y: out pointer sint32, factor: sint32,"
                + " n: sint32)");
    add.invokeMember("forall", n).execute(x, 1, n);
    result.invokeMember("fill", 0);
    total.execute(1, 32).execute(x, result, n);
    bare.execute(1, 32).execute(x, result, n);
    out.println(
        add.getMember("name") + " " + total.getMember("name") + " " + result.getArrayElement(0));
    scale.execute(4, 32).execute(x, y, -2, n);
    out.println(y.getArrayElement(0) + " " + y.getArrayElement(99));
    out.println(bare.getMember("signature"));

    Value other = bind.execute(file, "tools::ints::add");
    other.execute(4, 32).execute(x, 1, n);
    Value calls = add.invokeMember("global", "calls");
    out.println(calls.getArrayElement(0) + " " + other.getMember("launchCount"));

    cu.invokeMember("bindall", "my::tools", file, folder.resolve("binding.nidl").toString());
    Value a = cu.invokeMember("DeviceArray", "float", n);
    Value b = cu.invokeMember("DeviceArray", "float", n);
    a.invokeMember("fill", 1.5);
    Value tools = cu.getMember("my").getMember("tools");
    tools.invokeMember("scale", 4, 32).execute(a, b, 3, n);
    tools.getMember("add").execute(4, 32).execute(x, 1, n);
    result.invokeMember("fill", 0);
    context.eval("grcuda", "CU::my::tools::sum").execute(1, 32).execute(x, result, n);
    out.printf(
        Locale.ROOT,
        "%.1f %s %s%n",
        b.getArrayElement(99).asDouble(),
        result.getArrayElement(0),
        calls.getArrayElement(0));
  }
}
