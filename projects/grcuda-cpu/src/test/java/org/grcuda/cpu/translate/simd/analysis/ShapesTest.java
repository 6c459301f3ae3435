package org.grcuda.cpu.translate.simd.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ShapesTest {

  @Test
  void gridStrideLoopsKeepAlignedIndices() {
    Plans saxpy = Plans.ofResource("saxpy", GangLayout.ROWS);
    assertEquals("affine 1", saxpy.shape("%r10"));
    assertEquals("affine 4", saxpy.shape("%rd5"), "widened in a loop with a store");
    assertFalse(saxpy.isTested("mul.wide.s32 %rd5"));
    assertEquals("affine 4", saxpy.shape("%rd7"));
  }

  @Test
  void withoutAlignmentAWideningAfterAStoreVaries() {
    Plans saxpy = Plans.ofResource("saxpy", GangLayout.LINE);
    assertEquals("affine 1", saxpy.shape("%r10"));
    assertEquals("varying", saxpy.shape("%rd5"));
    assertEquals("varying", Plans.ofResource("saxpy", GangLayout.ANY).shape("%r8"));
  }

  @Test
  void aCounterThatLanesTakeOutOfTheirLoopVaries() {
    Plans mandelbrot = Plans.ofResource("mandelbrot", GangLayout.ROWS);
    assertEquals("varying", mandelbrot.shape("%r19"));
    assertEquals("uniform", mandelbrot.shape("%r2"), "the row");
    assertEquals("affine 4", mandelbrot.shape("%rd4"));
    assertTrue(mandelbrot.isTested("mul.wide.s32 %rd3"));
  }

  @Test
  void aCounterInsideAGuardIsUniform() {
    Plans matmul = Plans.ofResource("matmul", GangLayout.ROWS);
    assertEquals("uniform", matmul.shape("%r32"));
    assertEquals("uniform", matmul.shape("%p8"));
    assertEquals("affine 1", matmul.shape("%r29"));
    assertEquals("affine 4", matmul.shape("%rd24"), "a pointer that steps by rows");
  }
}
