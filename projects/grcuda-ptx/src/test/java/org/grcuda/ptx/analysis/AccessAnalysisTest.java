package org.grcuda.ptx.analysis;

import static org.grcuda.ptx.analysis.AccessMode.NONE;
import static org.grcuda.ptx.analysis.AccessMode.READ;
import static org.grcuda.ptx.analysis.AccessMode.READ_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.ptx.Corpus;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.PtxType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessAnalysisTest {

  private static KernelAccess compiled(String module, String kernel) {
    PtxModule parsed = Corpus.module(module);
    return AccessAnalysis.of(parsed, parsed.function(kernel));
  }

  /** Of {@code k(p, q, n)}; {@code %rd1} holds p, {@code %rd2} q. */
  private static KernelAccess written(String body) {
    PtxModule module =
        PtxParser.parse(
            Corpus.kernel("ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q];\n" + body)
                .replace(".visible", ".global .u32 g; .shared .b64 s[8]; .visible"));
    return AccessAnalysis.of(module, module.function("k"));
  }

  @ParameterizedTest
  @CsvSource({
    "saxpy, saxpy, NONE NONE READ READ_WRITE, NONE",
    "lineinfo, saxpy, NONE NONE READ READ_WRITE, NONE",
    "debug, dispatch, READ READ_WRITE NONE, NONE",
    "dispatch, dispatch, READ READ_WRITE NONE, NONE",
    "reduce, reduce, READ READ_WRITE NONE, NONE",
    "matmul, _Z6matmulPKdS0_Pdi, READ READ READ_WRITE NONE, NONE",
    "recursion, recursion, READ_WRITE READ NONE, NONE",
    "messages, messages, READ NONE, NONE",
    "structs, structs, READ_WRITE NONE NONE READ NONE, READ",
    "math, math, READ READ_WRITE NONE, NONE",
    "vectors, vectors, READ READ_WRITE READ_WRITE READ_WRITE, NONE",
    "atomics, atomics, READ_WRITE READ_WRITE READ_WRITE READ READ_WRITE READ, NONE",
    "virtuals, areas, READ READ_WRITE NONE, READ_WRITE",
    "warps, warps, READ_WRITE, NONE",
    "assembly, assembly, READ_WRITE NONE, NONE",
    "chase, sum, READ READ_WRITE, READ",
    "chase, mark, READ_WRITE, READ_WRITE",
    "chase, link, READ_WRITE READ_WRITE, NONE",
    "chase, rows, READ NONE, READ_WRITE",
    "chase, rowsum, READ READ_WRITE NONE, READ",
    "chase, either, READ_WRITE READ_WRITE READ NONE, NONE",
    "chase, swap, READ_WRITE READ_WRITE NONE, NONE",
    "chase, compare, NONE NONE READ_WRITE, NONE",
    "chase, nothing, NONE, NONE",
    "pointers, sum, READ READ_WRITE, READ",
    "pointers, mark, READ_WRITE, READ_WRITE",
    "pointers, swap, READ_WRITE READ_WRITE NONE, NONE",
  })
  void compiledKernels(String module, String kernel, String modes, AccessMode elsewhere) {
    KernelAccess access = compiled(module, kernel);
    assertEquals(
        List.of(modes.split(" ")), access.parameters().stream().map(AccessMode::name).toList());
    assertEquals(elsewhere, access.elsewhere());
  }

  @Test
  void moduleVariables() {
    KernelAccess access = compiled("globals", "globals");
    assertEquals(
        Map.of(
            "counter", READ_WRITE,
            "cells", READ,
            "record", READ,
            "weights", READ,
            "lookup", READ,
            "shared_with_host", READ),
        access.globals());
    assertEquals(Set.of(PtxType.U32), access.globalTypes("cells"));
    assertEquals(Set.of(PtxType.F32), access.globalTypes("weights"));
    assertEquals(Set.of(PtxType.U16), access.globalTypes("lookup"));
    assertEquals(Set.of(), access.globalTypes("no such variable"));
    assertEquals(READ_WRITE, access.elsewhere());
    assertTrue(access.storesOutsideParameters());
    assertFalse(compiled("math", "math").storesOutsideParameters());
    assertTrue(compiled("math", "math").accessesOutsideParameters());
    assertFalse(compiled("saxpy", "saxpy").accessesOutsideParameters());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        // Arithmetic on the address.
        "add.s64 %rd3, %rd1, 8; st.u32 [%rd3], 1; ~ READ_WRITE ~ NONE ~ NONE",
        "mad.wide.s32 %rd3, %r1, 4, %rd1; st.u32 [%rd3], 1; ~ READ_WRITE ~ NONE ~ NONE",
        "selp.b64 %rd3, %rd1, %rd2, %p1; red.add.u32 [%rd3], 1; ~ READ_WRITE ~ READ_WRITE ~ NONE",
        "cvta.to.global.u64 %rd3, %rd1; ld.global.u32 %r1, [%rd3]; ~ READ ~ NONE ~ NONE",
        "@%p1 mov.u64 %rd2, %rd1; st.u32 [%rd2], 1; ~ READ_WRITE ~ READ_WRITE ~ NONE",
        "and.b64 %rd3, %rd1, -16; st.u32 [%rd3], 1; ~ READ_WRITE ~ NONE ~ NONE",
        "mov.b64 {%r1, %r2}, %rd1; mov.b64 %rd3, {%r1, %r2}; st.u32 [%rd3], 1;"
            + " ~ READ_WRITE ~ NONE ~ NONE",
        "sub.s64 %rd3, %rd1, %rd2; setp.lt.s64 %p1, %rd3, 0; ~ NONE ~ NONE ~ NONE",
        "bra B; A: ld.u32 %r1, [%rd3]; ret; B: mov.u64 %rd3, 0; add.u64 %rd3, %rd3, %rd1; bra A;"
            + " ~ READ ~ NONE ~ NONE",
        // Escapes.
        "st.u64 [%rd2], %rd1; ~ READ_WRITE ~ READ_WRITE ~ NONE",
        "atom.exch.b64 %rd3, [%rd2], %rd1; ~ READ_WRITE ~ READ_WRITE ~ NONE",
        "madeup.op %rd3, %rd1; st.u32 [%rd2], 1; ~ READ_WRITE ~ READ_WRITE ~ READ_WRITE",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd1], 16, [s];"
            + " ~ READ ~ NONE ~ NONE",
        "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], 16; ~ NONE ~ READ_WRITE ~ NONE",
        "st.shared.u64 [s], %rd1; cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], 16;"
            + " ~ READ_WRITE ~ READ_WRITE ~ NONE",
        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [%rd1], 16, [s];"
            + " ld.shared.u64 %rd3, [s]; st.u32 [%rd3], 1; ~ READ ~ NONE ~ READ_WRITE",
        "alloca.u64 %rd3, 16; st.local.u64 [%rd3], %rd1; ld.local.u64 %rd4, [%rd3];"
            + " st.u32 [%rd4], 1; ~ READ_WRITE ~ NONE ~ NONE",
        "mapa.u64 %rd3, %rd1, 0; st.u32 [%rd3], 1; ~ READ_WRITE ~ NONE ~ NONE",
        // Copies and matrices.
        "cp.async.ca.shared.global [s], [%rd1], 4; cp.async.wait_all; ~ READ ~ NONE ~ NONE",
        "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1, %r2}, [%rd1], %r3;"
            + " wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%rd2], {%r1, %r2}, %r3;"
            + " ~ READ ~ READ_WRITE ~ NONE",
        // Memory of the launch itself.
        "st.shared.u64 [s], %rd1; ~ NONE ~ NONE ~ NONE",
        "st.shared.u64 [s], %rd1; ld.shared.u64 %rd3, [s+8]; st.u32 [%rd3], 1;"
            + " ~ READ_WRITE ~ NONE ~ NONE",
        "mov.u64 %rd3, s; st.u64 [%rd3], %rd1; ld.shared.u64 %rd4, [s]; ld.u32 %r1, [%rd4];"
            + " ~ READ ~ NONE ~ NONE",
        "st.shared.u64 [s], %rd1; mov.u64 %rd3, s; st.u64 [%rd2], %rd3;"
            + " ~ READ_WRITE ~ READ_WRITE ~ NONE",
        // Pointers and numbers from memory.
        "ld.u64 %rd3, [%rd1]; ld.u64 %rd4, [%rd3]; ~ READ ~ NONE ~ READ",
        "ld.u64 %rd3, [%rd1]; st.u64 [%rd3], 0; ~ READ ~ NONE ~ READ_WRITE",
        "ld.u32 %r1, [%rd1]; mul.wide.s32 %rd3, %r1, 4; add.s64 %rd3, %rd3, %rd2;"
            + " st.u32 [%rd3], 0; ~ READ ~ READ_WRITE ~ NONE",
        "ld.u64 %rd3, [%rd1]; shl.b64 %rd4, %rd3, 3; add.s64 %rd5, %rd4, %rd2; st.u32 [%rd5], 0;"
            + " ~ READ ~ READ_WRITE ~ NONE",
        "ld.u64 %rd3, [%rd1]; add.s64 %rd5, %rd3, %rd2; st.u32 [%rd5], 0;"
            + " ~ READ ~ READ_WRITE ~ READ_WRITE",
        "ld.v2.u32 {%r1, %r2}, [%rd1]; mov.b64 %rd3, {%r1, %r2}; add.s64 %rd3, %rd3, %rd2;"
            + " st.u32 [%rd3], 0; ~ READ ~ READ_WRITE ~ READ_WRITE",
        // Neither parameter nor loaded.
        "st.global.u32 [g], 1; ~ NONE ~ NONE ~ NONE",
        "st.u32 [4096], 1; ~ NONE ~ NONE ~ READ_WRITE",
        "mov.u64 %rd3, 4096; st.u32 [%rd3], 1; ~ NONE ~ NONE ~ READ_WRITE",
        "st.u32 [%rd7], 1; ~ NONE ~ NONE ~ READ_WRITE",
        "prefetch.global.L2 [%rd1]; ~ NONE ~ NONE ~ NONE",
      })
  void rules(String body, AccessMode p, AccessMode q, AccessMode elsewhere) {
    KernelAccess access = written(body);
    assertEquals(List.of(p, q, NONE), access.parameters());
    assertEquals(elsewhere, access.elsewhere());
  }

  @Test
  void storeToAModuleVariableIsOutsideTheParameters() {
    KernelAccess access = written("st.global.u32 [g], 1;");
    assertEquals(Map.of("g", READ_WRITE), access.globals());
    assertTrue(access.storesOutsideParameters());
    assertFalse(written("ld.global.u32 %r1, [g];").storesOutsideParameters());
  }

  @Test
  void pointerInTheParameterBlockReachedByAddress() {
    PtxModule module =
        PtxParser.parse(
            """
            .version 8.8 .target sm_80 .address_size 64
            .entry k(.param .align 8 .b8 table[32], .param .u32 i) {
              .reg .b64 a<4>;
              mov.b64 a0, table;
              cvta.param.u64 a1, a0;
              add.u64 a1, a1, 8;
              ld.u64 a2, [a1];
              st.u32 [a2], 1;
            }
            """);
    KernelAccess access = AccessAnalysis.of(module, module.function("k"));
    assertEquals(List.of(READ_WRITE, NONE), access.parameters());
    assertEquals(NONE, access.elsewhere());
  }

  @Test
  void callsOutsideTheModuleMayDoAnything() {
    PtxModule module =
        PtxParser.parse(
            """
            .version 8.8 .target sm_80 .address_size 64
            .extern .func (.param .b64 r) f(.param .b64 x);
            .entry k(.param .u64 p, .param .u64 q) {
              .reg .b64 a<3>;
              ld.param.u64 a0, [p];
              { .param .b64 x; .param .b64 r; st.param.b64 [x], a0; call (r), f, (x);
                ld.param.b64 a1, [r]; }
              ld.u32 a2, [a1];
            }
            """);
    KernelAccess access = AccessAnalysis.of(module, module.function("k"));
    assertEquals(List.of(READ_WRITE, NONE), access.parameters());
    assertEquals(READ_WRITE, access.elsewhere());
  }

  @Test
  void printfReadsWhatItIsGiven() {
    PtxModule module =
        PtxParser.parse(
            """
            .version 8.8 .target sm_80 .address_size 64
            .extern .func (.param .b32 r) vprintf(.param .b64 x, .param .b64 y);
            .global .b8 format[3] = {37, 115};
            .entry k(.param .u64 p, .param .u64 q) {
              .reg .b64 a<3>;
              .local .b64 buffer;
              ld.param.u64 a0, [p];
              st.local.u64 [buffer], a0;
              mov.u64 a1, format;
              mov.u64 a2, buffer;
              { .param .b64 x; .param .b64 y; .param .b32 r; st.param.b64 [x], a1;
                st.param.b64 [y], a2; call (r), vprintf, (x, y); }
            }
            """);
    KernelAccess access = AccessAnalysis.of(module, module.function("k"));
    assertEquals(List.of(READ, NONE), access.parameters());
    assertEquals(Map.of("format", READ), access.globals());
    assertEquals(NONE, access.elsewhere());
  }

  @Test
  void resultOfAFunctionOfTheModuleIsFollowed() {
    PtxModule module =
        PtxParser.parse(
            """
            .version 8.8 .target sm_80 .address_size 64
            .func (.param .b64 r) next(.param .b64 x) {
              .reg .b64 a; ld.param.b64 a, [x]; add.u64 a, a, 4; st.param.b64 [r], a; ret;
            }
            .func (.reg .b64 r) same(.reg .b64 x) { mov.b64 r, x; ret; }
            .entry k(.param .u64 p, .param .u64 q) {
              .reg .b64 a<4>;
              ld.param.u64 a0, [p];
              ld.param.u64 a3, [q];
              { .param .b64 x; .param .b64 r; st.param.b64 [x], a0; call (r), next, (x);
                ld.param.b64 a1, [r]; }
              st.u32 [a1], 1;
              call (a2), same, (a3);
              ld.u32 a3, [a2];
            }
            """);
    KernelAccess access = AccessAnalysis.of(module, module.function("k"));
    assertEquals(List.of(READ_WRITE, READ), access.parameters());
    assertEquals(NONE, access.elsewhere());
  }

  @Test
  void newerVersionsAndMissingCodeAreTheWorst() {
    PtxModule module =
        PtxParser.parse(".version 10.0 .target sm_300 .entry k(.param .u64 p) { ret; }");
    KernelAccess access = AccessAnalysis.of(module, module.function("k"));
    assertEquals(KernelAccess.unknown(1), access);
    assertEquals(List.of(READ_WRITE), access.parameters());
    assertTrue(access.storesOutsideParameters());
  }

  @Test
  void malformedInstructionsAreTheWorstNotAnError() {
    for (String body :
        List.of("ld.u32 %r1;", "st;", "atom;", "red %rd1, %rd1;", "mov;", "cvt %r1;", "mad;")) {
      written(body);
    }
    assertEquals(READ_WRITE, written("ld.u32 %r1, %rd1;").parameters().get(0));
  }

  /** Who executes it refuses it. */
  @Test
  void instructionsThatLackOperandsAreAnalysed() {
    KernelAccess access = written("mov.u32 %r1; st.global.u32 [%rd1], %r1;");
    assertEquals(READ_WRITE, access.parameters().getFirst());
  }

  /** An object that is only asked for its size is not known as one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tex.2d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r6}]; | READ | true",
        "tld4.r.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r6}]; | READ | true",
        "suld.b.2d.b32.trap {%r1}, [%rd1, {%r5, %r6}]; | READ | true",
        "sust.b.2d.b32.trap [%rd1, {%r5, %r6}], {%r1}; | READ_WRITE | true",
        "sured.b.add.2d.u32.trap [%rd1, {%r5, %r6}], %r1; | READ_WRITE | true",
        "txq.width.b32 %r1, [%rd1]; | NONE | false",
        "suq.width.b32 %r1, [%rd1]; | NONE | false",
        "ld.global.u32 %r1, [%rd1]; | READ | false",
      })
  void imagesAreKnown(String body, AccessMode mode, boolean isImage) {
    KernelAccess access = written(body);
    assertEquals(mode, access.parameters().getFirst());
    assertEquals(NONE, access.parameters().get(1));
    assertEquals(isImage ? Set.of(0) : Set.of(), access.images());
    assertEquals(NONE, access.elsewhere());
  }

  /** What is stored to a surface may be loaded from it as a pointer. */
  @Test
  void pointersStoredToSurfacesEscape() {
    KernelAccess access = written("sust.b.1d.b64.trap [%rd1, {%r1}], {%rd2};");
    assertEquals(List.of(READ_WRITE, READ_WRITE), access.parameters().subList(0, 2));
    assertEquals(Set.of(0), access.images());
  }
}
