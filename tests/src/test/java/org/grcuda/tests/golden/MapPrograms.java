package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;

/** The golden programs of {@code Map} and {@code shred} over the polyglot API. */
final class MapPrograms {

  private MapPrograms() {}

  private static final List<Object> PARTICLES =
      List.of(particle(1, 0.5), particle(2, -1), particle(3, 2));

  private static ProxyObject particle(double x, double v) {
    return ProxyObject.fromMap(java.util.Map.of("x", x, "v", v));
  }

  private static String text(Value array) {
    return LongStream.range(0, array.getArraySize())
        .mapToObj(i -> "" + (long) array.getArrayElement(i).asDouble())
        .collect(Collectors.joining(","));
  }

  static void mapped(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value map = cu.getMember("Map");
    Value seen = cu.invokeMember("shred", PARTICLES);
    Value x = seen.getMember("x");
    long v = (long) seen.getMember("v").getArrayElement(1).asDouble();
    out.println(x.getArraySize() + " " + text(x) + " " + v);
    Object columns = ProxyObject.fromMap(java.util.Map.of("x", List.of(7, 8)));
    out.println(cu.invokeMember("shred", columns).getMember("x").getArrayElement(1));

    moves(cu, map, source, out);

    Value a = map.invokeMember("arg", "a");
    Value b = map.invokeMember("arg", "b");
    Value path = a.getMember("b").getArrayElement(2).invokeMember("shred").getMember("c");
    out.println(path.invokeMember("describe"));
    out.println(map.invokeMember("size", a, b.getMember("c")).invokeMember("describe"));
    functions(map, a, b, out);
    Value bound = a.getMember("b").invokeMember("bind", index(), index(), index());
    Object row = ProxyObject.fromMap(java.util.Map.of("b", "bound"));
    out.println(bound.execute(List.of(row), List.of(), List.of()));
    arrays(cu, out);
  }

  private static void moves(Value cu, Value map, String source, PrintStream out) {
    String types = "const pointer, const pointer, pointer, float, sint32";
    Value kernel = cu.invokeMember("buildkernel", source, "move", types);
    Value floats = cu.getMember("DeviceArray").invokeMember("map", "float");
    Value rows = map.invokeMember("arg", "particles");
    Value x = rows.invokeMember("shred").getMember("x");
    Value v = rows.invokeMember("shred").getMember("v");
    Value make = cu.invokeMember("DeviceArray", "float");
    Value moved = map.invokeMember("value", "moved", make, map.invokeMember("size", rows));
    Value time = map.invokeMember("arg", "settings").getArrayElement(1);
    Value move =
        map.invokeMember("ret", map.invokeMember("value", "moved"))
            .execute(
                kernel.execute(1, 32),
                x.invokeMember("map", floats),
                v.invokeMember("map", floats),
                moved,
                time,
                map.invokeMember("size", x, v),
                "move");
    out.println(text(move.execute(PARTICLES, List.of(0, 2))));
    out.println(text(move.execute(PARTICLES, List.of(0, 4))));
    out.println(kernel.getMember("launchCount"));
  }

  private static void functions(Value map, Value a, Value b, PrintStream out) {
    ProxyExecutable minus = v -> v[0].asInt() - v[1].asInt();
    out.println(map.execute(minus, b, a).execute(1, 10));
    ProxyExecutable times = v -> v[0].asInt() * v[1].asInt();
    ProxyExecutable next = v -> v[0].asInt() + 1;
    out.println(map.execute(times, a.invokeMember("map", next), 10).execute(4, "not used"));
    ProxyExecutable twice = v -> 2 * v[0].asInt();
    ProxyExecutable plus = v -> v[0].asInt() + v[1].asInt();
    Value doubled = map.invokeMember("value", "doubled", twice, a);
    out.println(map.execute(plus, doubled, map.invokeMember("value", "doubled")).execute(5));
    ProxyExecutable square = v -> v[0].asInt() * v[0].asInt();
    Value result = map.invokeMember("value", "return");
    out.println(map.invokeMember("ret", result).execute(square, a).execute(7));
    ProxyExecutable nothing = v -> null;
    Value size = map.invokeMember("size", a);
    out.println(map.invokeMember("ret", size).execute(nothing, a).execute(List.of(1, 2, 3)));
  }

  private static void arrays(Value cu, PrintStream out) {
    Value same = cu.invokeMember("DeviceArray", "int", 3);
    same.invokeMember("fill", 0);
    Value mapped = cu.getMember("DeviceArray").invokeMember("map", "int", same);
    boolean equal = mapped.getMember("pointer").asLong() == same.getMember("pointer").asLong();
    out.println(equal ? "same" : "a copy");
    out.println(text(cu.getMember("DeviceArray").invokeMember("map", "double", same)));
  }

  private static Object index() {
    return ProxyObject.fromMap(java.util.Map.of("a", 0));
  }
}
