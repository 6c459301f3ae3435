package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.grcuda.cpu.translate.pass.Lockstep;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;

/**
 * Instructions at which threads wait for others: barriers of the block (PTX ISA 9.7.13.1) and warp
 * operations (9.7.9.6, 9.7.13). Lanes that come to a meeting before the lanes for which they must
 * wait stay at its block, as at any block at which lanes wait.
 */
public final class Meetings {

  private Meetings() {}

  /** Whether threads of the block wait at an instruction; they do not at bar.arrive. */
  public static boolean isBarrier(Instruction i) {
    return i.is(Trait.BARRIER) && !i.has(Modifier.WARP) && !i.has(Modifier.ARRIVE);
  }

  /** Whether lanes of a warp wait at an instruction. */
  public static boolean isOfWarp(Instruction i) {
    return i.is(Trait.OF_WARP) || i.is(Trait.BARRIER) && i.has(Modifier.WARP);
  }

  /** The mask of lanes that do a warp operation together; null for activemask and for barriers. */
  public static Operand members(Instruction i) {
    return isOfWarp(i) && i.opcode() != Opcode.ACTIVEMASK ? i.operands().getLast() : null;
  }

  /** Whether {@link #members} are certainly all lanes. */
  public static boolean areAll(Operand members) {
    return members instanceof Operand.IntegerImmediate n && (int) n.value() == -1;
  }

  private static boolean isMeeting(Statement s) {
    return s instanceof Instruction i && (isBarrier(i) || isOfWarp(i));
  }

  /**
   * Whether a function must be executed a warp at a time: it has warp operations or steps of lanes
   * in lockstep, or asks for masks of lanes.
   */
  public static boolean needWarps(PtxFunction function) {
    return function.body().stream()
        .anyMatch(
            s ->
                s instanceof Instruction i
                    && (isOfWarp(i) || Lockstep.isStep(i) || readsLaneMask(i)));
  }

  private static boolean readsLaneMask(Instruction i) {
    for (Operand o : i.operands()) {
      if (isLaneMask(o)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLaneMask(Operand o) {
    return o instanceof Operand.SpecialRegister s && s.name().startsWith("%lanemask");
  }

  /** The pass that lets a block begin at each meeting: the same function with more labels. */
  public static PtxFunction split(PtxFunction f) {
    List<Statement> body = new ArrayList<>();
    for (Statement s : f.body()) {
      if (isMeeting(s)) {
        // A name that PTX cannot declare.
        body.add(new Label("meeting " + body.size(), s.position()));
      }
      body.add(s);
    }
    return f.withBody(body);
  }

  /** The meeting at which a block begins, or null. */
  public static Instruction first(ControlFlowGraph graph, BasicBlock block) {
    for (int s = block.start(); s < block.end(); s++) {
      if (graph.function().body().get(s) instanceof Instruction i) {
        return isMeeting(i) ? i : null;
      }
    }
    return null;
  }

  /** Indices of the blocks that begin at a meeting. */
  static BitSet blocks(ControlFlowGraph graph) {
    BitSet result = new BitSet();
    for (BasicBlock block : graph.blocks()) {
      result.set(block.index(), first(graph, block) != null);
    }
    return result;
  }
}
