package org.grcuda.core.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.grcuda.core.expression.Expression.ArrayAllocation;
import org.grcuda.core.expression.Expression.Binary;
import org.grcuda.core.expression.Expression.Call;
import org.grcuda.core.expression.Expression.FloatLiteral;
import org.grcuda.core.expression.Expression.IntegerLiteral;
import org.grcuda.core.expression.Expression.Name;
import org.grcuda.core.expression.Expression.Negation;
import org.grcuda.core.expression.Expression.StringLiteral;
import org.grcuda.types.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExpressionParserTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "CU                         | CU",
        " CU                        | CU",
        "CU // the root             | CU",
        "/* the root */ CU          | CU",
        "a::b :: c                  | a::b::c",
        "_a$1                       | _a$1",
        "double[100]                | double[100]",
        "float [28] [28]            | float[28, 28]",
        "int[10 * 100 - 0x10]       | int[984]",
        "long[(1 + 2) * -(-4)]      | long[12]",
        "float32[0]                 | float[0]",
        "f()                        | f()",
        "DeviceArray(\"int\", 100)  | DeviceArray('int', 100)",
        "DeviceArray('int')(100)    | DeviceArray('int')(100)",
        "BLAS::cublasSaxpy(1, x, .5)| BLAS::cublasSaxpy(1, x, 0.5)",
        "f(g(1), a::h(double[2]))   | f(g(1), a::h(double[2]))",
        "f(1 + g(2) * 3 - x)        | f(((1 + (g(2) * 3)) - x))",
        "f(-x, --x, +x, -1.5)       | f((-x), (-(-x)), x, -1.5)",
        "7 / 2                      | 3",
        "-7 % 3                     | -1",
        "7.0 / 2                    | 3.5",
        "1 + 2.5e1 * 2              | 51.0",
        "9223372036854775807        | 9223372036854775807",
        "-9223372036854775808       | -9223372036854775808",
        "0xFFFFFFFFFFFFFFFF         | -1",
        "-0x10                      | -16",
        "1.                         | 1.0",
        "1e3                        | 1000.0",
      })
  void expressions(String source, String tree) {
    assertEquals(tree, text(ExpressionParser.parse(source)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "double[100     | 11 | 0 | expected ']', found end of input",
        "double[        | 8  | 0 | expected an expression, found end of input",
        "double[100]]   | 12 | 1 | expected end of input, found ']'",
        "double[n]      | 8  | 1 | the size of an array must be a constant integer",
        "double[1.5]    | 8  | 3 | the size of an array must be a constant integer",
        "double[2 - 3]  | 8  | 5 | the size of an array must not be negative",
        "``             | 1  | 0 | expected an expression, found end of input",
        "1 2            | 3  | 1 | expected end of input, found '2'",
        "CU.x           | 3  | 1 | expected end of input, found '.'",
        "f(1 2)         | 5  | 1 | expected ',' or ')', found '2'",
        "f(1            | 4  | 0 | expected ',' or ')', found end of input",
        "f(,)           | 3  | 1 | expected an expression or ')', found ','",
        "f(1,)          | 5  | 1 | expected an expression, found ')'",
        "(1             | 3  | 0 | expected ')', found end of input",
        "a::            | 4  | 0 | expected a name, found end of input",
        "a::1           | 4  | 1 | expected a name, found '1'",
        "::             | 3  | 0 | expected a name, found end of input",
        "1 +            | 4  | 0 | expected an expression, found end of input",
        "@              | 1  | 1 | expected an expression, found '@'",
        "f(\uD83D\uDE00) | 3 | 2 | expected an expression or ')', found '\uD83D\uDE00'",
        "\"abc          | 1  | 4 | this string has no closing quote",
        "f('a\"         | 3  | 3 | this string has no closing quote",
        "CU /* x        | 4  | 4 | this comment has no closing '*/'",
        "\"a\\qb\"      | 3  | 2 | unknown escape '\\q' in a string; legal: \\\\ \\\" \\' \\n"
            + " \\t \\r"
            + " \\b \\f \\0 \\uXXXX",
        "\"\\u12\"      | 2  | 2 | '\\u' takes four hexadecimal digits",
        "1 / 0          | 1  | 5 | division by zero in '1 / 0'",
        "f(1 % 0)       | 3  | 5 | division by zero in '1 % 0'",
        "9223372036854775807 + 1 | 1 | 23 | the result of '9223372036854775807 + 1' does not fit in"
            + " 64 bits",
        "9223372036854775808     | 1 | 19 | this integer does not fit in 64 bits",
        "0x10000000000000000     | 1 | 19 | this integer does not fit in 64 bits",
        "1e999          | 1  | 5 | this number is too large for a double",
        "1 + \"a\"      | 5  | 3 | '+' takes numbers, found a string",
        "-int[3]        | 2  | 6 | '-' takes numbers, found an array",
      })
  void errors(String source, int column, int length, String problem) {
    var error = assertThrows(ExpressionSyntaxException.class, () -> ExpressionParser.parse(source));
    assertEquals("line 1, column " + column + ": " + problem, error.getMessage());
    assertEquals(1, error.line());
    assertEquals(column, error.column());
    assertEquals(column - 1, error.offset());
    assertEquals(length, error.length());
  }

  @Test
  void unknownElementTypes() {
    var error =
        assertThrows(ExpressionSyntaxException.class, () -> ExpressionParser.parse("flaot[3]"));
    assertTrue(
        error
            .getMessage()
            .startsWith("line 1, column 1: unknown element type 'flaot'; did you mean 'float'?"));
    assertEquals(5, error.length());
  }

  @Test
  void errorsInLaterLines() {
    var error =
        assertThrows(ExpressionSyntaxException.class, () -> ExpressionParser.parse("f(\n  1,\n 2"));
    assertEquals("line 3, column 3: expected ',' or ')', found end of input", error.getMessage());
    assertEquals(3, error.line());
    assertEquals(10, error.offset());
  }

  @Test
  void strings() {
    String source = "f(\"a\\\"b\\\\\\n\\u0041\", 'c\\'d\ne', \"\uD83D\uDE00\", x)";
    Call call = assertInstanceOf(Call.class, ExpressionParser.parse(source));
    assertEquals("a\"b\\\nA", ((StringLiteral) call.arguments().get(0)).value());
    assertEquals("c'd\ne", ((StringLiteral) call.arguments().get(1)).value());
    assertEquals("\uD83D\uDE00", ((StringLiteral) call.arguments().get(2)).value());
    // Offsets count UTF-16 units, of which the emoji has two.
    assertEquals(source.indexOf('x'), call.arguments().get(3).start());
  }

  @Test
  void everyNodeKnowsItsSource() {
    String source = " f( -a , (b+1) * -2, int[3][4])(\"s\") ";
    Call outer = assertInstanceOf(Call.class, ExpressionParser.parse(source));
    assertEquals(source.strip(), range(source, outer));
    assertEquals("\"s\"", range(source, outer.arguments().getFirst()));
    Call inner = assertInstanceOf(Call.class, outer.callee());
    assertEquals("f( -a , (b+1) * -2, int[3][4])", range(source, inner));
    assertEquals("f", range(source, inner.callee()));
    assertEquals(
        List.of("-a", "b+1) * -2", "int[3][4]"),
        inner.arguments().stream().map(argument -> range(source, argument)).toList());
    Name lone = assertInstanceOf(Name.class, ExpressionParser.parse(" a :: b "));
    assertEquals("a :: b", range(" a :: b ", lone));
  }

  @Test
  void theQuickPathAndTheGrammarAgree() {
    for (String name : List.of("CU", " a::b", "a :: b\n", "$x1")) {
      assertEquals(ExpressionParser.parse(name), SyntaxTreeBuilder.build(name));
    }
  }

  @ParameterizedTest
  @CsvSource({"(", "f(", "'int[('", "-", "'1+'", "'f(1)('", "'a::'", "'\"a\",'", "'x*'"})
  void repetitionWithoutEndIsRefused(String part) {
    var error =
        assertThrows(
            ExpressionSyntaxException.class, () -> ExpressionParser.parse(part.repeat(100_000)));
    assertEquals(1, error.getMessage().lines().count());
  }

  @Test
  void limits() {
    var nested =
        assertThrows(
            ExpressionSyntaxException.class, () -> ExpressionParser.parse("(".repeat(101) + "1"));
    assertEquals("line 1, column 101: nested more than 100 deep", nested.getMessage());
    assertEquals("1", text(ExpressionParser.parse("(".repeat(100) + "1" + ")".repeat(100))));
    var tooLong =
        assertThrows(
            ExpressionSyntaxException.class, () -> ExpressionParser.parse("1+".repeat(500) + "1"));
    assertEquals("line 1, column 1001: longer than 1000 words and signs", tooLong.getMessage());
    assertEquals("499", text(ExpressionParser.parse("1+".repeat(498) + "1")));
  }

  @Test
  void anyMixtureOfWordsIsParsedOrRefused() {
    String[] words = {
      "f",
      "(",
      ")",
      "[",
      "]",
      ",",
      "::",
      "+",
      "-",
      "*",
      "/",
      "%",
      "1",
      "0",
      "2.5",
      "int",
      " ",
      "\n",
      "\"",
      "'",
      "\\",
      "/*",
      "*/",
      "//",
      "@",
      "\uD83D\uDE00",
      "\uD83D",
      "0x"
    };
    SplittableRandom random = new SplittableRandom(3);
    int parsed = 0;
    for (int round = 0; round < 20_000; round++) {
      StringBuilder source = new StringBuilder();
      for (int length = random.nextInt(14); length > 0; length--) {
        source.append(words[random.nextInt(words.length)]);
      }
      try {
        ExpressionParser.parse(source.toString());
        parsed++;
      } catch (ExpressionSyntaxException refused) {
        assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
        assertTrue(refused.offset() + refused.length() <= source.length(), refused.getMessage());
      }
    }
    assertTrue(parsed > 200, "the mixture tests nothing");
  }

  private static String range(String source, Expression node) {
    return source.substring(node.start(), node.start() + node.length());
  }

  /** Fully parenthesised. */
  private static String text(Expression node) {
    return switch (node) {
      case IntegerLiteral literal -> Long.toString(literal.value());
      case FloatLiteral literal -> Double.toString(literal.value());
      case StringLiteral literal -> "'" + literal.value() + "'";
      case Name name -> name.text();
      case Call call ->
          text(call.callee())
              + call.arguments().stream()
                  .map(ExpressionParserTest::text)
                  .collect(Collectors.joining(", ", "(", ")"));
      case ArrayAllocation array -> array.type() + array.shape().toString();
      case Binary binary ->
          "(%s %s %s)".formatted(text(binary.left()), binary.operator(), text(binary.right()));
      case Negation negation -> "(-" + text(negation.operand()) + ")";
    };
  }

  @Test
  void elementTypesAreResolved() {
    var array = assertInstanceOf(ArrayAllocation.class, ExpressionParser.parse("sint32[2]"));
    assertEquals(ElementType.INT, array.type());
  }
}
