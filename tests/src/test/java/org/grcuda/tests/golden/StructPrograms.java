package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;

/** Golden programs about structs passed by value and large shared memory. */
final class StructPrograms {

  private static final String LINE =
      "line(l: struct {slope: float, start: float, n: sint32}, y: out pointer float)";
  private static final String COMBINE =
      "combine(s: struct {to: struct {y: out pointer float, x: in pointer float},"
          + " negative: char, n: sint16, factors: float[2]})";
  private static final String TURN = "turn(step: struct, x: inout pointer sint32, n: sint32)";
  private static final int N = 20000;

  private StructPrograms() {}

  private record Line(float slope, double start, int n) {}

  private record Ends(FloatArray y, FloatArray x) {}

  private static String text(DoubleStream values) {
    return values
        .mapToObj(value -> value == Math.rint(value) ? "" + (long) value : "" + value)
        .collect(Collectors.joining(" "));
  }

  private static String text(FloatArray array) {
    float[] values = array.toArray();
    return text(IntStream.range(0, values.length).mapToDouble(i -> values[i]));
  }

  private static String text(Value array) {
    return text(
        IntStream.range(0, (int) array.getArraySize())
            .mapToDouble(i -> array.getArrayElement(i).asDouble()));
  }

  static void typed(GrCuda cuda, String source, PrintStream out) {
    Kernel.Configuration line = cuda.buildKernel(source, LINE).grid(1).block(32);
    FloatArray x = cuda.floatArray(6);
    FloatArray y = cuda.floatArray(6);
    line.launch(new Line(2, 1, 6), x);
    out.println(text(x));
    line.launch(List.of(-1, 0.5f, 3), x);
    out.println(text(x));
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.nativeOrder());
    line.launch(bytes.putFloat(3).putFloat(10).putInt(2).flip(), x);
    out.println(text(x));

    line.launch(Map.of("slope", 1, "start", 0, "n", 6), x);
    Kernel.Configuration combine = cuda.buildKernel(source, COMBINE).grid(1).block(32);
    combine.launch(
        Map.of("to", new Ends(y, x), "negative", 0, "n", 6, "factors", new float[] {2, 5}));
    combine.launch(
        Map.of("to", List.of(x, y), "negative", 1, "n", 4, "factors", new double[] {1, 0}));
    out.println(text(y));
    out.println(text(x));

    Kernel plain = cuda.buildKernel(source, "combine");
    out.println(plain.signature());
    // Addresses are for native code; here the members say what goes where.
    combine.launch(List.of(new Ends(y, x), 0, (short) 6, List.of(0.5, 1)));
    out.println(text(y));

    Kernel.Configuration turn =
        cuda.buildKernel(source, TURN).grid(1).block(256).sharedBytes(4 * N);
    IntArray many = cuda.intArray(N);
    many.copyFrom(IntStream.range(0, N).toArray());
    turn.launch(new int[] {7, 0, 0, 5}, many, N);
    turn.launch(new int[] {1, 0, 0, 2}, many, N);
    out.println((many.get(0) - 12) + " " + (many.get(N - 1) - 12));
  }

  static void polyglot(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value build = cu.getMember("buildkernel");
    Value line = build.execute(source, LINE).execute(1, 32);
    Value x = cu.invokeMember("DeviceArray", "float", 6);
    Value y = cu.invokeMember("DeviceArray", "float", 6);
    line.execute(ProxyObject.fromMap(Map.of("slope", 2, "start", 1, "n", 6)), x);
    out.println(text(x));
    line.execute(ProxyArray.fromArray(-1, 0.5, 3), x);
    out.println(text(x));
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.nativeOrder());
    line.execute(bytes.putFloat(3).putFloat(10).putInt(2).array(), x);
    out.println(text(x));

    line.execute(Map.of("slope", 1, "start", 0, "n", 6), x);
    Value combine = build.execute(source, COMBINE).execute(1, 32);
    combine.execute(
        Map.of("to", Map.of("y", y, "x", x), "negative", 0, "n", 6, "factors", List.of(2, 5)));
    combine.execute(Map.of("to", List.of(x, y), "negative", 1, "n", 4, "factors", List.of(1, 0)));
    out.println(text(y));
    out.println(text(x));

    Value plain = build.execute(source, "combine");
    out.println(plain.getMember("signature"));
    ByteBuffer span = ByteBuffer.allocate(32).order(ByteOrder.nativeOrder());
    span.putLong(y.getMember("pointer").asLong()).putLong(x.getMember("pointer").asLong());
    span.put(new byte[2]).putShort((short) 6).putFloat(0.5f).putFloat(1);
    plain.execute(1, 32).execute((Object) span.array());
    out.println(text(y));

    Value turn = build.execute(source, TURN).execute(1, 256, 4 * N);
    Value many = cu.invokeMember("DeviceArray", "int", N);
    many.invokeMember("copyFrom", (Object) IntStream.range(0, N).toArray());
    turn.execute(new int[] {7, 0, 0, 5}, many, N);
    turn.execute(new int[] {1, 0, 0, 2}, many, N);
    out.println(
        (many.getArrayElement(0).asInt() - 12) + " " + (many.getArrayElement(N - 1).asInt() - 12));
  }
}
