package org.grcuda.cpu.translate.emit;

import java.util.Map;
import org.grcuda.cpu.translate.formula.JvmKind;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Trait;

/**
 * Operands and results of a thread at barriers and warp operations (PTX ISA 9.7.13.1 bar, 9.7.9.6
 * shfl.sync, 9.7.13.8 vote.sync, 9.7.13.9 match.sync, 9.7.13.10 activemask, 9.7.13.11 redux.sync).
 */
final class SynchronizationFamily {

  private SynchronizationFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    for (Opcode opcode : Opcode.values()) {
      if (opcode.is(Trait.BARRIER) || opcode.is(Trait.OF_WARP)) {
        table.put(opcode, (m, i) -> m.control().emitSuspension(m, i));
      }
    }
  }

  /** Pushes mask (int), value (long), argument (int) and clamp (int) of a suspension. */
  static void pushRequest(MethodEmitter m, Instruction i) {
    switch (i.opcode()) {
      case BAR, BARRIER -> {
        if (i.has(Modifier.WARP)) {
          push(m, i.operand(0), null, null, null, PtxType.U32);
        } else {
          pushBarrier(m, i);
        }
      }
      case SHFL -> push(m, i.operand(4), i.operand(1), i.operand(2), i.operand(3), PtxType.B32);
      case VOTE -> push(m, i.operand(2), i.operand(1), null, null, PtxType.PRED);
      case MATCH, REDUX -> push(m, i.operand(2), i.operand(1), null, null, i.type());
      case ELECT -> push(m, i.operand(1), null, null, null, PtxType.B32);
      case MMA -> push(m, i.operands().getLast(), null, null, null, PtxType.B32);
      default -> push(m, null, null, null, null, PtxType.B32);
    }
  }

  private static void pushBarrier(MethodEmitter m, Instruction i) {
    boolean reduces = i.has(Modifier.RED);
    int at = reduces ? 1 : 0;
    int sources = i.operands().size() - at - (reduces ? 1 : 0);
    Operand count = sources > 1 ? i.operand(at + 1) : null;
    Operand predicate = reduces ? i.operand(i.operands().size() - 1) : null;
    push(m, count, predicate, sources > 0 ? i.operand(at) : null, null, PtxType.PRED);
  }

  private static void push(
      MethodEmitter m, Operand mask, Operand value, Operand second, Operand third, PtxType type) {
    pushInt(m, mask);
    if (value == null) {
      m.code().lconst_0();
    } else {
      m.push(value, type);
      m.adapt(JvmKind.of(type), JvmKind.LONG, false);
    }
    pushInt(m, second);
    pushInt(m, third);
  }

  private static void pushInt(MethodEmitter m, Operand operand) {
    if (operand == null) {
      m.code().iconst_0();
    } else {
      m.push(operand, PtxType.B32);
    }
  }

  /** Stores result and predicate where the instruction wants them. */
  static void storeResult(MethodEmitter m, Instruction i, Runnable pushResult, Runnable pushFlag) {
    boolean none = i.is(Trait.BARRIER) && !i.has(Modifier.RED);
    if (none) {
      return;
    }
    Operand target = i.operand(0);
    if (target instanceof Operand.Pair pair) {
      pushFlag.run();
      m.store(pair.second(), PtxType.PRED);
      target = pair.first();
    }
    pushResult.run();
    m.code().l2i();
    boolean predicate =
        i.opcode() == Opcode.VOTE && !i.has(Modifier.BALLOT)
            || i.has(Modifier.RED) && !i.has(Modifier.POPC);
    m.store(target, predicate ? PtxType.PRED : PtxType.B32);
  }
}
