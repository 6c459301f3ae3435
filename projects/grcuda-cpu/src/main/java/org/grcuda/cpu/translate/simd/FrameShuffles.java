package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.Arrays;
import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * {@code shfl.sync} of a warp of more than two parts: the values of all lanes go to the frame, and
 * each part is put together from the vectors there from which it takes some.
 */
final class FrameShuffles {

  private static final int EQUAL = 0;

  /** The lanes that name the same members as their sources. */
  private static final int ALIKE = K6;

  /** Tables in the frame: the values of the warp's lanes, and the members that they name. */
  private static final int VALUES = 0;

  private static final int MEMBERS = 1;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final ShuffleSources sources;

  FrameShuffles(GangEmitter e, ShuffleSources sources) {
    this.e = e;
    this.asm = e.asm();
    this.sources = sources;
  }

  private Mem table(int table, int part) {
    return Mem.at(FRAME, GangFrame.KEYS + 128 * table + asm.bytes() * part);
  }

  private void store(Operand o, int table) {
    for (int p = 0; p < e.parts(); p++) {
      e.setPart(p);
      int at = e.vector(o, PtxType.B32, 0, V2);
      asm.vector(VectorOp.VMOVDQU32_STORE, at, 0, table(table, p), Form.ALL);
    }
  }

  /**
   * Emits one; edx holds the active lanes.
   *
   * @param flag the predicate that tells whether the source is in range, or null
   */
  void emit(Instruction i, Operand to, Operand flag) {
    Operand members = Meetings.members(i);
    boolean varies = e.isVarying(members);
    boolean known = ShuffleSources.areKnown(i);
    store(i.operand(1), VALUES);
    if (!e.isFull()) {
      zeroInactive();
    }
    if (varies) {
      store(members, MEMBERS);
    }
    for (int p = 0; p < e.parts(); p++) {
      e.setPart(p);
      int[] choice = known ? sources.known(i, p, flag != null) : null;
      if (!known) {
        sources.compute(i, p, V0);
      }
      if (flag != null) {
        e.storePredicate(flag, ShuffleSources.IN_RANGE);
      }
      if (to instanceof Operand.Sink) {
        continue;
      }
      permute(p, choice, varies);
      VectorTarget t = e.target(to, PtxType.B32);
      asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V3, t.form(0));
      e.done(t);
    }
  }

  /** The values of lanes that do not take part become 0. */
  private void zeroInactive() {
    Label some = new Label();
    Label done = new Label();
    asm.aluImmediate(Alu.CMP, 4, RDX, -1);
    asm.jump(Condition.NE, some);
    asm.bind(done);
    e.later(
        () -> {
          asm.bind(some);
          for (int p = 0; p < e.parts(); p++) {
            Form ofActive = Form.ALL.masked(GangEmitter.active(p)).zeroed();
            asm.vector(VectorOp.VMOVDQU32, V2, 0, table(VALUES, p), ofActive);
            asm.vector(VectorOp.VMOVDQU32_STORE, V2, 0, table(VALUES, p), Form.ALL);
          }
          asm.jump(done);
        });
  }

  /** Puts the values of a part into V3: by the known choice, or the one in V0. */
  private void permute(int part, int[] choice, boolean varies) {
    if (choice != null && !varies) {
      choose(choice);
      return;
    }
    if (choice != null) {
      asm.vector(VectorOp.VMOVDQU32, V0, 0, asm.constant(choice), Form.ALL);
    }
    choose(VALUES, V3);
    if (varies) {
      choose(MEMBERS, V7);
      asm.vector(VectorOp.VPCMPD, ALIKE, V7, table(MEMBERS, part), Form.ALL.with(EQUAL));
      asm.vector(VectorOp.VMOVDQU32, V3, 0, V3, Form.ALL.masked(ALIKE).zeroed());
    }
  }

  /** The words of a table that V0 chooses; changes K6 and V2. */
  private void choose(int table, int to) {
    asm.vector(VectorOp.VPERMD, to, V0, table(table, 0), Form.ALL);
    asm.vector(
        VectorOp.VPSRLD_IMM, V2, 0, V0, Form.ALL.with(Integer.numberOfTrailingZeros(e.lanes())));
    for (int from = 1; from < e.parts(); from++) {
      asm.vector(VectorOp.VPCMPD, K6, V2, e.constant(PtxType.B32, from), Form.ALL.with(EQUAL));
      asm.vector(VectorOp.VPERMD, to, V0, table(table, from), Form.ALL.masked(K6));
    }
  }

  /** The values that a known choice takes, into V3; changes K6, V0 and rax. */
  private void choose(int[] choice) {
    int lanes = e.lanes();
    boolean first = true;
    for (int from = 0; from < e.parts(); from++) {
      int mask = 0;
      boolean inPlace = true;
      for (int l = 0; l < lanes; l++) {
        boolean takes = choice[l] / lanes == from;
        mask |= takes ? 1 << l : 0;
        inPlace &= !takes || choice[l] % lanes == l;
      }
      if (mask == 0) {
        continue;
      }
      Form form = Form.ALL;
      if (!first) {
        asm.mov(RAX, mask);
        asm.kmovFromGpr(K6, RAX);
        form = Form.ALL.masked(K6);
      }
      if (inPlace) {
        asm.vector(VectorOp.VMOVDQU32, V3, 0, table(VALUES, from), form);
      } else {
        int[] words = Arrays.stream(choice).map(c -> c % lanes).toArray();
        asm.vector(VectorOp.VMOVDQU32, V0, 0, asm.constant(words), Form.ALL);
        asm.vector(VectorOp.VPERMD, V3, V0, table(VALUES, from), form);
      }
      first = false;
    }
  }
}
