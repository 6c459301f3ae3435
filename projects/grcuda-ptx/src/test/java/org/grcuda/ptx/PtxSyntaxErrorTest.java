package org.grcuda.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PtxSyntaxErrorTest {

  private static final String HEADER = ".version 8.8 .target sm_80 .address_size 64\n";

  private static String message(String source) {
    return assertThrows(PtxSyntaxException.class, () -> PtxParser.parse(source)).getMessage();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "ld.global.u32 %r1, [%rd1] ret; ~ line 9, column 27: expected ';' but found 'ret'",
        "ld.global.u32 %r1, [%rd1; ~ line 9, column 25: expected ']' but found ';'",
        "mov.u32 %r1, ; ~ line 9, column 14: expected an operand but found ';'",
        "mov.u32 %r9, 1; ~ line 9, column 9: register '%r9' is not declared",
        "mov.u32 %r1, %tid.q; ~ line 9, column 18:"
            + " expected a component .x, .y, .z or .w but found '.q'",
        "bra nowhere; ~ line 9, column 5: 'nowhere' is not declared",
        "{ L: ret; } bra L; ~ line 9, column 17: 'L' is not declared",
        "bra p; ~ line 9, column 1: 'bra p;' must name a label of the function",
        "brx.idx %r1, p; ~ line 9, column 1:"
            + " 'brx.idx %r1, p;' must name a register and a .branchtargets list",
        "L: call L; ~ line 9, column 4: 'call L;' must name a function, not a label",
        "t: .branchtargets A, B; A: ret; ~ line 9, column 22: label 'B' is not declared",
        "@%r1 ret; ~ line 9, column 2: '%r1' is not a predicate register",
        "@%p1 L: ret; ~ line 9, column 7: expected an operand but found ':'",
        "mov.u32 %r1, 0x; ~ line 9, column 14: not a number of at most 64 bits: 0x",
        "mov.u32 %r1, 18446744073709551616; ~ line 9, column 14:"
            + " not a number of at most 64 bits: 18446744073709551616",
        "mov.u32 %r1, 12ab; ~ line 9, column 14: not a number of at most 64 bits: 12ab",
        "mov.f32 %r1, 1.5f; ~ line 9, column 14: not a number: 1.5f",
        "mov.u32 %r1, 4/0; ~ line 9, column 16: division by zero in a constant expression",
        "mov.u32 %r1, p|3; ~ line 9, column 15: only registers can be paired with '|'",
        "ld.u32 %r1, [0f3F800000]; ~ line 9, column 24:"
            + " cannot address 0f3F800000: expected a register, a variable or an integer constant",
        "L: ret; L: ret; ~ line 9, column 9: 'L' is already declared",
        ".reg .b32 %r1; ~ line 9, column 14: '%r1' is already declared",
        ".reg .v4 .f64 v; ~ line 9, column 15:"
            + " there are no vector registers .v4 .f64: at most 16 bytes, no predicates",
        ".reg .v2 .pred v; ~ line 9, column 16:"
            + " there are no vector registers .v2 .pred: at most 16 bytes, no predicates",
        ".reg .v2 .f32 v; mov.f32 %r1, v.z; ~ line 9, column 32:"
            + " expected an element of a vector of 2 but found '.z'",
        ".reg .v2 .f32 v; mov.b64 %rd1, {v, %r1}; ~ line 9, column 33:"
            + " expected one register, found a vector of them",
        ".reg .v4 .b32 x<300000>; ~ line 9, column 15: more than 1048576 registers in the module",
        ".reg .b32 x<2000000>; ~ line 9, column 11: more than 1048576 registers in the module",
        ".reg .b33 x; ~ line 9, column 6: expected a type but found '.b33'",
        ".local .b8 x[4] = {1}; ~ line 9, column 17:"
            + " only .global and .const variables can be initialised",
        ".shared .align 3 .b8 x; ~ line 9, column 16:"
            + " expected an alignment, a power of two but found the number 3",
        ".texture x; ~ line 9, column 1: expected a statement but found '.texture'",
        "mov.u32 %r1, \"a\"; ~ line 9, column 14: expected an operand but found a string",
        "mov.u32 %r1, #; ~ line 9, column 14: unexpected character #",
        "mov.u32 %r1, \u00e9; ~ line 9, column 14: unexpected character U+00E9",
        "/* ~ line 9, column 1: comment is not closed",
        "{ ret; ~ line 11, column 1: expected a statement or '}' but found the end of the text",
      })
  void inKernel(String body, String expected) {
    assertEquals("PTX " + expected, message(Corpus.kernel(body)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        ".global .u32; ~ line 2, column 13: expected a name but found ';'",
        ".global x; ~ line 2, column 9: expected a type but found 'x'",
        ".global .u32 x = ; ~ line 2, column 18: expected an integer constant but found ';'",
        ".global .u32 x[2] = {1, 2, 3}; ~ line 2, column 30:"
            + " initialiser has more elements than the array",
        ".global .u32 x[2][2] = {{1, 2, 3}}; ~ line 2, column 33:"
            + " initialiser has more elements than the array",
        ".global .u32 x[2] = {{1}}; ~ line 2, column 22: expected a constant but found '{'",
        ".global .u32 x[-1]; ~ line 2, column 15:"
            + " array has a negative dimension or more than 2^40 bytes",
        ".global .u8 x[9999999][9999999]; ~ line 2, column 23:"
            + " array has a negative dimension or more than 2^40 bytes",
        ".global .u8 x[2][] = {{1}}; ~ line 2, column 18:"
            + " expected a dimension: only the first may be empty but found ']'",
        ".global .u8 x[2][0]; ~ line 2, column 17:"
            + " array has a dimension of 0: only the first may be that, or empty",
        ".global .u32 x; .global .u32 x; ~ line 2, column 30: 'x' is already defined",
        ".func f() { ret; } .func f() { ret; } ~ line 2, column 20: 'f' is already defined",
        ".entry k(.param .u64) { ret; } ~ line 2, column 21: expected a name but found ')'",
        ".entry k(.local .u64 x) ~ line 2, column 10:"
            + " expected '.param' or '.reg' but found '.local'",
        ".entry k(.reg .u32 x) { ret; } ~ line 2, column 23:"
            + " a parameter of a kernel is not .param",
        ".func (.param .u32 a, .param .u32 b) f() { ret; } ~ line 2, column 38:"
            + " one of several results is not .reg",
        ".func f(.reg .u32 x[2]) { ret; } ~ line 2, column 25:"
            + " parameter x lies in registers and is an array",
        ".entry k() ret; ~ line 2, column 12: expected '{' or ';' but found 'ret'",
        "ret; ~ line 2, column 1: expected a directive but found 'ret'",
        ".section .debug { .b8 1 ~ line 2, column 24: expected '}' but found the end of the text",
      })
  void inModule(String text, String expected) {
    assertEquals("PTX " + expected, message(HEADER + text));
  }

  @Test
  void header() {
    assertEquals(
        "PTX line 1, column 1: expected '.version' but found the end of the text", message(""));
    assertEquals(
        "PTX line 1, column 10: expected a version such as 8.8 but found the number 8",
        message(".version 8 .target sm_80"));
    assertEquals(
        "PTX line 1, column 14: expected '.target' but found '.entry'",
        message(".version 8.8 .entry k() {}"));
  }

  @Test
  void positionIsCarried() {
    PtxSyntaxException e =
        assertThrows(PtxSyntaxException.class, () -> PtxParser.parse("\n\n  oops"));
    assertEquals(3, e.line());
    assertEquals(3, e.column());
  }

  @Test
  void deepNestingIsRefusedNotOverflowed() {
    assertEquals(
        "PTX line 9, column 78: constant expression is nested more than 64 deep",
        message(Corpus.kernel("mov.u32 %r1, " + "(".repeat(100_000) + ";")));
    assertEquals(
        "PTX line 9, column 78: constant expression is nested more than 64 deep",
        message(Corpus.kernel("mov.u32 %r1, " + "-".repeat(100_000) + ";")));
    assertEquals(
        "PTX line 2, column 22: expected a constant but found '{'",
        message(HEADER + ".global .u32 x[2] = " + "{".repeat(100_000)));
    assertEquals(
        "PTX line 9, column 256: braces are nested more than 256 deep",
        message(Corpus.kernel("{".repeat(100_000) + "ret;" + "}".repeat(100_000))));
  }

  @Test
  void hugeInitializerIsRefusedNotAllocated() {
    assertEquals(
        "PTX line 2, column 35: initialisers have more than 1048576 elements",
        message(HEADER + ".global .u8 x[4][200000000] = {{1}, {2}};"));
  }

  /** What short declarations ask for counts for the whole module. */
  @Test
  void allDeclarationsOfAModuleCount() {
    String registers = ".func f%d() { .reg .b32 x<600000>; }\n";
    assertEquals(
        "PTX line 3, column 24: more than 1048576 registers in the module",
        message(HEADER + registers.formatted(1) + registers.formatted(2)));
    String elements = ".global .u8 x%d[2][600000] = {{1}};\n";
    assertEquals(
        "PTX line 3, column 33: initialisers have more than 1048576 elements",
        message(HEADER + elements.formatted(1) + elements.formatted(2)));
  }
}
