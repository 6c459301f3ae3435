package org.grcuda.tests.typed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.tests.Hosts;
import org.grcuda.types.ElementType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation on arrays, for every element type, in both guest languages. */
@TestInstance(Lifecycle.PER_CLASS)
final class HostElementsTest {

  /**
   * The values of one element type as literals, the extreme ones among them.
   *
   * @param typedArray JavaScript's class of them, or null
   * @param code that of Python's arrays of them, or empty
   */
  private record Elements(
      ElementType type,
      String javascript,
      String python,
      String refused,
      String refusedInPython,
      String typedArray,
      String code) {

    static Elements numbers(
        ElementType type, String values, String refused, String typedArray, String code) {
      return new Elements(type, values, values, refused, refused, typedArray, "'" + code + "'");
    }

    @Override
    public String toString() {
      return type.typeName();
    }
  }

  private final Context context = Hosts.open(Map.of());
  private final Value cu = context.eval("grcuda", "CU");
  private final Value javascript = context.eval("js", program("elements.js"));
  private final Value python = context.eval("python", program("elements.py"));

  private static String program(String name) {
    try (InputStream in = HostElementsTest.class.getResourceAsStream("/typed/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<Elements> elements() {
    return Stream.of(integers(), others()).flatMap(List::stream);
  }

  private static List<Elements> integers() {
    String small = "[-128, 127, 0, -1]";
    String[] notSmall = {"[128, -129, 0.5, 'a', {}]", "[300, [1]]"};
    return List.of(
        Elements.numbers(ElementType.CHAR, small, notSmall[0], "Int8Array", "b"),
        Elements.numbers(ElementType.BYTE, small, notSmall[1], "Int8Array", "b"),
        Elements.numbers(
            ElementType.UCHAR, "[255, 128, 0, 1]", "[256, -1, 1.5]", "Uint8Array", "B"),
        Elements.numbers(
            ElementType.SHORT, "[-32768, 32767, 0, -1]", "[32768, -32769]", "Int16Array", "h"),
        Elements.numbers(
            ElementType.USHORT, "[65535, 32768, 0, 1]", "[65536, -1]", "Uint16Array", "H"),
        Elements.numbers(
            ElementType.INT,
            "[-2147483648, 2147483647, 0, -1]",
            "[2147483648, -2147483649, 1e10]",
            "Int32Array",
            "i"),
        Elements.numbers(
            ElementType.UINT,
            "[4294967295, 2147483648, 0, 1]",
            "[4294967296, -1]",
            "Uint32Array",
            "I"),
        new Elements(
            ElementType.LONG,
            "[-9223372036854775808n, 9223372036854775807n, 0n, -1n]",
            "[-9223372036854775808, 9223372036854775807, 0, -1]",
            "[9223372036854775808n, 0.5, 1e300]",
            "[9223372036854775808, 0.5, 1e300, 2**200]",
            "BigInt64Array",
            "'q'"),
        new Elements(
            ElementType.ULONG,
            "[18446744073709551615n, 9223372036854775808n, 0n, 1n]",
            "[18446744073709551615, 9223372036854775808, 0, 1]",
            "[18446744073709551616n, -1n, -1, NaN]",
            "[18446744073709551616, -1, float('nan')]",
            "BigUint64Array",
            "'Q'"));
  }

  private static List<Elements> others() {
    String numbers = "[-1.5, 0.25, 65504, -3]";
    String noNumbers = "['1', [1], {}]";
    String pairs = "[[1, -2], [0.5, 0.25], [-3, 0], [7, 7]]";
    return List.of(
        new Elements(
            ElementType.BOOLEAN,
            "[true, false, false, true]",
            "[True, False, False, True]",
            "[2, -1, 0.5, 'true']",
            "[2, -1, 0.5, 'true']",
            "null",
            "''"),
        new Elements(ElementType.HALF, numbers, numbers, noNumbers, noNumbers, "null", "''"),
        Elements.numbers(ElementType.FLOAT, numbers, noNumbers, "Float32Array", "f"),
        Elements.numbers(
            ElementType.DOUBLE, "[-0.1, 1e308, 5e-324, 0]", noNumbers, "Float64Array", "d"),
        new Elements(
            ElementType.COMPLEX64,
            pairs,
            "[1-2j, 0.5+0.25j, -3+0j, [7.0, 7.0]]",
            "['1', [1], [1, 2, 3], [1, 'a'], {}]",
            "['1', [1], [1, 2, 3], [1, 'a'], {}]",
            "Float32Array",
            "'f'"),
        new Elements(
            ElementType.COMPLEX128,
            pairs.replace("0.5", "1e300"),
            "[[0.1, -2.0], [1e300, 0.25], 3j, 7+7j]",
            noNumbers,
            noNumbers,
            "Float64Array",
            "'d'"));
  }

  @ParameterizedTest
  @MethodSource("elements")
  void inJavaScript(Elements elements) {
    Value wrong =
        javascript.execute(
            cu,
            elements.type.typeName(),
            context.eval("js", "(" + elements.javascript + ")"),
            context.eval("js", "(" + elements.refused + ")"),
            context.eval("js", elements.typedArray));
    assertEquals("", wrong.asString());
  }

  @ParameterizedTest
  @MethodSource("elements")
  void inPython(Elements elements) {
    Value wrong =
        python.execute(
            cu,
            elements.type.typeName(),
            context.eval("python", elements.python),
            context.eval("python", elements.refusedInPython),
            context.eval("python", elements.code));
    assertEquals("", wrong.asString());
  }

  @Test
  void everyTypeIsTested() {
    List<ElementType> tested = elements().map(Elements::type).toList();
    assertTrue(tested.containsAll(Arrays.asList(ElementType.values())));
  }

  @AfterAll
  void close() {
    context.close();
  }
}
