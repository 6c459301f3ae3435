package org.grcuda.core.fuzz;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.core.expression.Expression;
import org.grcuda.core.expression.ExpressionParser;
import org.grcuda.core.expression.ExpressionSyntaxException;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.ItaniumMangler;
import org.grcuda.core.signature.SignatureException;
import org.grcuda.core.signature.SignatureParser;
import org.grcuda.core.text.MangledName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No input makes a parser hang or throw anything but its syntax error, whose place lies within the
 * input. Runs {@value #INPUTS} inputs for each parser; the system property {@code
 * grcuda.fuzz.inputs} sets another number, {@code grcuda.fuzz.seed} another seed.
 */
final class ParserFuzzTest {

  private static final int INPUTS = 10_000;

  /** Generous: an input takes microseconds. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final int BATCH = 1000;
  private static final Pattern LINE_END = Pattern.compile("\\R|\\p{Cntrl}");

  /**
   * A parser and how its errors are checked.
   *
   * @param corpus legal inputs
   * @param check parses; throws an AssertionError where the parser does wrong
   */
  private record Target(String name, List<String> corpus, Consumer<String> check) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Target> targets() {
    return Stream.of(
        new Target("expression", EXPRESSIONS, ParserFuzzTest::expression),
        new Target("signature", SIGNATURES, ParserFuzzTest::signature),
        new Target("NFI", TYPES, ParserFuzzTest::nfi),
        new Target("NIDL file", FILES, ParserFuzzTest::file),
        new Target("symbol", SYMBOLS, ParserFuzzTest::symbol));
  }

  private static final List<String> EXPRESSIONS =
      List.of(
          "CU",
          "CU::BLAS::cublasSaxpy",
          "double[100]",
          "float[28][28 * 2 - 0x10]",
          "DeviceArray(\"int\", 100, 'F')",
          "DeviceArray('float')(100)(\"a\\n\\u00e9\")",
          "f(g(1), -x + 2.5e3 * (y - .5) / 7 % 3, a::h(double[2]))",
          "/* a comment */ buildkernel(source, \"k(x: in pointer float)\") // another",
          "-9223372036854775808 + --1",
          "long[(1 + 2) * -(-4)]");

  private static final List<String> SIGNATURES =
      List.of(
          "square",
          "a::b::square<int, 4>",
          "square(x: in pointer float, y: out pointer double, n: sint32)",
          "cxx ns::f(a: bool, b: char, c: wchar, d: ull64): double",
          "scale<float, (1 + 2), Pair<int, 3>>(x: inout pointer void, in: half): void",
          "f(): pointer float",
          "f(s: string, p: const pointer uint64) // a comment",
          "f(\n  x: pointer sint8 /* in */\n)");

  private static final List<String> TYPES =
      List.of(
          "",
          "pointer, const pointer, sint32",
          "(pointer, sint32): double",
          "in pointer float, out pointer half, inout pointer void, ull64",
          "(): void",
          "(string): pointer");

  private static final List<String> FILES =
      List.of(
          "",
          "kernels ns::inner {\n  add(x: in pointer float, n: sint32)\n  f<int>()\n}\n",
          "// a file\nckernels { k(n: sint32) }\nchostfuncs{ sin(x: double): double }",
          "hostfuncs a { f(s: string): sint32 g(): void }\n/* end */");

  private static final List<String> SYMBOLS =
      List.of(
          "square",
          "_Z3addPKfPfi",
          "_ZN1a1b3addEPKNS_4PairES3_RKd",
          "_Z5scaleIfLi4EEvPT_T0_",
          "_ZN2ns4wrapI6__halfE3runIiEEvPS1_T_DsDuDiw",
          "_ZSt4sortPPcS0_",
          "_ZNSt6vectorIiE4pushEi",
          "_Z1fv");

  private static void expression(String input) {
    try {
      within(ExpressionParser.parse(input), input);
    } catch (ExpressionSyntaxException e) {
      place(input, e.line(), e.column(), e.getMessage());
      assertTrue(e.offset() >= 0 && e.length() >= 0, "a negative place");
      assertTrue(e.offset() + e.length() <= input.length(), "a place behind the end");
      assertEquals(lineOf(input, e.offset()), e.line(), "line");
    }
  }

  private static int lineOf(String input, int offset) {
    return 1 + (int) input.substring(0, offset).chars().filter(c -> c == '\n').count();
  }

  /** Every node of a tree lies within the source. */
  private static void within(Expression tree, String input) {
    assertTrue(tree.start() >= 0 && tree.length() > 0, () -> "the place of " + tree);
    assertTrue(tree.start() + tree.length() <= input.length(), () -> "the end of " + tree);
    switch (tree) {
      case Expression.Binary binary -> {
        within(binary.left(), input);
        within(binary.right(), input);
      }
      case Expression.Negation negation -> within(negation.operand(), input);
      case Expression.Call call -> {
        within(call.callee(), input);
        call.arguments().forEach(argument -> within(argument, input));
      }
      default -> {}
    }
  }

  private static void signature(String input) {
    try {
      mangled(SignatureParser.parse(input));
    } catch (SignatureException e) {
      place(input, e.line(), e.column(), e.getMessage());
    }
  }

  private static void nfi(String input) {
    try {
      mangled(SignatureParser.parseNfi("ns::f", input));
    } catch (SignatureException e) {
      place(input, e.line(), e.column(), e.getMessage());
    }
  }

  private static void file(String input) {
    try {
      SignatureParser.parseFile("x.nidl", input).stream()
          .flatMap(group -> group.functions().stream())
          .forEach(
              function -> {
                within(input, function.position().line(), function.position().column());
                try {
                  mangled(function.declaration());
                } catch (SignatureException e) {
                  assertTrue(e.getMessage().contains("template"), e::getMessage);
                }
              });
    } catch (SignatureException e) {
      place(input, e.line(), e.column(), e.getMessage());
      assertTrue(e.getMessage().startsWith("x.nidl, line "), e::getMessage);
    }
  }

  /** What is declared has a symbol that tells the same, unless the mangler says why not. */
  private static void mangled(FunctionDeclaration declaration) {
    if (declaration.linkage() == FunctionDeclaration.Linkage.CXX) {
      RoundTrip.check(declaration, ItaniumMangler.mangle(declaration));
    }
  }

  private static void symbol(String input) {
    MangledName.parse(input).ifPresent(name -> assertFalse(name.name().isEmpty()));
    MangledName.ofVariable(input);
  }

  private static void place(String input, int line, int column, String message) {
    within(input, line, column);
    assertTrue(!LINE_END.matcher(message).find(), () -> "not one line: " + message);
    assertTrue(message.length() < 1000, () -> "a message of " + message.length());
  }

  private static void within(String input, int line, int column) {
    String[] lines = input.split("\n", -1);
    assertTrue(line >= 1 && line <= lines.length, () -> "line " + line + " of " + lines.length);
    int last = lines[line - 1].length() + 1;
    assertTrue(column >= 1 && column <= last, () -> "column " + column + " of " + last);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void legalInputsAreLegal(Target target) {
    target.corpus.forEach(input -> assertDoesNotThrow(() -> parse(target, input)));
  }

  private static void parse(Target target, String input) {
    switch (target.name) {
      case "expression" -> ExpressionParser.parse(input);
      case "signature" -> SignatureParser.parse(input);
      case "NFI" -> SignatureParser.parseNfi("f", input);
      case "NIDL file" -> SignatureParser.parseFile("f", input);
      default -> MangledName.parse(input);
    }
  }

  /**
   * Depth that recursion could not take, behind closing brackets, too, which do not make up for it.
   */
  static List<Arguments> deep() {
    return targets()
        .flatMap(
            target ->
                Stream.of("(", "[", "<", "-", "!", "{", "a<", "f(", "P", "I", "N1a", "PK", "T_")
                    .flatMap(
                        open ->
                            Stream.of("", ")", "]", ">", "a<)", "f<]")
                                .map(
                                    before ->
                                        Arguments.of(
                                            target,
                                            (target.name.equals("symbol") ? "_Z" : "a<")
                                                + before.repeat(10_000)
                                                + open.repeat(30_000)))))
        .toList();
  }

  @Test
  void depth() {
    assertTimeoutPreemptively(
        LIMIT,
        () ->
            deep()
                .forEach(
                    at -> {
                      Target target = (Target) at.get()[0];
                      String input = (String) at.get()[1];
                      Throwable wrong = wrong(target, input);
                      assertNull(wrong, () -> target + ": " + escaped(input) + ": " + wrong);
                    }));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void nothingButSyntaxErrors(Target target) {
    long seed = Long.getLong("grcuda.fuzz.seed", 1);
    int inputs = Integer.getInteger("grcuda.fuzz.inputs", INPUTS);
    var seeds = new SplittableRandom(seed + target.name.hashCode());
    for (int done = 0; done < inputs; done += BATCH) {
      var mutator = new Mutator(target.corpus, seeds.nextLong());
      String[] running = new String[1];
      assertTimeoutPreemptively(
          LIMIT, () -> batch(target, mutator, running), () -> "hangs: " + escaped(running[0]));
    }
  }

  private static void batch(Target target, Mutator mutator, String[] running) {
    for (int i = 0; i < BATCH; i++) {
      String input = mutator.next();
      running[0] = input;
      Throwable wrong = wrong(target, input);
      if (wrong != null) {
        String small = smallest(target, input);
        throw new AssertionError("input " + escaped(small) + ": " + wrong(target, small), wrong);
      }
    }
  }

  private static Throwable wrong(Target target, String input) {
    try {
      target.check.accept(input);
      return null;
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      return e;
    }
  }

  /** Less and less of an input, as long as it goes wrong. */
  private static String smallest(Target target, String input) {
    String text = input;
    for (int size = text.length() / 2; size >= 1; size /= 2) {
      for (int at = 0; at + size <= text.length(); ) {
        String less = text.substring(0, at) + text.substring(at + size);
        if (wrong(target, less) != null) {
          text = less;
        } else {
          at += size;
        }
      }
    }
    return text;
  }

  private static String escaped(String text) {
    String shown =
        text.chars()
            .limit(500)
            .mapToObj(
                c ->
                    c >= ' ' && c < 127 && c != '\\' && c != '"'
                        ? String.valueOf((char) c)
                        : "\\u" + HexFormat.of().toHexDigits((char) c))
            .collect(Collectors.joining("", "\"", "\""));
    return text.length() <= 500 ? shown : shown + " of " + text.length() + " characters";
  }
}
