package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;

/**
 * The pass that finds computations with the same result for all threads of a block, wherever they
 * are: loads of parameters, and arithmetic on them and on the coordinates of the block. Such an
 * instruction has no effect but its result, cannot fail, and is the only one that writes its
 * register, so it may run once per block, before the threads, even if no thread would reach it.
 */
public final class Invariants {

  /** Has no effect but its result, and cannot fail. */
  static final Set<Opcode> ARITHMETIC =
      EnumSet.of(
          Opcode.ADD,
          Opcode.SUB,
          Opcode.MUL,
          Opcode.MAD,
          Opcode.AND,
          Opcode.OR,
          Opcode.XOR,
          Opcode.NOT,
          Opcode.SHL,
          Opcode.SHR,
          Opcode.MIN,
          Opcode.MAX,
          Opcode.NEG,
          Opcode.ABS,
          Opcode.MOV,
          Opcode.CVT,
          Opcode.SETP,
          Opcode.SELP,
          Opcode.CVTA);

  private static final Set<String> OF_BLOCK =
      Set.of(
          "%ntid.x",
          "%ntid.y",
          "%ntid.z",
          "%nwarpid",
          "%smid",
          "%nsmid",
          "%gridid",
          "%dynamic_smem_size",
          "%total_smem_size");

  private final PtxFunction function;
  private final List<Integer> statements = new ArrayList<>();
  private final BitSet hoisted = new BitSet();
  private final BitSet registers = new BitSet();
  private final BitSet partial = new BitSet();

  private Invariants(PtxFunction function) {
    this.function = function;
  }

  /**
   * Finds them.
   *
   * @param isVarying whether a register's value is kept for each lane
   */
  public static Invariants run(KernelFlow flow, Predicate<Register> isVarying) {
    ControlFlowGraph graph = flow.graph();
    Invariants result = new Invariants(graph.function());
    BitSet candidates = result.candidates(flow, isVarying);
    int before;
    do {
      before = result.statements.size();
      for (BasicBlock block : graph.reversePostorder()) {
        int s = candidates.nextSetBit(block.start());
        for (; s >= 0 && s < block.end(); s = candidates.nextSetBit(s + 1)) {
          if (!result.hoisted.get(s)) {
            result.hoist(s);
          }
        }
      }
    } while (result.statements.size() > before);
    result.findPartial(graph, isVarying);
    return result;
  }

  /** Instructions that qualify if their sources do. */
  private BitSet candidates(KernelFlow flow, Predicate<Register> isVarying) {
    BitSet undefined = flow.liveness().liveIn(0);
    BitSet result = new BitSet();
    for (int s = flow.nextDefining(0); s < Integer.MAX_VALUE; s = flow.nextDefining(s + 1)) {
      Instruction i = flow.instruction(s);
      if (!i.isGuarded()
          && i.operand(0) instanceof Register r
          && flow.definitions(r) == 1
          && !undefined.get(r.index())
          && (isParameter(i, function) || ARITHMETIC.contains(i.opcode()) && !isVarying.test(r))) {
        result.set(s);
      }
    }
    return result;
  }

  /** Whether an instruction loads a parameter of a kernel. */
  static boolean isParameter(Instruction i, PtxFunction function) {
    return i.opcode() == Opcode.LD
        && i.space() == StateSpace.PARAM
        && i.operand(1) instanceof Operand.Address a
        && a.base() instanceof Operand.Symbol symbol
        && function.isEntry()
        && function.parameterIndex(symbol.name()) >= 0;
  }

  private void hoist(int statement) {
    Instruction i = (Instruction) function.body().get(statement);
    if (isParameter(i, function) || areInvariant(i.operands())) {
      statements.add(statement);
      hoisted.set(statement);
      registers.set(((Register) i.operand(0)).index());
    }
  }

  /** Whether all but the first, the result, are. */
  private boolean areInvariant(List<Operand> operands) {
    for (int k = 1; k < operands.size(); k++) {
      if (!isInvariant(operands.get(k))) {
        return false;
      }
    }
    return true;
  }

  private boolean isInvariant(Operand o) {
    return switch (o) {
      case Register r -> registers.get(r.index());
      case Operand.Negated n -> registers.get(n.predicate().index());
      case Operand.IntegerImmediate n -> true;
      case Operand.Symbol s -> true;
      case Operand.SpecialRegister s ->
          OF_BLOCK.contains(s.name())
              || s.name().startsWith("%ctaid")
              || s.name().startsWith("%nctaid");
      default -> false;
    };
  }

  /** Finds products that are the same for all threads although the sum is not. */
  private void findPartial(ControlFlowGraph graph, Predicate<Register> isVarying) {
    for (BasicBlock block : graph.reversePostorder()) {
      for (int s = block.start(); s < block.end(); s++) {
        if (function.body().get(s) instanceof Instruction i
            && i.is(Opcode.MAD, Modifier.LO)
            && !i.has(Modifier.SAT)
            && !i.has(Modifier.CC)
            && !hoisted.get(s)
            && i.operand(0) instanceof Register r
            && !isVarying.test(r)
            && isInvariant(i.operand(1))
            && isInvariant(i.operand(2))) {
          partial.set(s);
        }
      }
    }
  }

  /** The statements to run once per block, in an order that respects what they read. */
  public List<Integer> statements() {
    return List.copyOf(statements);
  }

  /** Whether a statement is among {@link #statements}. */
  public boolean contains(int statement) {
    return hoisted.get(statement);
  }

  /** Whether a register holds a result of {@link #statements}. */
  public boolean holds(Register register) {
    return registers.get(register.index());
  }

  /** Indices of the statements that are {@code mad} with a product that is the same. */
  public BitSet products() {
    return (BitSet) partial.clone();
  }
}
