package org.grcuda.cpu.translate.simd.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ShapesTest {

  @Test
  void gridStrideLoopsKeepAlignedIndices() {
    Plans saxpy = Plans.ofResource("saxpy", GangLayout.rows(16));
    assertEquals("affine 1", saxpy.shape("%r10"));
    assertEquals("affine 4", saxpy.shape("%rd5"), "widened in a loop with a store");
    assertFalse(saxpy.isTested("mul.wide.s32 %rd5"));
    assertEquals("affine 4", saxpy.shape("%rd7"));
  }

  @Test
  void withoutAlignmentAWideningAfterAStoreVaries() {
    Plans saxpy = Plans.ofResource("saxpy", new GangLayout(GangLayout.Kind.LINE, 16));
    assertEquals("affine 1", saxpy.shape("%r10"));
    assertEquals("varying", saxpy.shape("%rd5"));
    assertEquals(
        "varying", Plans.ofResource("saxpy", new GangLayout(GangLayout.Kind.ANY, 16)).shape("%r8"));
  }

  @Test
  void aCounterThatLanesTakeOutOfTheirLoopVaries() {
    Plans mandelbrot = Plans.ofResource("mandelbrot", GangLayout.rows(16));
    assertEquals("varying", mandelbrot.shape("%r19"));
    assertEquals("uniform", mandelbrot.shape("%r2"), "the row");
    assertEquals("affine 4", mandelbrot.shape("%rd4"));
    assertTrue(mandelbrot.isTested("mul.wide.s32 %rd3"));
  }

  @Test
  void aCounterInsideAGuardIsUniform() {
    Plans matmul = Plans.ofResource("matmul", GangLayout.rows(16));
    assertEquals("uniform", matmul.shape("%r32"));
    assertEquals("uniform", matmul.shape("%p8"));
    assertEquals("affine 1", matmul.shape("%r29"));
    assertEquals("affine 4", matmul.shape("%rd24"), "a pointer that steps by rows");
  }

  /** The index {@code n * tid.y + tid.x}, of unknown alignment, in %r1. */
  private static final String INDEX =
      """
      mov.u32 %r0, %tid.x;
      mov.u32 %r8, %tid.y;
      ld.param.u32 %r2, [n];
      mad.lo.s32 %r1, %r8, %r2, %r0;
      """;

  private static Plans rows(String body) {
    return Plans.ofBody(INDEX + body, GangLayout.rows(16));
  }

  @Test
  void aTestMayLeaveBeforeAnEffectOnly() {
    Plans before = rows("cvt.s64.s32 %rd1, %r1; st.global.u32 [%rd1], %r0; ret;");
    assertEquals("affine 1", before.shape("%rd1"));
    assertTrue(before.isTested("cvt.s64"));
    assertEquals(
        "varying", rows("st.global.u32 [%rd3], %r0; cvt.s64.s32 %rd1, %r1; ret;").shape("%rd1"));
    assertEquals(
        "affine 1", rows("st.local.u32 [own], %r0; cvt.s64.s32 %rd1, %r1; ret;").shape("%rd1"));
    assertEquals(
        "varying", rows("red.shared.add.u32 [tile], 1; cvt.s64.s32 %rd1, %r1;").shape("%rd1"));
    assertEquals(
        "varying",
        rows("L: cvt.s64.s32 %rd1, %r1; st.global.u32 [%rd1], %r0; bra L;").shape("%rd1"),
        "the store of the turn before");
  }

  @Test
  void withBarriersTheWholeBlockLeaves() {
    String tile = "st.shared.u32 [tile], %r0; bar.sync 0; cvt.s64.s32 %rd1, %r1; bar.sync 0;";
    assertEquals("affine 1", rows(tile + "st.global.u32 [%rd2], %r0; ret;").shape("%rd1"));
    assertEquals(
        "varying",
        rows("bar.sync 0; cvt.s64.s32 %rd1, %r1; st.global.u32 [%rd1], %r0; ret;").shape("%rd1"),
        "a gang before this one has stored");
    String either = "cvt.s64.s32 %rd1, %r1; bar.sync 0; ret; E: st.global.u32 [%rd2], %r0; ret;";
    assertEquals(
        "affine 1",
        rows("bar.sync 0; setp.lt.s32 %p1, %r2, 1; @%p1 bra E;" + either).shape("%rd1"),
        "no gang of the block stores if one is here");
    assertEquals(
        "varying",
        rows("bar.sync 0; setp.lt.s32 %p1, %r8, 1; @%p1 bra E;" + either).shape("%rd1"),
        "gangs of other rows may have stored");
  }

  @Test
  void divergentPathsJoin() {
    String path = "setp.lt.s32 %p1, %r0, %r2; mov.u32 %r3, 1; @%p1 bra T; mov.u32 %r3, 2; T: ";
    assertEquals("varying", rows(path + "st.global.u32 [%rd1], %r3; ret;").shape("%r3"));
    assertEquals("uniform", rows(path + "ret;").shape("%r3"), "nobody reads it");
    String uniform = path.replace("%p1, %r0", "%p1, %r8");
    assertEquals("uniform", rows(uniform + "st.global.u32 [%rd1], %r3; ret;").shape("%r3"));
    assertEquals(
        "uniform",
        rows("""
        setp.lt.s32 %p1, %r0, %r2;
        @%p1 bra T;
        mov.u32 %r3, 1;
        st.global.u32 [%rd1], %r3;
        bra J;
        T: mov.u32 %r3, 2;
        st.global.u32 [%rd1], %r3;
        J: ret;
        """)
            .shape("%r3"),
        "each side has its own value and no lane needs the other");
  }

  @Test
  void aLoopInsideAGuardKeepsItsCounter() {
    String loop =
        """
        setp.ge.s32 %p1, %r0, %r2;
        mov.u32 %r3, 0;
        @%p1 bra J;
        L: add.s32 %r3, %r3, 1;
        setp.lt.s32 %p2, %r3, %r2;
        @%p2 bra L;
        J:\
        """;
    assertEquals("uniform", rows(loop + " st.global.u32 [%rd1], 1; ret;").shape("%r3"));
    assertEquals("varying", rows(loop + " st.global.u32 [%rd1], %r3; ret;").shape("%r3"));
    String breaks =
        loop.replace("@%p2", "ld.global.u32 %r5, [%rd3]; setp.lt.s32 %p2, %r5, %r0; @%p2");
    assertEquals("uniform", rows(breaks + " st.global.u32 [%rd1], 1; ret;").shape("%r3"));
  }

  @Test
  void loopsWithTwoBackEdgesMeetBeforeTheNextTurn() {
    String body =
        """
        L: add.s32 %r3, %r3, 1;
        ld.global.u32 %r5, [%rd3];
        setp.lt.s32 %p1, %r5, %r0;
        @%p1 bra L;
        st.global.u32 [%rd3], %r3;
        setp.lt.s32 %p2, %r3, %r2;
        @%p2 bra L;
        ret;
        """;
    assertEquals("uniform", rows(body).shape("%r3"));
    assertEquals("uniform", rows(body).shape("%p2"));
  }

  @Test
  void lowBitsOfAlignedIndices() {
    Plans bits =
        rows(
            """
            and.b32 %r3, %r0, 31;
            shr.u32 %r4, %r0, 5;
            shr.u32 %r5, %r0, 2;
            shl.b32 %r6, %r8, 6;
            or.b32 %r7, %r6, %r0;
            or.b32 %r9, %r8, %r0;
            and.b32 %r10, %r1, 31;
            and.b32 %r11, %r0, -16;
            shl.b32 %r12, %r0, 3;
            shr.s32 %r13, %r12, 2;
            ret;
            """);
    assertEquals("affine 1", bits.shape("%r3"));
    assertEquals("uniform", bits.shape("%r4"));
    assertEquals("varying", bits.shape("%r5"));
    assertEquals("affine 1", bits.shape("%r7"));
    assertEquals("varying", bits.shape("%r9"));
    assertEquals("varying", bits.shape("%r10"), "the base is not aligned");
    assertEquals("uniform", bits.shape("%r11"));
    assertEquals("affine 2", bits.shape("%r13"));
  }

  @Test
  void arithmeticOfProgressions() {
    Plans plans =
        rows(
            """
            neg.s32 %r3, %r0;
            not.b32 %r4, %r0;
            sub.s32 %r5, %r2, %r0;
            mul.lo.s32 %r6, %r0, 12;
            mul.lo.s32 %r7, %r0, %r2;
            mad.lo.s32 %r9, %r0, 3, %r0;
            add.s32 %r10, %r0, %r3;
            mul.wide.u16 %r11, %h1, 2;
            selp.b32 %r12, %r0, %r1, %p1;
            add.sat.s32 %r13, %r0, 1;
            ret;
            """);
    assertEquals("affine -1", plans.shape("%r3"));
    assertEquals("affine -1", plans.shape("%r4"));
    assertEquals("affine -1", plans.shape("%r5"));
    assertEquals("affine 12", plans.shape("%r6"));
    assertEquals("varying", plans.shape("%r7"));
    assertEquals("affine 4", plans.shape("%r9"));
    assertEquals("uniform", plans.shape("%r10"));
    assertEquals("uniform", plans.shape("%r11"));
    assertEquals("affine 1", plans.shape("%r12"));
    assertEquals("varying", plans.shape("%r13"));
  }

  @Test
  void loadsFromOneAddressGiveOneValue() {
    Plans plans =
        rows(
            """
            ld.global.u32 %r3, [%rd1+4];
            ld.volatile.global.u32 %r4, [%rd1];
            ld.local.u32 %r5, [own];
            ld.shared.f32 %f1, [tile];
            ld.shared.u32 %r6, [tile+8];
            cvt.u64.u32 %rd2, %r0;
            ld.global.u32 %r7, [%rd2];
            atom.global.add.u32 %r9, [%rd1], 1;
            mov.u32 %r10, %clock;
            ret;
            """);
    assertEquals("uniform", plans.shape("%r3"));
    assertEquals("varying", plans.shape("%r4"));
    assertEquals("varying", plans.shape("%r5"), "each thread has its own");
    assertEquals("varying", plans.shape("%f1"));
    assertEquals("uniform", plans.shape("%r6"));
    assertEquals("varying", plans.shape("%r7"));
    assertEquals("varying", plans.shape("%r9"));
    assertEquals("varying", plans.shape("%r10"));
  }
}
