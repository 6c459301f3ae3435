package org.grcuda.cpu.translate.simd;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grcuda.cpu.translate.simd.Neighbours.Later;
import org.grcuda.cpu.translate.simd.analysis.Indexed.Index;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Loads of {@code array[index]} from one array that are done together, as their indices are
 * neighbouring words that have been loaded together: the product of a sparse matrix in compressed
 * rows with a vector, in a loop that is unrolled. One comparison checks all indices, and the
 * processor waits for all elements at the same time.
 */
final class IndexGroups {

  private static final int VECTOR = 64;

  /**
   * A load after the first.
   *
   * @param index the statement that has loaded the index
   * @param elements where the elements are kept, two vectors at most
   */
  record Member(int statement, int index, Mem elements) {}

  /**
   * The loads after the first.
   *
   * @param loaded where 4 bytes say whether they are done: 0 or 1
   */
  record Group(List<Member> members, Mem loaded) {}

  /** A load that the first of its group has done, if {@code loaded} says so. */
  record Kept(Mem elements, Mem loaded) {}

  private final GangEmitter e;
  private final Neighbours neighbours;
  private final Map<Later, Kept> kept = new HashMap<>();

  IndexGroups(GangEmitter e, Neighbours neighbours) {
    this.e = e;
    this.neighbours = neighbours;
  }

  /** The current load, if it is one after the first of a group. */
  Optional<Kept> kept() {
    return Optional.ofNullable(kept.get(neighbours.later(e.statement())));
  }

  /** The loads that are done with the current one. */
  Optional<Group> startingHere(Index index) {
    if (!Neighbours.mayMove(e.instructionAt(e.statement()))) {
      return Optional.empty();
    }
    List<Member> members =
        neighbours.loadedWith(definition(index.register())).stream()
            .flatMap(s -> use(s, index).stream())
            .toList();
    if (members.isEmpty()) {
      return Optional.empty();
    }
    Mem loaded = Mem.at(GangEmitter.FRAME, e.frameSlot(Long.BYTES));
    members.forEach(m -> kept.put(neighbours.later(m.statement()), new Kept(m.elements(), loaded)));
    return Optional.of(new Group(members, loaded));
  }

  /** The statement of the block that writes a register before the current one, or -1. */
  private int definition(Register r) {
    int start = e.scope().graph().blockAt(e.statement()).start();
    for (int s = e.statement() - 1; s >= start; s--) {
      if (writes(s, r)) {
        return s;
      }
    }
    return -1;
  }

  private boolean writes(int statement, Register r) {
    return e.scope().function().body().get(statement) instanceof Instruction i
        && RegisterUse.defined(i).contains(r);
  }

  /** The load whose index a statement has loaded, if it may be moved to the current one. */
  private Optional<Member> use(int load, Index first) {
    int end = e.scope().graph().blockAt(e.statement()).end();
    Register loaded = (Register) e.instructionAt(load).operand(0);
    for (int s = Math.min(load, e.statement()) + 1; s < end; s++) {
      if (!(e.scope().function().body().get(s) instanceof Instruction i)) {
        continue;
      }
      if (s > Math.max(load, e.statement()) && isLike(s, first, loaded)) {
        Mem elements = Mem.at(GangEmitter.FRAME, e.frameSlot(2 * VECTOR));
        return Optional.of(new Member(s, load, elements));
      }
      if (Neighbours.stops(i)
          || RegisterUse.defined(i).contains(first.array())
          || s > load && RegisterUse.defined(i).contains(loaded)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Whether a statement loads from the same array as the current one, at a register's index. */
  private boolean isLike(int statement, Index first, Register register) {
    Index index = e.scope().indexed().of(statement);
    if (index == null || !index.equals(new Index(first.array(), register, first.signed()))) {
      return false;
    }
    Instruction own = e.instructionAt(e.statement());
    Instruction other = e.instructionAt(statement);
    return Neighbours.mayMove(other)
        && other.type() == own.type()
        && other.space() == own.space()
        && offset(other) == offset(own)
        && kept.get(neighbours.later(statement)) == null;
  }

  private static long offset(Instruction load) {
    return ((Operand.Address) load.operand(1)).offset();
  }
}
