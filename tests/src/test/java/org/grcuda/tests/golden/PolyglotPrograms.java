package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;

/** Golden programs over the polyglot API. */
final class PolyglotPrograms {

  private PolyglotPrograms() {}

  private static Value array(Value cu, Object... arguments) {
    return cu.invokeMember("DeviceArray", arguments);
  }

  private static String text(Value array) {
    return LongStream.range(0, array.getArraySize())
        .mapToObj(i -> array.getArrayElement(i).toString())
        .collect(Collectors.joining(","));
  }

  private static String yes(boolean truth) {
    return truth ? "yes" : "no";
  }

  private static long integer(Value value) {
    return value.isBoolean() ? (value.asBoolean() ? 1 : 0) : (long) value.asDouble();
  }

  static void arrays(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    String types = "boolean char short int long float double byte uchar ushort uint half";
    for (String name : types.split(" ")) {
      Value a = array(cu, name, 3);
      a.setArrayElement(0, 0);
      a.setArrayElement(1, 1);
      a.setArrayElement(2, a.getArrayElement(1));
      String sizes = a.getMember("length") + " " + a.getMember("nbytes");
      String type = a.getMember("dtype").asString();
      out.println(
          name
              + " "
              + sizes
              + " "
              + type
              + " "
              + integer(a.getArrayElement(0))
              + " "
              + integer(a.getArrayElement(2)));
    }
    limits(cu, out);

    Value x = context.eval("grcuda", "int[5]");
    long sum = 0;
    for (int i = 0; i < x.getArraySize(); i++) {
      x.setArrayElement(i, i * i);
      sum += x.getArrayElement(i).asInt();
    }
    out.println(text(x) + " " + sum);
    Value part = x.invokeMember("slice", 1, 4);
    part.setArrayElement(0, 10);
    part.setArrayElement(2, x.getArrayElement(4).asInt() + 1);
    out.println(part.getArraySize() + " " + text(x) + " " + part.getMember("nbytes"));
    out.println(
        x.getMember("order")
            + " "
            + x.getMember("shape").getArrayElement(0)
            + " "
            + x.invokeMember("slice", 3).getArraySize());

    Value z = array(cu, "complex64", 2);
    z.getArrayElement(0).setArrayElement(0, 1.5);
    z.getArrayElement(0).setArrayElement(1, -2);
    z.getArrayElement(1).invokeMember("copyFrom", (Object) new float[] {3, 4});
    for (int i = 0; i < 4; i++) {
      double value = z.getArrayElement(i / 2).getArrayElement(i % 2).asDouble();
      out.printf(Locale.ROOT, i < 3 ? "%.1f " : "%.1f%n", value);
    }
    Value h = array(cu, "half", 1);
    h.setArrayElement(0, 0.1);
    out.printf(Locale.ROOT, "%.6f%n", h.getArrayElement(0).asDouble());
  }

  private static void limits(Value cu, PrintStream out) {
    record Limits(String name, long least, long most) {}
    for (Limits limits :
        List.of(
            new Limits("char", -128, 127),
            new Limits("uchar", 0, 255),
            new Limits("short", -32768, 32767),
            new Limits("ushort", 0, 65535),
            new Limits("int", -2147483648L, 2147483647),
            new Limits("uint", 0, 4294967295L),
            new Limits("long", -9007199254740991L, 9007199254740991L))) {
      Value a = array(cu, limits.name).execute(2);
      a.setArrayElement(0, limits.least);
      a.setArrayElement(1, limits.most);
      out.println(limits.name + " " + a.getArrayElement(0) + " " + a.getArrayElement(1));
    }
  }

  static void matrices(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value m = context.eval("grcuda", "int[3][4]");
    fill(m, 3, 4);
    out.println(
        m.getArraySize()
            + " "
            + text(m.getMember("shape"))
            + " "
            + m.getMember("nbytes")
            + " "
            + text(m.getArrayElement(1))
            + " "
            + m.getArrayElement(2).getArrayElement(3));
    Value row = m.getArrayElement(1);
    row.setArrayElement(2, 99);
    out.println(
        m.getArrayElement(1).getArrayElement(2)
            + " "
            + row.getMember("length")
            + " "
            + text(row.getMember("shape")));
    Value lower = m.invokeMember("slice", 1, 3);
    out.println(text(lower.getMember("shape")) + " " + text(lower.getArrayElement(1)));

    Value raise =
        cu.invokeMember(
            "buildkernel", source, "raise(x: inout pointer sint32, amount: sint32, n: sint32)");
    raise.execute(1, 32).execute(m.getArrayElement(1), 1000, 4);
    raise.execute(1, 32).executeVoid(m.invokeMember("slice", 1, 3), 100, 8);
    for (int i = 0; i < 3; i++) {
      out.println(text(m.getArrayElement(i)));
    }
    Value turned = array(cu, "int", 4, 3);
    Value transpose =
        cu.invokeMember(
            "buildkernel",
            source,
            "transpose(a: in pointer sint32, b: out pointer sint32, rows: sint32, columns:"
                + " sint32)");
    transpose.execute(new int[] {1, 1}, List.of(8, 8)).execute(m, turned, 3, 4);
    out.println(text(turned.getArrayElement(0)) + " " + text(turned.getArrayElement(3)));

    Value f = array(cu, "int", 2, 3, "F");
    fill(f, 2, 3);
    Value line = f.getArrayElement(1);
    out.println(f.getMember("order") + " " + text(line) + " " + line.getMember("nbytes"));
    int[] flat = new int[6];
    f.invokeMember("copyTo", (Object) flat);
    out.println(text(context.asValue(flat)));

    Value cube = context.eval("grcuda", "int[2][2][2]");
    cube.invokeMember("fill", 1);
    cube.getArrayElement(1).invokeMember("fill", 2);
    cube.getArrayElement(1).getArrayElement(1).setArrayElement(1, 3);
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      cells.add(text(cube.getArrayElement(i / 2).getArrayElement(i % 2)));
    }
    out.println(String.join(",", cells));
  }

  private static void fill(Value matrix, int rows, int columns) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        matrix.getArrayElement(i).setArrayElement(j, 10 * i + j);
      }
    }
  }

  static void signatures(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    int n = 100;
    Value x = array(cu, "float", n);
    for (int i = 0; i < n; i++) {
      x.setArrayElement(i, i);
    }
    Value build = cu.getMember("buildkernel");
    Value nidl = build.execute(source, "scale(x: inout pointer float, factor: float, n: sint32)");
    Value nfi = build.execute(source, "scale", "pointer, float, sint32");
    Value bare = build.execute(source, "scale");
    for (Value kernel : List.of(nidl, nfi, bare)) {
      kernel.execute(4, 32).execute(x, 0.5, n);
    }
    out.printf(
        Locale.ROOT,
        "%s %.3f %.3f%n",
        nidl.getMember("name"),
        x.getArrayElement(1).asFloat(),
        x.getArrayElement(99).asFloat());
    out.println(nidl.getMember("signature"));

    Value total = array(cu, "float", n);
    Value add = build.execute(source, "add", "const pointer, const pointer, pointer, sint32");
    Value launch = add.execute(4, 32);
    launch.executeVoid(x, x, total, n);
    launch.executeVoid(x, total, total, n);
    double last = total.getArrayElement(99).asDouble();
    out.printf(Locale.ROOT, "%.3f %s%n", last, add.getMember("launchCount"));

    Value counter = array(cu, "int", 1);
    counter.invokeMember("fill", 0);
    Value count = build.execute(source, "count(counter: inout pointer sint32)");
    count.execute(List.of(2, 3), new int[] {4, 5, 2}).execute(counter);
    out.println(counter.getArrayElement(0));

    Value y = array(cu, "int", n);
    y.invokeMember("fill", 7);
    Value times = build.execute(source, "times<int, 6>(x: inout pointer sint32, n: sint32)");
    times.execute(1, 128).execute(y, n - 1);
    out.println(y.getArrayElement(0) + " " + y.getArrayElement(98) + " " + y.getArrayElement(99));
  }

  static void memory(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value x = array(cu, "int", 10);
    x.invokeMember("fill", 7);
    x.invokeMember("slice", 2, 5).invokeMember("fill", -1);
    out.println(text(x));

    Value d = array(cu, "double", 3);
    d.invokeMember("fill", 0.5);
    d.setArrayElement(1, 2);
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += d.getArrayElement(i).asDouble();
    }
    out.printf(Locale.ROOT, "%.2f%n", sum);

    Value flags = array(cu, "boolean", 2);
    flags.invokeMember("fill", true);
    out.println(yes(flags.getArrayElement(0).asBoolean() && flags.getArrayElement(1).asBoolean()));

    out.println(yes(x.getMember("isMemoryFreed").asBoolean()));
    x.invokeMember("free");
    boolean freed = x.getMember("isMemoryFreed").asBoolean();
    boolean other = d.getMember("isMemoryFreed").asBoolean();
    out.println(yes(freed) + " " + x.getMember("length") + " " + yes(other));

    long total = 0;
    for (int round = 0; round < 200; round++) {
      Value a = array(cu, "int", 1000);
      a.invokeMember("fill", round);
      total += a.getArrayElement(999).asInt();
      a.invokeMember("free");
    }
    out.println(total);
  }

  static void devices(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value devices = cu.invokeMember("getdevices");
    int count = cu.invokeMember("cudaGetDeviceCount").asInt();
    out.println(yes(devices.getArraySize() == count));
    String option = cu.invokeMember("getoptions").getMember("NumberOfGPUs").asString();
    out.println(yes(option.equals("" + count)));
    boolean consecutive = true;
    for (int i = 0; i < count; i++) {
      consecutive &= devices.getArrayElement(i).getMember("id").asInt() == i;
    }
    out.println(yes(consecutive));
    Value p = devices.getArrayElement(0).getMember("properties");
    out.println(
        p.getMember("warpSize")
            + " "
            + p.getMember("maxThreadsPerBlock")
            + " "
            + p.getMember("maxBlockDimX")
            + " "
            + p.getMember("maxSharedMemoryPerBlock"));
    long free = p.getMember("freeDeviceMemory").asLong();
    out.println(yes(p.getMember("totalDeviceMemory").asLong() >= free) + " " + yes(free > 0));
    Value again = cu.invokeMember("getdevice", 0).getMember("property");
    out.println(
        yes(!p.getMember("deviceName").asString().isEmpty())
            + " "
            + yes(again.getMember("warpSize").asInt() == 32));
  }
}
