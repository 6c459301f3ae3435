package org.grcuda.cpu.translate.emit;

import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/** Control flow (PTX ISA 9.7.12): branches, calls, ret, exit, trap. */
final class ControlFamily {

  /** Entries of a switch that fit a method: four bytes each, of 65,535. */
  private static final int MOST_TARGETS = 65535 / 4;

  private ControlFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    table.put(Opcode.BRA, ControlFamily::branch);
    table.put(Opcode.BRX, ControlFamily::indexedBranch);
    table.put(Opcode.CALL, (m, i) -> m.calls().emit(i));
    table.put(Opcode.RET, (m, i) -> m.control().emitReturn(m));
    table.put(Opcode.EXIT, (m, i) -> m.control().emitExit(m));
    table.put(Opcode.TRAP, ControlFamily::trap);
    table.put(Opcode.BRKPT, ControlFamily::trap);
  }

  private static void branch(MethodEmitter m, Instruction i) {
    m.code().goto_(m.label(m.scope().graph().targets(i).get(0)));
  }

  private static void indexedBranch(MethodEmitter m, Instruction i) {
    List<String> targets = m.scope().graph().targets(i);
    if (targets.size() > MOST_TARGETS) {
      throw new UnsupportedPtxException(
          "brx.idx with a list of " + targets.size() + " labels: at most " + MOST_TARGETS,
          i.position());
    }
    List<SwitchCase> cases = new ArrayList<>();
    for (int k = 0; k < targets.size(); k++) {
      cases.add(SwitchCase.of(k, m.label(targets.get(k))));
    }
    m.push(i.operand(0), PtxType.U32);
    m.code().tableswitch(0, targets.size() - 1, m.label(targets.get(0)), cases);
  }

  private static void trap(MethodEmitter m, Instruction i) {
    m.invoke(RuntimeMethod.TRAP);
    m.code().athrow();
  }
}
