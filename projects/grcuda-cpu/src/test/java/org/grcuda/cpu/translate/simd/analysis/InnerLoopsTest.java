package org.grcuda.cpu.translate.simd.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Register;
import org.junit.jupiter.api.Test;

/** What decides how many vectors gangs are, and whether loops prefetch. */
class InnerLoopsTest {

  /** A row of a sparse matrix: lanes begin and end where arrays say. */
  private static final String SPARSE_ROWS =
      """
      ld.param.u64 %rd1, [x];
      mov.u32 %r1, %tid.x;
      mul.wide.s32 %rd2, %r1, 4;
      add.s64 %rd3, %rd1, %rd2;
      ld.global.u32 %r2, [%rd3];
      ld.global.u32 %r3, [%rd3+4];
      mul.wide.s32 %rd4, %r2, 4;
      add.s64 %rd5, %rd1, %rd4;
      LOOP:
      ld.global.f32 %f1, [%rd5];
      add.f32 %f2, %f2, %f1;
      add.s64 %rd5, %rd5, 4;
      add.s32 %r2, %r2, 1;
      setp.lt.s32 %p1, %r2, %r3;
      @%p1 bra LOOP;
      st.global.f32 [%rd3], %f2;
      ret;
      """;

  /** A loop that goes on by the size of the grid. */
  private static final String STRIDES =
      """
      ld.param.u64 %rd1, [x];
      ld.param.u32 %r9, [n];
      mov.u32 %r1, %tid.x;
      mov.u32 %r2, %nctaid.x;
      mov.u32 %r3, %ntid.x;
      mul.lo.s32 %r4, %r2, %r3;
      mul.lo.s32 %r5, %r3, %r9;
      LOOP:
      mul.wide.s32 %rd2, %r1, 4;
      add.s64 %rd3, %rd1, %rd2;
      ld.global.f32 %f1, [%rd3];
      add.f32 %f2, %f2, %f1;
      add.s32 %r1, %r1, %r4;
      setp.lt.s32 %p1, %r1, %r9;
      @%p1 bra LOOP;
      ret;
      """;

  private static InnerLoops loops(String body) {
    return Plans.ofBody(body, GangLayout.rows(32)).loops();
  }

  @Test
  void lanesLeaveALoopWhereTheirDataSaySo() {
    assertTrue(loops(SPARSE_ROWS).part());
    assertFalse(loops(SPARSE_ROWS).accessRows());
  }

  @Test
  void lanesLeaveALoopOverTheGridTogether() {
    assertFalse(loops(STRIDES).part(), "but for the last iteration");
    assertTrue(loops(STRIDES).accessRows());
  }

  @Test
  void lanesThatPartInsideALoopGoOnTogether() {
    String inside = "setp.lt.f32 %p2, %f1, 0f00000000; @%p2 bra SKIP; neg.f32 %f2, %f2;\nSKIP:\n";
    String body = STRIDES.replace("add.s32 %r1, %r1, %r4;", inside + "add.s32 %r1, %r1, %r4;");
    assertFalse(loops(body).part());
  }

  @Test
  void aStepIsOfTheGridIfItIsComputedFromItsBlocks() {
    PtxFunction function = Plans.function(Plans.kernel(STRIDES), "k");
    KernelFlow flow = KernelFlow.of(function);
    assertTrue(flow.isOfGrid(register(function, "%r4")));
    assertFalse(flow.isOfGrid(register(function, "%r5")), "a parameter times a block");
    assertTrue(flow.isOfGrid(register(function, "%rd3")), "moved by the step");
    assertFalse(flow.isOfGrid(register(function, "%rd1")));
  }

  @Test
  void readersAndWritersAreInOrder() {
    PtxFunction function = Plans.function(Plans.kernel(STRIDES), "k");
    KernelFlow flow = KernelFlow.of(function);
    Register index = register(function, "%r1");
    assertEquals(2, flow.writers(index).length);
    assertEquals(2, flow.definitions(index));
    assertEquals(3, flow.readers(index).length, "mul, add, setp");
    assertTrue(flow.readers(index)[0] < flow.readers(index)[1]);
  }

  private static Register register(PtxFunction function, String name) {
    return function.registers().stream()
        .filter(r -> r.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
