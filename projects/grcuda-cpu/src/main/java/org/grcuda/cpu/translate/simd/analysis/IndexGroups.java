package org.grcuda.cpu.translate.simd.analysis;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.grcuda.cpu.translate.simd.analysis.Indexed.Index;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Loads of {@code array[index]} from one array that may be done together, since their indices are
 * loaded together. An example is {@code x[columns[k]]}, where a sparse matrix in compressed rows is
 * multiplied by a vector {@code x} and the compiler has unrolled the loop over {@code k}.
 */
public final class IndexGroups {

  /**
   * A load that may be done at an earlier one.
   *
   * @param statement the load
   * @param index the load of its index
   */
  public record Member(int statement, int index) {}

  private final ControlFlowGraph graph;
  private final List<Statement> body;
  private final Indexed indexed;

  /** Of a kernel. */
  public IndexGroups(GangScope scope) {
    this.graph = scope.graph();
    this.body = scope.function().body();
    this.indexed = scope.indexed();
  }

  /** Whether an instruction is a load that may be done earlier, as far as it is concerned. */
  public static boolean mayMove(Instruction i) {
    return i.opcode() == Opcode.LD && !i.isGuarded() && !i.isStrong();
  }

  /** Whether no load behind an instruction may be done before that instruction. */
  public static boolean stops(Instruction i) {
    return !RegisterUse.hasDestination(i)
        || i.is(Trait.OF_WARP)
        || i.is(Trait.WRITES)
        || i.opcode() == Opcode.CALL;
  }

  /**
   * The later loads of a block that may be done at a load; none if that load may not be moved.
   *
   * @param first the load, one that {@link Indexed} has found
   * @param together the other loads that are done at a load
   */
  public List<Member> at(int first, IntFunction<List<Integer>> together) {
    Index index = indexed.of(first);
    int definition = indexed.definition(graph.blockAt(first), first, index.register());
    if (definition < 0 || !mayMove(instruction(first))) {
      return List.of();
    }
    return together.apply(definition).stream().flatMap(s -> use(s, first, index).stream()).toList();
  }

  private Instruction instruction(int statement) {
    return (Instruction) body.get(statement);
  }

  /** The load at the index that a statement loads, if it may be done at the first one. */
  private Optional<Member> use(int load, int first, Index firstIndex) {
    int end = graph.blockAt(first).end();
    Register loaded = (Register) instruction(load).operand(0);
    for (int s = Math.min(load, first) + 1; s < end; s++) {
      if (!(body.get(s) instanceof Instruction i)) {
        continue;
      }
      if (s > Math.max(load, first) && isLike(s, first, firstIndex, loaded)) {
        return Optional.of(new Member(s, load));
      }
      List<Register> defined = RegisterUse.defined(i);
      if (stops(i)
          || defined.contains(firstIndex.array())
          || s > load && defined.contains(loaded)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Whether a statement loads as the first one does, but at a register's index. */
  private boolean isLike(int statement, int first, Index firstIndex, Register register) {
    Index index = new Index(firstIndex.array(), register, firstIndex.signed());
    if (!index.equals(indexed.of(statement))) {
      return false;
    }
    Instruction own = instruction(first);
    Instruction other = instruction(statement);
    return mayMove(other)
        && other.type() == own.type()
        && other.space() == own.space()
        && offset(other) == offset(own);
  }

  private static long offset(Instruction load) {
    return ((Operand.Address) load.operand(1)).offset();
  }
}
