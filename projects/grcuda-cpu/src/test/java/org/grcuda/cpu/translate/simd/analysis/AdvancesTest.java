package org.grcuda.cpu.translate.simd.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.junit.jupiter.api.Test;

class AdvancesTest {

  private static final String BEFORE =
      """
      ld.param.u64 %rd1, [x];
      ld.param.u32 %r1, [n];
      ld.param.u32 %r2, [m];
      mov.u32 %r3, %tid.x;
      mul.wide.s32 %rd4, %r1, 4;
      add.s64 %rd3, %rd1, %rd4;
      LOOP:
      """;

  private static final String AFTER =
      """
      setp.lt.s32 %p1, %r3, %r1;
      @%p1 bra LOOP;
      ret;
      """;

  /** What is found for the address of the last load of a loop. */
  private static String advance(String loop) {
    return ofBody(BEFORE + loop + AFTER);
  }

  private static String ofBody(String body) {
    Plans plans = Plans.ofBody(body, GangLayout.rows(16));
    List<Statement> statements = plans.function().body();
    int load = 0;
    for (int s = 0; s < statements.size(); s++) {
      if (statements.get(s) instanceof Instruction i && i.opcode() == Opcode.LD && s > 2) {
        load = s;
      }
    }
    Operand.Address address = (Operand.Address) ((Instruction) statements.get(load)).operand(1);
    return new Advances(ControlFlowGraph.of(plans.function()), plans.plan())
        .of(load, (Register) address.base())
        .map(
            a ->
                a.step() == null
                    ? "" + a.constant()
                    : a.step().name() + " * " + a.factor() + " + " + a.constant())
        .orElse("unknown");
  }

  @Test
  void theIndexMovesByARegister() {
    assertEquals(
        "%r2 * 4 + 0",
        advance(
            """
            mul.wide.s32 %rd2, %r3, 4;
            add.s64 %rd5, %rd1, %rd2;
            ld.global.u32 %r4, [%rd5];
            add.s32 %r3, %r3, %r2;
            """));
  }

  @Test
  void anUnrolledLoopAddsUp() {
    assertEquals(
        "%r2 * 16 + 0",
        advance(
            """
            add.s32 %r5, %r3, %r2;
            mad.wide.s32 %rd5, %r5, 8, %rd1;
            ld.global.u32 %r4, [%rd5];
            add.s32 %r3, %r2, %r5;
            """));
  }

  /** Each sum has two ways back to the index: a way is gone once. */
  @Test
  void sumsOfSumsAreFoundOnce() {
    StringBuilder loop = new StringBuilder("add.s32 %r5, %r3, %r3;\n");
    for (int r = 6; r < 27; r++) {
      loop.append("add.s32 %%r%d, %%r%d, %%r%d;%n".formatted(r, r - 1, r - 1));
    }
    loop.append("mad.wide.s32 %rd5, %r26, 4, %rd1;\n");
    loop.append("ld.global.u32 %r4, [%rd5]; add.s32 %r3, %r3, %r2;\n");
    assertEquals("%r2 * " + (4L << 22) + " + 0", advance(loop.toString()));
  }

  @Test
  void theAddressItselfMovesByAConstant() {
    assertEquals(
        "-4096",
        advance(
            """
            ld.global.u32 %r4, [%rd3];
            sub.s64 %rd3, %rd3, 4096;
            add.s32 %r3, %r3, 1;
            """));
  }

  @Test
  void anAddressFromOutsideStays() {
    assertEquals("0", advance("ld.global.u32 %r4, [%rd3]; add.s32 %r3, %r3, 1;"));
  }

  @Test
  void whatIsLoadedIsUnknown() {
    assertEquals(
        "unknown",
        advance(
            """
            ld.global.u64 %rd3, [%rd3];
            add.s32 %r3, %r3, 1;
            """));
  }

  @Test
  void twoDefinitionsAreUnknown() {
    assertEquals(
        "unknown",
        advance(
            """
            ld.global.u32 %r4, [%rd3];
            add.s64 %rd3, %rd3, 4096;
            @%p2 add.s64 %rd3, %rd3, 8;
            add.s32 %r3, %r3, 1;
            """));
  }

  @Test
  void twoStepsAreUnknown() {
    assertEquals(
        "unknown",
        advance(
            """
            ld.global.u32 %r4, [%rd3];
            add.s64 %rd3, %rd3, %rd4;
            add.s64 %rd3, %rd3, %rd1;
            add.s32 %r3, %r3, 1;
            """));
  }

  @Test
  void outsideLoopsNothingMoves() {
    assertEquals(
        "unknown",
        ofBody(
            "ld.param.u64 %rd1, [x]; mov.u64 %rd2, %rd1;"
                + " mov.u64 %rd3, %rd2; ld.global.u32 %r4, [%rd3]; ret;"));
  }
}
