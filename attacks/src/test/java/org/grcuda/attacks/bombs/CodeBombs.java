package org.grcuda.attacks.bombs;

import static org.grcuda.attacks.bombs.Bomb.kernel;
import static org.grcuda.attacks.bombs.Bomb.source;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the optimizer makes large, and texts that end where none should. */
final class CodeBombs {

  private CodeBombs() {}

  static List<Bomb> all() {
    return List.of(
        kernel(
            "a loop unrolled a million times",
            "",
            "#pragma unroll 1000000\nfor (int i = 0; i < 1000000; i++) x[i] = x[i * 7] * i;"),
        kernel("loops unrolled within each other", "", unrolled(6, 40)),
        kernel("2^30 calls inlined", inlined(30), "x[0] = f30(x);"),
        kernel(
            "templates inlined",
            "template<int N> __device__ __forceinline__ int f(int *x) {"
                + " return f<N - 1>(x) + f<N - 1>(x + 1); }"
                + " template<> __device__ __forceinline__ int f<0>(int *x) { return x[0]; }",
            "x[0] = f<28>(x);"),
        kernel("a value of 64 KB", "struct S { int v[16384]; };" + copies(), "x[0] = g(x);"),
        kernel(
            "local arrays, unrolled",
            "",
            "int a[4096];\n#pragma unroll\n"
                + "for (int i = 0; i < 4096; i++) a[i] = x[i];\n#pragma unroll\n"
                + "for (int i = 0; i < 4096; i++) x[i] = a[(i * 37) & 4095] + a[4095 - i];"),
        kernel(
            "divisions, unrolled",
            "",
            "double *d = (double *) x;\n#pragma unroll\n"
                + "for (int i = 1; i < 20000; i++) d[i] = pow(d[i - 1] / d[i + 1], d[i] / i);"),
        source("a raw string without end", "__device__ const char *s = R\"x(" + "a\n".repeat(1000)),
        source(
            "a comment without end", Bomb.withKernel("", "x[0] = 1;") + "/* " + "*".repeat(1000)),
        kernel("arguments without end", "#define F(x) x", "x[0] = F(" + "1,".repeat(500_000)),
        source("continued lines", "\\\n".repeat(500_000) + Bomb.withKernel("", "x[0] = 1;")),
        source("trigraphs", "?" + "?/\n??=define A ??/\n".repeat(50_000) + Bomb.withKernel("", "")),
        source("zeros", Bomb.withKernel("", "x[0] = 1;") + "\0".repeat(10_000)),
        source("half of a pair", Bomb.withKernel("", "x[0] = L'\ud800';") + "// \udfff"),
        source("universal names", "__device__ int \\u00aa" + "\\U000100aa".repeat(50_000) + ";"),
        source("nothing", ""),
        source("a million lines", "\n".repeat(1_000_000) + "#error here"),
        source("a million errors", "} ".repeat(1_000_000)),
        source(
            "100,000 warnings",
            IntStream.range(0, 100_000)
                .mapToObj(i -> "__device__ int u%d() { int v; return v; }\n".formatted(i))
                .collect(Collectors.joining())));
  }

  private static String unrolled(int depth, int count) {
    StringBuilder text = new StringBuilder();
    for (int d = 0; d < depth; d++) {
      text.append(
          "_Pragma(\"unroll %d\") for (int i%d = 0; i%d < %d; i%d++)\n"
              .formatted(count, d, d, count, d));
    }
    return text + "x[i0 * x[i1] + i2 * i3] += i4 ^ i5;";
  }

  private static String inlined(int levels) {
    StringBuilder text =
        new StringBuilder("__device__ __forceinline__ int f0(int *x) { return x[0]; }\n");
    for (int n = 1; n <= levels; n++) {
      text.append(
          "__device__ __forceinline__ int f%d(int *x) { return f%d(x) * f%d(x + 1); }\n"
              .formatted(n, n - 1, n - 1));
    }
    return text.toString();
  }

  private static String copies() {
    return """
    __device__ __noinline__ S f(S s) { s.v[s.v[1] & 1023]++; return s; }
    __device__ int g(int *x) { S s; s.v[5] = x[0]; return f(f(f(f(f(f(f(f(s)))))))).v[6]; }
    """;
  }
}
