package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyIterable;
import org.graalvm.polyglot.proxy.ProxyIterator;

/** The golden program of views and nested lists over the polyglot API. */
final class ViewPrograms {

  private ViewPrograms() {}

  private static String text(Value array) {
    return LongStream.range(0, array.getArraySize())
        .mapToObj(i -> "" + array.getArrayElement(i).as(Number.class).longValue())
        .collect(Collectors.joining(","));
  }

  private static Value array(Value cu, Object... arguments) {
    return cu.invokeMember("DeviceArray", arguments);
  }

  static void views(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value x = array(cu, "int", 6);
    x.invokeMember("copyFrom", List.of(0, 1, 2, 3, 4, 5));
    out.println("slice(-2): " + text(x.invokeMember("slice", -2)));
    out.println("slice(1, -1): " + text(x.invokeMember("slice", 1, -1)));
    Value odd = x.invokeMember("slice", 1, 6, 2);
    String contiguous = odd.getMember("isContiguous").asBoolean() ? "True" : "False";
    out.println("slice(1, 6, 2): " + text(odd) + " " + contiguous);
    Value even = x.invokeMember("slice", 0, 6, 2);
    out.println("step of a step: " + text(even.invokeMember("slice", 0, 3, 2)));
    for (String order : List.of("C", "F")) {
      matrix(array(cu, "int", 3, 4, order), order, out);
    }
    Value cube = array(cu, "short", 2, 2, 2);
    cube.invokeMember("copyFrom", (Object) new short[][][] {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}});
    String row = text(cube.getArrayElement(1).getArrayElement(0));
    out.println("cube: " + row + " " + text(cube.invokeMember("view", List.of(0, 2), 1, 1)));
    Value z = array(cu, "complex64", 1, 2);
    z.invokeMember("copyFrom", List.of(List.of(List.of(1, 2), List.of(3, 4))));
    out.println("complex: " + text(z.getArrayElement(0).getArrayElement(1)));
    x.invokeMember("copyFrom", new LinkedHashSet<>(List.of(7, 8)), 2);
    var squares = Stream.iterate(0, i -> i + 1).map(i -> i * i).iterator();
    ProxyIterable endless = () -> ProxyIterator.from(squares);
    x.invokeMember("slice", 2, 4).invokeMember("copyFrom", endless);
    out.println("iterables: " + text(x));
  }

  private static void matrix(Value m, String order, PrintStream out) {
    int[][] rows = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    m.invokeMember("copyFrom", (Object) rows);
    out.println(order + " row 1: " + text(m.getArrayElement(1)));
    out.println(order + " column 2: " + text(m.invokeMember("view", List.of(0, 3), 2)));
    Value block = m.invokeMember("view", List.of(1, 3), List.of(0, -1));
    String last = m.invokeMember("view", 2, -1).toString();
    out.println(order + " block: " + text(block.getArrayElement(1)) + " " + last);
    m.invokeMember("view", List.of(0, 3, 2), 0).setArrayElement(1, 90);
    int[][] back = new int[3][4];
    m.invokeMember("copyTo", (Object) back);
    String text =
        Arrays.stream(back)
            .map(
                row ->
                    Arrays.stream(row).mapToObj(String::valueOf).collect(Collectors.joining(",")))
            .collect(Collectors.joining(" "));
    out.println(order + " back: " + text);
  }
}
