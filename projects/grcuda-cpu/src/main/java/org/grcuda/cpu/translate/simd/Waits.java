package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;

import java.util.List;
import org.grcuda.cpu.translate.simd.analysis.CrossMeetings;
import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.analysis.NotVectorizableException;
import org.grcuda.cpu.translate.simd.frame.FaultSite;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Handles lanes that come to a {@link Meetings meeting} while other lanes that must take part wait
 * at other blocks: the former stay, and the latter run first.
 */
final class Waits {

  /** If lanes stay this often and no lane does anything else, they would wait for ever. */
  private static final int MOST_STAYS = 100;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final Flow flow;
  private final CrossMeetings crossing;
  private final boolean mayStay;

  Waits(GangEmitter e, Flow flow) {
    this.e = e;
    this.asm = e.asm();
    this.flow = flow;
    this.crossing = new CrossMeetings(e.scope().flow());
    this.mayStay =
        e.scope().plan().order().stream().anyMatch(b -> !others(b, meeting(b)).isEmpty());
  }

  private Instruction meeting(BasicBlock block) {
    return Meetings.first(e.scope().graph(), block);
  }

  /** The blocks at which lanes may be that must come first. */
  private List<Integer> others(BasicBlock block, Instruction meeting) {
    if (meeting == null || meeting.opcode() == Opcode.ACTIVEMASK) {
      return List.of();
    }
    List<Integer> others = e.scope().plan().others(block.index());
    if (meeting.isGuarded() && !others.isEmpty()) {
      throw new NotVectorizableException(
          "a guarded " + meeting.mnemonic() + " (PTX line " + meeting.line() + ")");
    }
    for (int other : others) {
      if (crossing.mayBe(block, e.scope().graph().blocks().get(other))) {
        throw new NotVectorizableException(
            "lanes in different branches of which each may come to a %s (PTX line %d and line %d)"
                .formatted(
                    meeting.mnemonic(),
                    meeting.line(),
                    meeting(e.scope().graph().blocks().get(other)).line()));
      }
    }
    return others;
  }

  /** At the start of a block: lets its lanes stay there if they must. */
  void enter(BasicBlock block) {
    if (!mayStay) {
      return;
    }
    Instruction meeting = meeting(block);
    List<Integer> others = others(block, meeting);
    if (!others.isEmpty()) {
      Label stay = new Label();
      e.later(() -> stay(block.index(), meeting, others, stay));
      if (Meetings.isBarrier(meeting)) {
        flow.jumpIfWaiting(others, stay);
      } else {
        partIfMembersWait(block.index(), meeting, others, stay);
      }
    }
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STAYS), 0);
  }

  private void stay(int block, Instruction meeting, List<Integer> others, Label stay) {
    int site = e.site(FaultSite.deadlock(meeting.line()));
    Label deadlock = new Label();
    asm.bind(stay);
    asm.aluImmediate(Alu.ADD, 4, Mem.at(FRAME, GangFrame.STAYS), 1);
    asm.aluImmediate(Alu.CMP, 4, Mem.at(FRAME, GangFrame.STAYS), MOST_STAYS);
    asm.jump(Condition.G, deadlock);
    flow.stay(block, others);
    asm.bind(deadlock);
    asm.kmovToGpr(RAX, GangEmitter.active(0));
    asm.mov(RCX, site);
    asm.jump(e.faultExit());
  }

  /** Lets the lanes stay whose members wait elsewhere. */
  private void partIfMembersWait(int block, Instruction i, List<Integer> others, Label stay) {
    Operand members = Meetings.members(i);
    flow.waitingLanes(others, RCX);
    if (!e.isVarying(members)) {
      asm.alu(Alu.AND, 4, RCX, e.scalar(members, PtxType.B32, RAX));
      asm.jump(Condition.NE, stay);
      return;
    }
    asm.vector(VectorOp.VPBROADCASTD_GPR, V0, 0, RCX, Form.ALL);
    for (int h = 0; h < e.parts(); h++) {
      e.setPart(h);
      int own = e.vector(members, PtxType.B32, 0, V1);
      asm.vector(VectorOp.VPTESTMD, GangEmitter.parted(h), V0, own, Form.ALL.masked(e.active()));
    }
    e.setPart(0);
    Label some = new Label();
    Label goOn = new Label();
    e.jumpIfParted(some);
    asm.bind(goOn);
    e.later(
        () -> {
          asm.bind(some);
          part(block, stay);
          asm.jump(goOn);
        });
  }

  /** Lets the lanes of the two masks stay, unless those are all. */
  private void part(int block, Label stay) {
    Label part = new Label();
    for (int h = 0; h < e.parts(); h++) {
      asm.mask(MaskOp.KXOR, K0, GangEmitter.parted(h), GangEmitter.active(h));
      asm.kortest(K0, K0);
      asm.jump(Condition.NE, part);
    }
    asm.jump(stay);
    asm.bind(part);
    for (int h = 0; h < e.parts(); h++) {
      int active = GangEmitter.active(h);
      flow.addWaiting(block, GangEmitter.parted(h), h);
      asm.mask(MaskOp.KANDN, active, GangEmitter.parted(h), active);
    }
  }
}
