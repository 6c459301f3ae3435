package org.grcuda.attacks.bombs;

import static org.grcuda.attacks.bombs.Bomb.kernel;
import static org.grcuda.attacks.bombs.Bomb.source;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A few lines that the preprocessor makes millions of tokens, or never ends to read. */
final class MacroBombs {

  private static final int FACTOR = 16;
  private static final String JOIN =
      """
      #define JOIN_(a, b) a##b
      #define JOIN(a, b) JOIN_(a, b)
      """;

  private MacroBombs() {}

  static List<Bomb> all() {
    return List.of(
        kernel("nested parentheses", grown("(", 6), "x[0] = P6 x[1];"),
        kernel("nested subscripts", grown("x[", 5), "x[0] = P5 x[1];"),
        kernel("nested blocks", grown("{", 5), "P5 x[0] = 1;"),
        kernel("nested unary operators", grown("- ", 5), "x[0] = P5 x[1];"),
        kernel("nested conditional operators", grown("x[0] ? 1 : ", 5), "x[0] = P5 2;"),
        kernel("nested lambdas", grown("[&] { return ", 4), "x[0] = P4 2;"),
        kernel("nested ifs", grown("if (x[0]) ", 5), "P5 x[0] = 1;"),
        kernel("nested casts", grown("(int) ", 5), "x[0] = P5 x[1];"),
        kernel("tokens grow", grown("1 + ", 7), "x[0] = P7 x[1];"),
        kernel("statements grow", grown("x[0] += x[1];", 6), "P6"),
        kernel("text grows", grown("abc ", 6) + string("P6"), "x[0] = sizeof(TEXT);"),
        kernel("names grow", JOIN + identifiers(30), "int N30 = 1;"),
        kernel("pragmas grow", grown("_Pragma(\"unroll\") ", 5), "P5 for (;;) x[0]++;"),
        kernel("counters grow", grown("x[__COUNTER__] = 1; ", 6), "P6"),
        kernel("lines grow", grown("+ __LINE__", 5), "\n#line 2147483647\nx[0] = P5;\n\n"),
        kernel(
            "a macro that calls itself", "#define F(x) x(F)(x) G(x)\n#define G(x) F(x)", calls()),
        kernel("conditions nest", grown("(", 5) + "#if P5 1\n#endif", "x[0] = 1;"),
        source("ifs nest", "#if 1\n".repeat(200_000) + Bomb.withKernel("", "x[0] = 1;")),
        kernel("options grow", "", "x[0] = P6 1;")
            .withOption("-DP0=1 +")
            .withOption("-DP1=P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0")
            .withOption("-DP2=P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1")
            .withOption("-DP3=P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2")
            .withOption("-DP4=P3 P3 P3 P3 P3 P3 P3 P3 P3 P3 P3 P3 P3 P3 P3 P3")
            .withOption("-DP5=P4 P4 P4 P4 P4 P4 P4 P4 P4 P4 P4 P4 P4 P4 P4 P4")
            .withOption("-DP6=P5 P5 P5 P5 P5 P5 P5 P5 P5 P5 P5 P5 P5 P5 P5 P5"),
        kernel("a long option", "", "x[0] = N;").withOption("-DN=" + "1+".repeat(50_000) + "1"),
        kernel("includes its file", "#include __FILE__", "x[0] = 1;"),
        kernel("a header that includes itself", "#include \"a.h\"", "x[0] = 1;")
            .withInclude("a.h", "#include \"a.h\"\n"),
        kernel("a header that includes itself twice", "#include \"a.h\"", "x[0] = 1;")
            .withInclude(
                "a.h",
                "#if __INCLUDE_LEVEL__ < 150\n" + "#include \"a.h\"\n".repeat(2) + "#endif\n"),
        kernel("headers that include each other", "#include \"a.h\"", "x[0] = 1;")
            .withInclude("a.h", "#include \"b.h\"\n#include \"b.h\"\n")
            .withInclude("b.h", "#include \"a.h\"\n#include \"a.h\"\n"));
  }

  /** {@code Pn} is {@code text} 16^n times. */
  static String grown(String text, int levels) {
    return "#define P0 %s%n".formatted(text)
        + IntStream.range(0, levels)
            .mapToObj(
                n ->
                    "#define P"
                        + (n + 1)
                        + " "
                        + String.join(" ", Collections.nCopies(FACTOR, "P" + n)))
            .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String string(String macro) {
    return "#define S_(a) #a\n#define S(a) S_(a)\n#define TEXT S(" + macro + ")\n";
  }

  /** {@code Nn} is a name of 2^n characters. */
  private static String identifiers(int levels) {
    return "#define N0 a\n"
        + IntStream.range(0, levels)
            .mapToObj(n -> "#define N%d JOIN(N%d, N%d)".formatted(n + 1, n, n))
            .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String calls() {
    return "x[0] = " + "F(".repeat(2000) + "1" + ")".repeat(2000) + ";";
  }
}
