package org.grcuda.attacks.bombs;

import static org.grcuda.attacks.bombs.Bomb.kernel;
import static org.grcuda.attacks.bombs.Bomb.source;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sources that are large themselves, or whose code would be. */
final class SizeBombs {

  private static final int MANY = 100_000;

  private SizeBombs() {}

  static List<Bomb> all() {
    return List.of(
        kernel(
            "an initialiser of a million",
            "__device__ int a[] = {" + "1,".repeat(1_000_000) + "};",
            "x[0] = a[x[1]];"),
        kernel("a number of a million digits", "", "x[0] = " + "1".repeat(1_000_000) + ";"),
        kernel("a real number of a million digits", "", "x[0] = 1e-" + "9".repeat(1_000_000) + ";"),
        kernel("a string of four million", "", "x[0] = \"" + "a".repeat(4_000_000) + "\"[x[1]];"),
        kernel("a name of four million", "__device__ int " + "a".repeat(4_000_000) + ";", ""),
        kernel("pointers to pointers", "__device__ int " + "*".repeat(MANY) + "p;", "x[0] = !p;"),
        kernel("arrays of arrays", "__device__ int p" + "[1]".repeat(MANY) + ";", "x[0] = !p;"),
        kernel("references to references", "using R = int" + "&".repeat(MANY) + ";", ""),
        kernel("functions of functions", functionTypes(20_000), "x[0] = !f;"),
        kernel("namespaces nest", nested("namespace n%d { ", 20_000, "int v;"), ""),
        kernel("classes nest", nested("struct S%d { ", 20_000, "int v;"), ""),
        kernel("a switch of 100,000", "", "switch (x[1]) {" + each(MANY, SizeBombs::label) + "}"),
        kernel("else if, 100,000 times", "", each(MANY, SizeBombs::branch) + "x[0] = 0;"),
        kernel("a sum of 100,000", "", "x[0] = x[1]" + each(MANY, i -> "+x[" + i + "]") + ";"),
        kernel("100,000 statements", "", each(MANY, i -> "x[%d] = x[%d];\n".formatted(i, i / 2))),
        kernel("jumps from anywhere to anywhere", "", jumps(2000)),
        source("100,000 kernels", each(MANY, SizeBombs::kernelText) + Bomb.withKernel("", "")),
        source(
            "100,000 parameters",
            "extern \"C\" __global__ void k(" + each(MANY, i -> "int p" + i + ",") + "int *x) {}"),
        source(
            "unused variables",
            each(MANY, i -> "__device__ int v" + i + "[100];") + Bomb.withKernel("", "")),
        kernel("a shared array of 4 GB", "__shared__ int a[1 << 30];", "a[x[0]] = 1; x[1] = a[2];"),
        kernel("a constant array of 8 GB", "__constant__ long a[1 << 30];", "x[1] = a[x[0]];"),
        kernel("a variable of 4 TB", "__device__ char a[1L << 42];", "x[1] = a[x[0]];"),
        kernel("a frame of 4 GB", "", "volatile int a[1 << 30]; a[x[0]] = 1; x[1] = a[2];"));
  }

  private static String each(int count, IntFunction<String> text) {
    return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining());
  }

  private static String label(int i) {
    return "case %d: x[0] = %d; break;\n".formatted(i * 7919, i * 31);
  }

  private static String branch(int i) {
    return "if (x[1] == %d) x[0] = %d; else\n".formatted(i * 7919, i);
  }

  private static String kernelText(int i) {
    return "extern \"C\" __global__ void k%d(int *x) { x[%d] = %d; }\n".formatted(i, i, i);
  }

  private static String nested(String open, int depth, String inner) {
    return each(depth, open::formatted) + inner + "};".repeat(depth);
  }

  private static String functionTypes(int depth) {
    return "__device__ int " + "(*".repeat(depth) + "f" + ")()".repeat(depth) + ";";
  }

  /** A control flow that no loops describe. */
  private static String jumps(int labels) {
    return each(
        labels,
        i ->
            "l%d: x[%d]++; if (x[%d] & 1) goto l%d; if (x[%d] & 2) goto l%d;\n"
                .formatted(i, i, i + 1, i * 7919 % labels, i + 2, i * 104_729 % labels));
  }
}
