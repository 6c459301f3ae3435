package org.grcuda.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.ptx.Operand.Address;
import org.grcuda.ptx.Operand.FloatImmediate;
import org.grcuda.ptx.Operand.IntegerImmediate;
import org.grcuda.ptx.Operand.SpecialRegister;
import org.grcuda.ptx.Operand.Symbol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PtxParserTest {

  private static List<Instruction> instructions(PtxFunction function) {
    return function.body().stream()
        .filter(Instruction.class::isInstance)
        .map(Instruction.class::cast)
        .toList();
  }

  private static Instruction only(String instruction) {
    List<Instruction> all = instructions(Corpus.parseKernel(instruction));
    assertEquals(1, all.size());
    return all.get(0);
  }

  private static List<String> texts(PtxFunction function) {
    return function.body().stream().map(Statement::text).toList();
  }

  @Test
  void header() {
    PtxModule module = PtxParser.parse(".version 8.10 .target sm_90a, debug .address_size 64");
    assertEquals("8.10", module.version());
    assertEquals("sm_90a", module.target());
    assertEquals(List.of("sm_90a", "debug"), module.targets());
    assertEquals(64, module.addressSize());
  }

  @Test
  void kernelSignatureAndDirectives() {
    PtxFunction reduce = Corpus.module("reduce").function("reduce");
    assertTrue(reduce.isEntry());
    assertEquals(Linkage.VISIBLE, reduce.linkage());
    assertEquals(List.of(256L, 1L, 1L), reduce.directive("maxntid").values());
    assertEquals(List.of(2L), reduce.directive("minnctapersm").values());
    assertNull(reduce.directive("reqntid"));
    assertEquals(3, reduce.parameters().size());
    assertEquals(PtxType.U64, reduce.parameters().get(2).type());
    Variable partial = reduce.variables().get(0);
    assertEquals(StateSpace.SHARED, partial.space());
    assertEquals(128, partial.size());
    assertEquals(4, partial.alignment());
  }

  @Test
  void pointerParameterAttribute() {
    Variable head = Corpus.module("pointers").function("sum").parameters().get(0);
    assertEquals(new Variable.PointerAttribute(StateSpace.GENERIC, 1), head.pointer());
    PtxModule module =
        PtxParser.parse(
            ".version 8.8 .target sm_80 .address_size 64"
                + " .entry k(.param .u64 .ptr .global .align 16 p) { ret; }");
    assertEquals(
        new Variable.PointerAttribute(StateSpace.GLOBAL, 16),
        module.function("k").parameters().get(0).pointer());
  }

  @Test
  void registersAreDenseAndTyped() {
    PtxFunction k = Corpus.parseKernel("ret;");
    assertEquals(20, k.registers().size());
    for (int i = 0; i < 20; i++) {
      assertEquals(i, k.registers().get(i).index());
    }
    assertEquals(new Register("%r3", PtxType.B32, 7), k.registers().get(7));
    assertEquals(PtxType.PRED, k.registers().get(0).type());
  }

  @Test
  void vectorRegistersAreTheirElements() {
    PtxFunction k =
        Corpus.parseKernel(
            ".reg .v4 .f32 v<2>; .reg .b128 q; ld.v4.f32 v1, [%rd1]; add.f32 v0.b, v1.x, v1.w;"
                + " mov.b128 q, {%rd1, %rd2};");
    List<Instruction> body = k.body().stream().map(s -> (Instruction) s).toList();
    assertEquals("ld.v4.f32 {v1$x, v1$y, v1$z, v1$w}, [%rd1];", body.get(0).text());
    assertEquals("add.f32 v0$z, v1$x, v1$w;", body.get(1).text());
    assertEquals("mov.b128 {q$x, q$y}, {%rd1, %rd2};", body.get(2).text());
    assertEquals(
        PtxType.B64,
        ((Register) ((Operand.Vector) body.get(2).operand(0)).elements().get(0)).type());
  }

  @Test
  void vectorsArePassedAsTheirElements() {
    PtxModule module =
        PtxParser.parse(
            ".version 8.0 .target sm_80 .address_size 64 .func (.reg .v2 .f32 r) f(.reg .u32 n,"
                + " .reg .v2 .f32 x) { mov.v2.f32 r, x; ret; } .entry k() { .reg .v2 .f32 v; .reg"
                + " .u32 n; call (v), f, (n, v); ret; }");
    PtxFunction f = module.function("f");
    assertEquals(List.of("n", "x$x", "x$y"), f.parameters().stream().map(Variable::name).toList());
    assertEquals(2, f.results().size());
    assertEquals(
        "call (v$x, v$y), f, (n, v$x, v$y);",
        ((Instruction) module.function("k").body().get(0)).text());
  }

  @Test
  void instructionParts() {
    Instruction load = only("@!%p1 ld.global.nc.L1::evict_last.v2.u32 {%r1, _}, [%rd1+-8];");
    assertEquals(Opcode.LD, load.opcode());
    assertEquals(List.of("global", "nc", "L1::evict_last", "v2", "u32"), load.modifiers());
    assertTrue(load.guard().negated());
    assertEquals("%p1", load.guard().predicate().name());
    assertEquals(PtxType.U32, load.type());
    assertEquals(StateSpace.GLOBAL, load.space());
    assertEquals(2, load.vectorWidth());
    assertEquals(-8, ((Address) load.operand(1)).offset());
    assertEquals(9, load.line());
    assertEquals("@!%p1 ld.global.nc.L1::evict_last.v2.u32 {%r1, _}, [%rd1-8];", load.text());
    assertTrue(load.is(Opcode.LD, Modifier.NC));
  }

  @Test
  void typesOfConversions() {
    Instruction convert = only("cvt.rn.f32.s64 %r1, %rd1;");
    assertEquals(PtxType.F32, convert.type());
    assertEquals(PtxType.S64, convert.sourceType());
    assertEquals(StateSpace.GENERIC, convert.space());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-5, -5",
    "0x10, 16",
    "0b101, 5",
    "017, 15",
    "42U, 42",
    "0xFFFFFFFFFFFFFFFF, -1",
    "18446744073709551615, -1",
    "4*3+WARP_SZ, 44",
    "(1<<4)|3, 19",
    "-7/2, -3",
    "0xFFFFFFFFFFFFFFFF>>60, 15",
    "-1>>60, -1",
    "(.u64)-1>>60, 15",
    "2 > 1 ? 10 : 20, 10",
    "~0 & 0xff, 255",
    "!3, 0",
    "10 - 2 - 3, 5",
    "1 + 2 == 3 && 0, 0"
  })
  void constantExpressions(String text, long value) {
    assertEquals(new IntegerImmediate(value), only("mov.b64 %rd1, " + text + ";").operand(1));
  }

  @Test
  void floatsAreExact() {
    assertEquals(
        new FloatImmediate(PtxType.F32, 0x3F800000L), only("mov.f32 %r1, 0f3F800000;").operand(1));
    FloatImmediate nan = (FloatImmediate) only("mov.f64 %rd1, 0d7FF8000000000001;").operand(1);
    assertEquals(0x7FF8000000000001L, nan.bits());
    assertEquals("0d7FF8000000000001", nan.text());
    FloatImmediate tenth = (FloatImmediate) only("mov.f64 %rd1, -1.5e-1;").operand(1);
    assertEquals(-0.15, tenth.value());
    FloatImmediate minus = (FloatImmediate) only("mov.f32 %r1, -0f3F800000;").operand(1);
    assertEquals(-1.0, minus.value());
  }

  @Test
  void operandForms() {
    assertEquals(new SpecialRegister("%tid.x"), only("mov.u32 %r1, %tid.x;").operand(1));
    assertEquals(new SpecialRegister("%laneid"), only("mov.u32 %r1, %laneid;").operand(1));
    assertEquals(new Symbol("p", 4), only("mov.u64 %rd1, p+8-4;").operand(1));
    Address absolute = (Address) only("ld.u32 %r1, [16];").operand(1);
    assertEquals(new IntegerImmediate(16), absolute.base());
    for (String text :
        List.of(
            "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;",
            "shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;",
            "elect.sync _|%p1, -1;",
            "mov.b64 {%r1, %r2}, %rd1;",
            "mov.b64 %rd1, {%r1, 7};",
            "tex.2d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r6}];",
            "vadd.u32.u32.u32 %r1, %r2.b0, %r3.h1;",
            "cp.async.cg.shared.global [%r1], [%rd1+16], 16;",
            "st.v2.f64 [p+8], {0d3FF0000000000000, %rd1};",
            "bar.sync 0;",
            "exit;")) {
      assertEquals(text, only(text).text());
    }
  }

  @Test
  void scopesAreFlattened() {
    PtxFunction k =
        Corpus.parseKernel(
            """
            { .reg .b32 t; .param .b32 a; mov.b32 t, 1; bra L; L: st.param.b32 [a], t; }
            { .reg .b32 t; .param .b32 a; mov.b32 t, 2; L: bra L; { .reg .b64 t; mov.b64 t, 3; } }
            """);
    assertEquals(
        List.of(
            "mov.b32 t, 1;",
            "bra L;",
            "L:",
            "st.param.b32 [a], t;",
            "mov.b32 t$1, 2;",
            "L$1:",
            "bra L$1;",
            "mov.b64 t$2, 3;"),
        texts(k));
    assertEquals(List.of("a", "a$1"), k.variables().stream().map(Variable::name).toList());
    assertEquals(PtxType.B64, k.registers().get(22).type());
  }

  @Test
  void innerLabelHidesOuterOne() {
    PtxFunction k = Corpus.parseKernel("L: mov.b32 %r1, 0; { bra L; L: ret; } bra L;");
    assertEquals(List.of("L:", "mov.b32 %r1, 0;", "bra L$1;", "L$1:", "ret;", "bra L;"), texts(k));
  }

  @Test
  void functionScopeHidesModuleScope() {
    PtxModule module =
        PtxParser.parse(
            ".version 8.8 .target sm_80 .address_size 64 .global .u32 x;"
                + " .entry k() { .reg .b32 r; ld.global.u32 r, [x]; { .local .b32 x;"
                + " ld.local.u32 r, [x]; } }");
    assertEquals(
        List.of("ld.global.u32 r, [x];", "ld.local.u32 r, [x$1];"), texts(module.function("k")));
  }

  @Test
  void calls() {
    PtxFunction areas = Corpus.module("virtuals").function("areas");
    Call indirect =
        instructions(areas).stream()
            .filter(i -> i.opcode() == Opcode.CALL)
            .findFirst()
            .get()
            .call();
    assertNull(indirect.calleeName());
    assertTrue(indirect.callee() instanceof Register);
    assertEquals(1, indirect.results().size());
    CallPrototype prototype = areas.callPrototypes().get(indirect.prototype());
    assertEquals(
        List.of(PtxType.B64), prototype.parameters().stream().map(Variable::type).toList());

    PtxFunction recursion = Corpus.module("recursion").function("recursion");
    Call direct =
        instructions(recursion).stream()
            .filter(i -> i.opcode() == Opcode.CALL)
            .findFirst()
            .get()
            .call();
    assertEquals("_Z4lookPKii", direct.calleeName());
    assertEquals(2, direct.arguments().size());
    assertNull(direct.prototype());
  }

  @Test
  void callWithoutListsIsNormalised() {
    PtxModule module =
        PtxParser.parse(
            ".version 8.8 .target sm_80 .address_size 64 .func f() { ret; }"
                + " .func (.reg .b32 out) g(.reg .b32 in) { mov.b32 out, in; ret; }"
                + " .entry k() { .reg .b32 a; call.uni f; call (a), g, (3); call g, (a); }");
    assertEquals(
        List.of("call.uni f;", "call (a), g, (3);", "call g, (a);"), texts(module.function("k")));
    Call call = instructions(module.function("k")).get(0).call();
    assertEquals(List.of(), call.results());
    assertEquals(List.of(), call.arguments());
    assertEquals("out", module.function("g").registers().get(0).name());
  }

  @Test
  void branchTargetLists() {
    PtxFunction k =
        Corpus.parseKernel("t: .branchtargets A, B, A; @%p1 brx.idx %r1, t; A: ret; B: exit;");
    assertEquals(List.of("A", "B", "A"), k.branchTargets().get("t"));
    assertEquals("@%p1 brx.idx %r1, t;", k.body().get(0).text());
  }

  @Test
  void declarationAndDefinition() {
    PtxModule module = Corpus.module("messages");
    assertTrue(module.function("vprintf").isDeclaration());
    assertEquals(Linkage.EXTERN, module.function("vprintf").linkage());
    PtxModule virtuals = Corpus.module("virtuals");
    String area = "_ZNK5Shape4areaEv";
    assertEquals(2, virtuals.functions().stream().filter(f -> f.name().equals(area)).count());
    assertEquals(false, virtuals.function(area).isDeclaration());
    assertEquals(List.of("areas"), virtuals.entries().stream().map(PtxFunction::name).toList());
  }

  @Test
  void aliasesResolve() {
    PtxModule module =
        PtxParser.parse(
            ".version 8.8 .target sm_80 .address_size 64 .func f() { ret; } .alias g, f;");
    assertEquals("f", module.function("g").name());
  }
}
