package org.grcuda.tests.compat;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;

/** The programs of {@link CompatTest} over the polyglot API. */
final class CompatPrograms {

  static final Map<String, Program> ALL =
      Map.of(
          "build", CompatPrograms::build,
          "bind", CompatPrograms::bind,
          "arrays", CompatPrograms::arrays,
          "graph", CompatPrograms::graph,
          "runtime", RuntimeProgram::runtime,
          "settings", CompatPrograms::settings);

  private CompatPrograms() {}

  /** A program that prints. */
  @FunctionalInterface
  interface Program {
    void run(Context context, PrintStream out);
  }

  private static String join(Value array) {
    return LongStream.range(0, array.getArraySize())
        .mapToObj(i -> number(array.getArrayElement(i)))
        .collect(Collectors.joining(","));
  }

  private static String number(Value value) {
    return value.fitsInLong() ? "" + value.asLong() : "" + value.asDouble();
  }

  private static void print(PrintStream out, Object... values) {
    out.println(
        Arrays.stream(values)
            .map(v -> v instanceof Value value && value.isNumber() ? number(value) : v.toString())
            .collect(Collectors.joining(" ")));
  }

  static void build(Context context, PrintStream out) {
    Value build = context.eval("grcuda", "buildkernel");
    Value array = context.eval("grcuda", "DeviceArray");
    Value numbers = array.execute("int", 100);
    for (int i = 0; i < 100; i++) {
      numbers.setArrayElement(i, i);
    }
    build
        .execute(CompatSources.INCREMENT, "increment", "pointer, sint32")
        .execute(1, 128)
        .execute(numbers, 100);
    long sum = 0;
    for (int i = 0; i < numbers.getArraySize(); i++) {
      sum += numbers.getArrayElement(i).asInt();
    }
    Value first = numbers.getArrayElement(0);
    print(out, sum, first, numbers.getArrayElement(99), numbers.getArraySize());

    String signature =
        "increment_copy<int>(to: out pointer sint32, from: in pointer sint32, n: sint32)";
    Value template = build.execute(CompatSources.INCREMENT_COPY, signature);
    Value copy = array.execute("int", 100);
    Value configured = template.execute(2, 32);
    configured.execute(copy, numbers, 100);
    configured.execute(numbers, copy, 100);
    boolean ptx = template.getMember("ptx").asString().contains(".entry");
    Value last = numbers.getArrayElement(99);
    print(out, copy.getArrayElement(99), last, template.getMember("launchCount"), ptx);

    Value transpose =
        build.execute(
            CompatSources.TRANSPOSE, "transpose", "const pointer, pointer, sint32, sint32");
    Value matrix = array.execute("float", 5, 3);
    Value turned = array.execute("float", 3, 5);
    for (int r = 0; r < 5; r++) {
      for (int c = 0; c < 3; c++) {
        matrix.getArrayElement(r).setArrayElement(c, r * 10 + c);
      }
    }
    transpose.execute(List.of(2, 1), List.of(4, 4), 64).execute(matrix, turned, 5, 3);
    long columns = matrix.getArrayElement(0).getArraySize();
    print(out, join(turned.getArrayElement(2)), matrix.getArraySize(), columns);
  }

  static void bind(Context context, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    final int n = 10;
    final Value values = cu.invokeMember("DeviceArray", "int", n);
    String host = "(values: inout pointer sint32, n: sint32, blocks: sint32, threads: sint32)";
    String library = "libincrement.so";
    Value addOne =
        cu.invokeMember("bind", library, "cxx outer::inner::add_one" + host + ": sint32");
    Value addTen = cu.invokeMember("bind", library, "add_ten" + host + ": sint32");
    Value one = addOne.execute(values, n, 32, 256);
    Value ten = addTen.execute(values, n, 32, 256);
    print(out, one, ten, values.getArrayElement(0), values.getArrayElement(9));

    cu.invokeMember("bindall", "host", library, "host.nidl");
    one = cu.getMember("host").invokeMember("add_one", values, n, 2, 3);
    ten = cu.getMember("host").invokeMember("add_ten", values, n, 2, 3);
    print(out, one, ten, values.getArrayElement(9));

    String device = "(values: inout pointer sint32, n: sint32)";
    String file = "increment.ptx";
    cu.invokeMember("bindkernel", file, "cxx outer::inner::add_one" + device)
        .execute(32, 256)
        .execute(values, n);
    cu.invokeMember("bindkernel", file, "add_ten" + device).execute(32, 256).execute(values, n);
    print(out, values.getArrayElement(0), values.getArrayElement(9));

    cu.invokeMember("bindall", "device", file, "kernels.nidl");
    Value kernels = cu.getMember("device");
    kernels.getMember("add_one").execute(32, 256).execute(values, n);
    kernels.getMember("add_ten").execute(32, 256).execute(values, n);
    Value first = values.getArrayElement(0);
    Value none = context.eval("grcuda", "device::add_ten").execute(1, 32).execute(values, n);
    print(out, first, none.isNull(), values.getArrayElement(9));

    Value bind = context.eval("grcuda", "bind");
    Value saxpy =
        bind.execute(
            library,
            "saxpy(n: sint32, alpha: float, xs: in pointer float, ys: inout pointer float): void");
    Value xs = cu.invokeMember("DeviceArray", "float", 3);
    Value ys = cu.invokeMember("DeviceArray", "float", 3);
    xs.invokeMember("copyFrom", List.of(1, 2, 3));
    ys.invokeMember("copyFrom", List.of(10, 20, 30));
    saxpy.execute(3, 0.5, xs, ys);
    print(out, join(ys));
    Value nfi = bind.execute(library, "add_ten", "(pointer, sint32, sint32, sint32): sint32");
    print(out, nfi.execute(values, n, 1, 1), values.getArrayElement(0));
  }

  static void arrays(Context context, PrintStream out) {
    Value doubles = context.eval("grcuda", "double[5]");
    doubles.setArrayElement(2, 1.0);
    Value floats = context.eval("grcuda", "float[28][28]");
    floats.getArrayElement(4).setArrayElement(3, 42.0);
    print(out, join(context.eval("grcuda", "int[5]")), size(context, "double[(2 + 3) * 4]"));
    Value set = floats.getArrayElement(4).getArrayElement(3);
    long columnCount = floats.getArrayElement(27).getArraySize();
    print(out, join(doubles), set, floats.getArraySize(), columnCount);
    print(
        out,
        size(context, "DeviceArray(\"float\", 1000)"),
        size(context, "int[1000] // a comment"));

    Value create = context.eval("grcuda", "DeviceArray");
    Value typed = create.execute("long");
    Value scoped = context.eval("grcuda", "::DeviceArray");
    print(out, typed.execute(3, 2).getArraySize(), scoped.execute("short", 7).getArraySize());
    Value inRoot = context.eval("grcuda", "CU::DeviceArray");
    Value root = context.eval("grcuda", "CU").getMember("CU");
    Value made = root.invokeMember("DeviceArray", "int", 3);
    print(out, inRoot.execute("char", 2).getArraySize(), made.getArraySize());
    copies(create, out);
  }

  private static long size(Context context, String expression) {
    return context.eval("grcuda", expression).getArraySize();
  }

  private static void copies(Value create, PrintStream out) {
    final Value ints = create.execute("int", 4);
    Value columns = create.execute("int", 3, 4, "F");
    Value rows = create.execute("int", 3, 4, "C");
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 4; j++) {
        columns.getArrayElement(i).setArrayElement(j, 10 * i + j);
        rows.getArrayElement(i).setArrayElement(j, 10 * i + j);
      }
    }
    columns.getArrayElement(1).invokeMember("copyTo", columns.getArrayElement(2), 4);
    rows.getArrayElement(0).invokeMember("copyFrom", rows.getArrayElement(1), 4);
    ints.invokeMember("copyFrom", columns.getArrayElement(2));
    print(out, join(columns.getArrayElement(2)), join(rows.getArrayElement(0)), join(ints));
    long fortran = create.execute("int", 2, 2, "f").getArraySize();
    print(out, fortran, create.execute("int", 2, 2, "c").getArraySize());

    List<Integer> list = new ArrayList<>();
    ints.invokeMember("copyTo", list, 4);
    Value back = create.execute("int", 4);
    back.invokeMember("copyFrom", List.of(1, 2, 3, 4), 2);
    back.invokeMember("copyFrom", ints, 1);
    String copied = list.stream().map(Object::toString).collect(Collectors.joining(","));
    print(out, copied, join(back));
    Value same = create.execute("int", 3, 4, "F");
    same.invokeMember("copyFrom", columns, 12);
    print(out, join(same.getArrayElement(2)), columns.getMember("isMemoryFreed"));
    columns.invokeMember("free");
    boolean number = rows.getMember("pointer").isNumber();
    print(out, columns.getMember("isMemoryFreed"), number ? "number" : "?");
  }

  static void graph(Context context, PrintStream out) {
    Value build = context.eval("grcuda", "buildkernel");
    Value square = build.execute(CompatSources.SQUARE, "square", "const pointer, pointer, sint32");
    Value reduce =
        build.execute(
            CompatSources.REDUCE, "reduce", "const pointer, const pointer, pointer, sint32");
    final int n = 1000;
    Value x = context.eval("grcuda", "float[" + n + "]");
    Value y = context.eval("grcuda", "float[" + n + "]");
    Value x1 = context.eval("grcuda", "float[" + n + "]");
    Value y1 = context.eval("grcuda", "float[" + n + "]");
    Value result = context.eval("grcuda", "float[1]");
    for (int iteration = 0; iteration < 3; iteration++) {
      for (int i = 0; i < n; i++) {
        x.setArrayElement(i, i % 7 + iteration);
        y.setArrayElement(i, i % 3);
      }
      result.setArrayElement(0, 0.0);
      square.execute(4, 64).execute(x, x1, n);
      square.execute(4, 64).execute(y, y1, n);
      reduce.execute(4, 64).execute(x1, y1, result, n);
      print(out, result.getArrayElement(0));
    }
    context.eval("grcuda", "cudaDeviceSynchronize").execute();
    print(out, square.getMember("launchCount"));
  }

  static void settings(Context context, PrintStream out) {
    Value options = context.eval("grcuda", "getoptions").execute();
    String names =
        "ExecutionPolicy DependencyPolicy RetrieveNewStreamPolicy RetrieveParentStreamPolicy"
            + " InputPrefetch ForceStreamAttach MemAdvisePolicy EnableComputationTimers"
            + " NumberOfGPUs DataThreshold";
    for (String name : names.split(" ")) {
      print(out, name, options.getHashValue("grcuda." + name).asString());
    }
    Value devices = context.eval("grcuda", "getdevices()");
    Value device = context.eval("grcuda", "getdevice(0)");
    int count = context.eval("grcuda", "cudaGetDeviceCount()").asInt();
    print(out, devices.getArraySize() == count, device.getMember("id"));
    for (int i = 0; i < devices.getArraySize(); i++) {
      Value each = devices.getArrayElement(i);
      Value properties = each.getMember("properties");
      long total = properties.getMember("totalDeviceMemory").asLong();
      print(
          out,
          each.getMember("id"),
          !properties.getMember("deviceName").asString().isEmpty(),
          properties.getMember("multiProcessorCount").asInt() > 0,
          total >= properties.getMember("freeDeviceMemory").asLong(),
          properties.getMember("computeCapabilityMajor").asInt() >= 3,
          each.getMember("property").getMember("warpSize"));
    }
  }
}
