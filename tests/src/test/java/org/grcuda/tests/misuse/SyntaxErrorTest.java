package org.grcuda.tests.misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.SourceSection;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Expressions with an error: its message, and its place as the host sees it. */
@TestInstance(Lifecycle.PER_CLASS)
final class SyntaxErrorTest {

  private final Context context = Hosts.open(Map.of());

  /** Expression, start and end as line:column, message. */
  static Stream<Arguments> expressions() {
    return Stream.of(
        at("", "1:1-1:1", "line 1, column 1: expected an expression, found end of input"),
        at("float[3", "1:8-1:8", "line 1, column 8: expected ']', found end of input"),
        at("float[", "1:7-1:7", "line 1, column 7: expected an expression, found end of input"),
        at("1 + ", "1:5-1:5", "line 1, column 5: expected an expression, found end of input"),
        at("CU.getdevices", "1:3-1:3", "line 1, column 3: expected end of input, found '.'"),
        at(
            "DeviceArray(\"int\",\n  3 $ 4)",
            "2:5-2:5",
            "line 2, column 5: expected ',' or ')', found '$'"),
        at("\"abc", "1:1-1:4", "line 1, column 1: this string has no closing quote"),
        at("1 /* abc", "1:3-1:8", "line 1, column 3: this comment has no closing '*/'"),
        at(
            "flaot[3]",
            "1:1-1:5",
            "line 1, column 1: unknown element type 'flaot'; did you mean 'float'? Legal types:"
                + " boolean, char, short, int, long, float, double, byte, uchar, ushort, uint,"
                + " ulong, half, complex64, complex128"),
        at(
            "float[3][-1]",
            "1:10-1:11",
            "line 1, column 10: the size of an array must not be negative"),
        at(
            "float[1.5]",
            "1:7-1:9",
            "line 1, column 7: the size of an array must be a constant integer"),
        at(
            "9223372036854775808",
            "1:1-1:19",
            "line 1, column 1: this integer does not fit in 64 bits"),
        at("2 * (1 / 0)", "1:6-1:10", "line 1, column 6: division by zero in '1 / 0'"));
  }

  /** Expressions that parse, and mean nothing. */
  static Stream<Arguments> meaningless() {
    return Stream.of(
        at("1 + nothing", "1:5-1:11", "unknown name 'nothing' in namespace CU"),
        at(
            "CU::getdevicez()",
            "1:1-1:14",
            "unknown name 'getdevicez' in namespace CU; did you mean 'getdevices'?"),
        at("getdevices::first", "1:1-1:17", "'first': the name before it is not a namespace"),
        at("getdevices()()", "1:1-1:14", "a list cannot be called"),
        at("float[0]", "1:1-1:8", "array float[0]: every dimension needs at least 1 element"));
  }

  private static Arguments at(String expression, String place, String message) {
    return Arguments.of(expression, place, message);
  }

  @ParameterizedTest
  @MethodSource("expressions")
  void isASyntaxErrorAt(String expression, String place, String message) {
    assertEquals(true, check(expression, place, message).isSyntaxError());
  }

  @ParameterizedTest
  @MethodSource("meaningless")
  void isAnErrorAt(String expression, String place, String message) {
    assertEquals(false, check(expression, place, message).isSyntaxError());
  }

  private PolyglotException check(String expression, String place, String message) {
    var error = assertThrows(PolyglotException.class, () -> context.eval("grcuda", expression));
    assertEquals(message, error.getMessage());
    SourceSection section = error.getSourceLocation();
    assertEquals(
        place,
        section.getStartLine()
            + ":"
            + section.getStartColumn()
            + "-"
            + section.getEndLine()
            + ":"
            + section.getEndColumn());
    assertEquals(42, context.eval("grcuda", "1 + 41").asInt());
    return error;
  }

  @AfterAll
  void close() {
    context.close();
  }
}
