package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.HostFunction;
import org.grcuda.IntArray;
import org.grcuda.Kernel;

/** The golden program of host functions, over both APIs. */
final class HostFunctionPrograms {

  private static final int N = 100;
  private static final String SQUARE =
      "square(x: in pointer float, y: out pointer float, n: sint32)";
  private static final String DOT =
      "cxx numbers::dot(x: in pointer sint32, y: in pointer sint32, n: sint32): sint64";
  private static final String REVERSE =
      "cxx numbers::reverse(x: inout pointer sint32, n: sint32): void";

  private HostFunctionPrograms() {}

  private static String yes(boolean truth) {
    return truth ? "yes" : "no";
  }

  private static String python(boolean truth) {
    return truth ? "True" : "False";
  }

  static void typed(GrCuda cuda, String source, PrintStream out) {
    Functions functions = signature -> cuda.bind(Libraries.of("hostfunctions"), signature)::call;
    HostFunction next = cuda.bind(Libraries.of("hostfunctions"), "next", "(uint8): uint8");
    scalars(functions, next::call, out);
    HostFunction negated = cuda.bind(Libraries.of("hostfunctions"), "negated(x: sint8): sint8");
    out.println(negated.name() + " " + negated.signature());
    strings(functions, out);

    FloatArray x = cuda.floatArray(N);
    FloatArray y = cuda.floatArray(N);
    Kernel square = cuda.buildKernel(source, SQUARE);
    Call ramp = functions.bind("ramp(x: out pointer float, step: float, n: sint32): void");
    Call total = functions.bind("sum(x: in pointer float, n: sint32): double");
    Runnable launch = () -> square.grid(1).block(128).launch(x, y, N);
    chain(ramp, total, launch, x, y, out);
    launch.run();
    ramp.call(x.slice(50, 60), 0.5, 10);
    line(out, x.get(49), x.get(59), x.get(60), (double) total.call(y, N));
    Call address = functions.bind("rest(x: in pointer void, from: sint32): pointer");
    long pointer = (long) address.call(x, 0);
    out.println(python(ramp.call(pointer, 0, N) == null) + " " + whole(total.call(pointer, N)));
    nulls(functions, x, out);

    IntArray m = cuda.intArray(2, 3);
    m.copyFrom(new int[] {1, 2, 3, 10, 20, 30});
    Call dot = functions.bind(DOT);
    Call reverse = functions.bind(REVERSE);
    reverse.call(m.row(1), 3);
    out.println(dot.call(m.row(0), m.row(1), 3) + " " + m.get(3) + " " + m.get(5));
    overloads(functions, out);
    int[] mine = {1, 2, 3};
    reverse.call(mine, 3);
    out.println(mine[0] + " " + mine[2] + " " + dot.call(mine, m.row(0), 3));
  }

  static void polyglot(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    String library = Libraries.of("hostfunctions").toString();
    Functions functions = signature -> call(cu.invokeMember("bind", library, signature));
    scalars(functions, call(cu.invokeMember("bind", library, "next", "(uint8): uint8")), out);
    Value negated = cu.invokeMember("bind", library, "negated(x: sint8): sint8");
    out.println(negated.getMember("name") + " " + negated.getMember("signature"));
    strings(functions, out);

    Value x = cu.invokeMember("DeviceArray", "float", N);
    Value y = cu.invokeMember("DeviceArray", "float", N);
    Value square = cu.invokeMember("buildkernel", source, SQUARE);
    Call ramp = functions.bind("ramp(x: out pointer float, step: float, n: sint32): void");
    Call total = functions.bind("sum(x: in pointer float, n: sint32): double");
    Runnable launch = () -> square.execute(1, 128).executeVoid(x, y, N);
    chain(ramp, total, launch, x, y, out);
    launch.run();
    ramp.call(x.invokeMember("slice", 50, 60), 0.5, 10);
    line(out, element(x, 49), element(x, 59), element(x, 60), (double) total.call(y, N));
    Object pointer = x.getMember("pointer");
    out.println(python(ramp.call(pointer, 0, N) == null) + " " + whole(total.call(pointer, N)));
    nulls(functions, x, out);

    Value m = cu.invokeMember("DeviceArray", "int", 2, 3);
    m.getArrayElement(0).invokeMember("copyFrom", (Object) new int[] {1, 2, 3});
    m.getArrayElement(1).invokeMember("copyFrom", (Object) new int[] {10, 20, 30});
    Call dot = functions.bind(DOT);
    Call reverse = functions.bind(REVERSE);
    Value row = m.getArrayElement(1);
    reverse.call(row, 3);
    Object product = dot.call(m.getArrayElement(0), row, 3);
    out.println(product + " " + row.getArrayElement(0) + " " + row.getArrayElement(2));
    overloads(functions, out);
    int[] mine = {1, 2, 3};
    reverse.call(mine, 3);
    out.println(mine[0] + " " + mine[2] + " " + dot.call(mine, m.getArrayElement(0), 3));
  }

  /** What a host function is to both APIs. */
  @FunctionalInterface
  private interface Call {
    Object call(Object... arguments);
  }

  @FunctionalInterface
  private interface Functions {
    Call bind(String signature);
  }

  private static Call call(Value function) {
    return arguments -> function.execute(arguments).as(Object.class);
  }

  private static double element(Value array, int index) {
    return array.getArrayElement(index).asDouble();
  }

  private static void scalars(Functions functions, Call next, PrintStream out) {
    Call negated = functions.bind("negated(x: sint8): sint8");
    Call largest = functions.bind("largest(x: uint64): uint64");
    Call both = functions.bind("both(x: bool, y: bool): bool");
    out.println(
        negated.call(-127) + " " + next.call(254) + " " + next.call(255) + " " + largest.call(0));
    out.println(yes((boolean) both.call(true, true)) + " " + yes((boolean) both.call(true, 0)));
  }

  private static void strings(Functions functions, PrintStream out) {
    Call letters = functions.bind("letters(text: string): uint64");
    Call rest = functions.bind("rest(text: string, from: sint32): string");
    List<Object> results =
        List.of(
            letters.call("four"),
            letters.call(""),
            letters.call((Object) null),
            rest.call("grün", 2),
            python(rest.call("x", -1) == null));
    out.println(String.join(" ", results.stream().map(Object::toString).toList()));
  }

  private static void chain(
      Call ramp, Call total, Runnable launch, Object x, Object y, PrintStream out) {
    for (int step = 1; step < 4; step++) {
      ramp.call(x, step, N);
      launch.run();
      out.println(whole(total.call(x, N)) + " " + whole(total.call(y, N)));
    }
  }

  private static String whole(Object number) {
    return "" + (long) (double) number;
  }

  private static void line(PrintStream out, double a, double b, double c, double total) {
    out.printf(Locale.ROOT, "%.1f %.1f %.1f %s%n", a, b, c, whole(total));
  }

  private static void nulls(Functions functions, Object x, PrintStream out) {
    Call isNull = functions.bind("is_null(x: in pointer void): bool");
    out.println(yes((boolean) isNull.call((Object) null)) + " " + yes((boolean) isNull.call(x)));
  }

  private static void overloads(Functions functions, PrintStream out) {
    for (String type : List.of("double", "float")) {
      Object half = functions.bind("cxx numbers::half(x: %s): %s".formatted(type, type)).call(6);
      out.printf(Locale.ROOT, "%.2f%n", ((Number) half).doubleValue());
    }
  }
}
