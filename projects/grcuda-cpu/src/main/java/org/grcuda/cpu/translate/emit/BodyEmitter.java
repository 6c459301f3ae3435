package org.grcuda.cpu.translate.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.List;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.ControlFlowGraph;

/** Emits the statements of a function in order: labels, guards (PTX ISA 9.3), instructions. */
final class BodyEmitter {

  private BodyEmitter() {}

  /** Emits the whole body; control that runs off its end returns. */
  static void emit(MethodEmitter m) {
    emit(m, 0, m.scope().function().body().size());
    m.control().emitReturn(m);
  }

  /** Emits the statements {@code from} to {@code to} - 1. */
  static void emit(MethodEmitter m, int from, int to) {
    List<Statement> body = m.scope().function().body();
    for (int s = from; s < to; s++) {
      switch (body.get(s)) {
        case org.grcuda.ptx.Label label -> m.bind(label.name());
        case Instruction instruction -> {
          m.at(instruction.position());
          Point point = m.scope().suspensions().at(s);
          if (point != null && point.isStep()) {
            m.control().emitStep(m, point);
          }
          m.instrumentation().begin(instruction);
          emit(m, instruction, s);
        }
      }
    }
  }

  private static void emit(MethodEmitter m, Instruction i, int statement) {
    boolean backwards = isBackEdge(m, i, statement);
    Guard guard = i.guard();
    if (guard == null) {
      if (backwards) {
        m.control().emitBackEdge(m, i, statement);
      }
      InstructionTable.emit(m, i);
      m.instrumentation().end(i);
      return;
    }
    CodeBuilder code = m.code();
    m.push(guard.predicate(), PtxType.PRED);
    if (i.opcode() == Opcode.BRA && !backwards) {
      Label target = m.label(m.scope().graph().targets(i).get(0));
      if (guard.negated()) {
        code.ifeq(target);
      } else {
        code.ifne(target);
      }
      return;
    }
    Label skip = code.newLabel();
    if (guard.negated()) {
      code.ifne(skip);
    } else {
      code.ifeq(skip);
    }
    if (backwards) {
      m.control().emitBackEdge(m, i, statement);
    }
    InstructionTable.emit(m, i);
    m.instrumentation().end(i);
    code.labelBinding(skip);
  }

  /** Whether control may go backwards in the text here; every endless loop has such a place. */
  private static boolean isBackEdge(MethodEmitter m, Instruction i, int statement) {
    ControlFlowGraph graph = m.scope().graph();
    return graph.targets(i).stream().anyMatch(t -> graph.blockOf(t).start() <= statement);
  }
}
