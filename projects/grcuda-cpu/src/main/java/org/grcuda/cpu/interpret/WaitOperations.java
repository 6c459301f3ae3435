package org.grcuda.cpu.interpret;

import java.util.List;
import org.grcuda.cpu.translate.matrix.MatrixForm;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * Barriers and warp operations (PTX ISA 9.7.13): a thread's operands, its wait, and its results.
 */
final class WaitOperations {

  private static final Expression NONE = t -> 0;

  private WaitOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case BAR, BARRIER -> i.has(Modifier.WARP) ? warpBarrier(d, i) : barrier(d, i);
      case SHFL -> await(d, i, word(d, i, 4), word(d, i, 1), word(d, i, 2), word(d, i, 3));
      case VOTE -> await(d, i, word(d, i, 2), d.source(i.operand(1), PtxType.PRED), NONE, NONE);
      case MATCH, REDUX -> await(d, i, word(d, i, 2), d.source(i, 1), NONE, NONE);
      case MMA -> multiply(d, i);
      case ELECT -> await(d, i, word(d, i, 1), NONE, NONE, NONE);
      default -> await(d, i, NONE, NONE, NONE, NONE);
    };
  }

  private static Expression word(Decoder d, Instruction i, int operand) {
    return d.source(i.operand(operand), PtxType.U32);
  }

  private static Operation warpBarrier(Decoder d, Instruction i) {
    return await(d, i, word(d, i, 0), NONE, NONE, NONE);
  }

  private static Operation barrier(Decoder d, Instruction i) {
    if (i.has(Modifier.ARRIVE)) {
      Expression number = word(d, i, 0);
      return t -> t.context.states.arrive((int) number.of(t));
    }
    Point point = d.program().point(i);
    if (point.isPlainBarrier()) {
      return t -> {
        t.context.states.resume[t.thread] = ~point.state();
        t.await(then -> {});
      };
    }
    boolean reduces = i.has(Modifier.RED);
    int first = reduces ? 1 : 0;
    int last = i.operands().size() - (reduces ? 1 : 0);
    Expression number = first < last ? word(d, i, first) : NONE;
    Expression count = first + 1 < last ? word(d, i, first + 1) : NONE;
    Expression predicate = reduces ? d.source(i.operand(last), PtxType.PRED) : NONE;
    return await(d, i, count, predicate, number, NONE);
  }

  private static Operation await(
      Decoder d,
      Instruction i,
      Expression mask,
      Expression value,
      Expression second,
      Expression third) {
    int state = d.program().point(i).state();
    Operation result = result(d, i);
    return t -> {
      t.context.states.suspend(
          t.thread, state, (int) mask.of(t), value.of(t), (int) second.of(t), (int) third.of(t));
      t.await(result);
    };
  }

  /** Products of matrices, whose registers a pass has checked. */
  private static Operation multiply(Decoder d, Instruction i) {
    int[] sources = MatrixForm.sources(i).stream().mapToInt(Register::index).toArray();
    List<Operand> results = MatrixForm.elements(i.operand(0));
    Expression members = word(d, i, i.operands().size() - 1);
    int state = d.program().point(i).state();
    Operation store =
        t -> {
          for (int k = 0; k < results.size(); k++) {
            d.write(t, results.get(k), PtxType.U64, t.context.states.fragment(t.thread, k));
          }
        };
    return t -> {
      for (int k = 0; k < sources.length; k++) {
        t.context.states.fragment(t.thread, k, t.registers[sources[k]]);
      }
      t.context.states.suspend(t.thread, state, (int) members.of(t), 0, 0, 0);
      t.await(store);
    };
  }

  private static Operation result(Decoder d, Instruction i) {
    boolean barrier = i.opcode() == Opcode.BAR || i.opcode() == Opcode.BARRIER;
    if (barrier && !i.has(Modifier.RED)) {
      return t -> {};
    }
    Operand target = i.operand(0);
    Operand flag = new Operand.Sink();
    if (target instanceof Operand.Pair pair) {
      target = pair.first();
      flag = pair.second();
    }
    Operand predicate = flag;
    Operand destination = target;
    d.checkDestination(predicate);
    d.checkDestination(destination);
    boolean truth =
        i.opcode() == Opcode.VOTE && !i.has(Modifier.BALLOT) || barrier && !i.has(Modifier.POPC);
    PtxType type = truth ? PtxType.PRED : PtxType.U32;
    return t -> {
      d.write(t, predicate, PtxType.PRED, t.context.states.flag[t.thread]);
      d.write(t, destination, type, t.context.states.result[t.thread]);
    };
  }
}
