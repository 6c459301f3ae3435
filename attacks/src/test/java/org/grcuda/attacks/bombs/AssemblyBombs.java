package org.grcuda.attacks.bombs;

import static org.grcuda.attacks.bombs.Bomb.kernel;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Inline assembly, which NVRTC passes on as it is: what is aimed at is the translation of PTX. */
final class AssemblyBombs {

  private static final int MANY = 100_000;

  private AssemblyBombs() {}

  static List<Bomb> all() {
    return List.of(
        assembly("assembly of undeclared registers", "add.s32 %r1, %r1, 1;".repeat(MANY)),
        assembly("assembly that opens braces", "{".repeat(MANY)),
        assembly("assembly that declares registers", "{.reg .b64 %q<2000000000>; mov.b64 %q5, 1;}"),
        assembly("100,000 instructions", registers("add.s32 %q1, %q1, 1;".repeat(MANY))),
        assembly("a million instructions", registers("xor.b32 %q2, %q1, %q3;".repeat(10 * MANY))),
        kernel("instructions grow", growing("add.s32 %q1, %q1, 1;"), "asm volatile(P6);"),
        assembly("10,000 barriers", "bar.sync 0;".repeat(10_000)),
        assembly("100,000 loads", registers("ld.shared.b32 %q1, [%q2];".repeat(MANY))),
        assembly("100,000 atomics", registers("atom.shared.add.u32 %q1, [%q2], 1;".repeat(MANY))),
        assembly(
            "10,000 shuffles", registers("shfl.sync.idx.b32 %q1, %q2, 3, 31, -1;".repeat(10_000))),
        assembly("100,000 divisions", registers("div.s32 %q1, %q2, %q1;".repeat(MANY))),
        assembly(
            "jumps of 20,000 labels", registers(each(20_000, AssemblyBombs::jump) + "L20000:")),
        assembly(
            "jumps that part, of 20,000 labels",
            parting(each(20_000, AssemblyBombs::jump) + "L20000:")),
        assembly("2,000 loops that nest", parting(loops(2_000))),
        assembly("a table of 100,000 jumps", registers(table(MANY))),
        assembly("3,000 tables of 3,000 jumps", registers(tables(3_000))),
        assembly("100,000 blocks", "{.reg .b32 %q; mov.b32 %q, 1;}".repeat(MANY)),
        assembly("blocks nest", "{.reg .b32 %q;".repeat(250) + "}".repeat(250)),
        assembly("100,000 variables", each(MANY, i -> ".local .b8 v" + i + "[64];")),
        kernel("many assemblies", "", "asm volatile(\"membar.gl;\");\n".repeat(20_000)));
  }

  private static Bomb assembly(String name, String text) {
    return kernel(name, "", "asm volatile(\"" + text + "\");");
  }

  private static String registers(String text) {
    return "{.reg .b32 %q<4>; .reg .pred %c; setp.eq.s32 %c, %q1, %q2;" + text + "}";
  }

  /** Threads go different ways. */
  private static String parting(String text) {
    return "{.reg .b32 %q<4>; .reg .pred %c; mov.u32 %q1, %tid.x; setp.eq.s32 %c, %q1, %q2;"
        + text
        + "}";
  }

  private static String growing(String instruction) {
    return MacroBombs.grown("\"" + instruction + "\"", 6);
  }

  private static String jump(int i) {
    return "L%d: add.s32 %%q1, %%q1, %d; @%%c bra L%d;".formatted(i, i, i * 7919L % 20_000);
  }

  private static String loops(int depth) {
    return each(depth, i -> "L" + i + ": add.s32 %q1, %q1, 1;")
        + each(depth, i -> "setp.eq.s32 %c, %q1, " + i + "; @%c bra L" + (depth - 1 - i) + ";");
  }

  private static String table(int labels) {
    return targets(labels) + "brx.idx %q1, T;" + each(labels, i -> "L" + i + ":");
  }

  private static String tables(int labels) {
    return targets(labels) + each(labels, i -> "L" + i + ": add.s32 %q1, %q1, 1; brx.idx %q1, T;");
  }

  private static String targets(int labels) {
    return "T: .branchtargets " + each(labels, i -> (i == 0 ? "" : ",") + "L" + i) + ";";
  }

  private static String each(int count, IntFunction<String> text) {
    return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining());
  }
}
