package org.grcuda.cpu.translate.order;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;

/**
 * The pass that lets all threads of a block read what they read of shared memory right behind a
 * barrier before one of them goes on, where a thread may write it again before the next barrier.
 *
 * <p>That is a race: the program lacks a barrier. On GPUs it has no effect, as all warps go on at
 * once, and sums of a block in public programs are written so: all threads read the sum, and the
 * next sum goes to the same place. Here the warps of a block run one after the other from barrier
 * to barrier, so the first would write before the others have read. The pass adds the barrier.
 */
public final class BroadcastReads {

  /**
   * What an instruction reads.
   *
   * @param offset in bytes from the start of the variable
   */
  private record Place(String variable, long offset, int bytes) {

    boolean overlaps(Place other) {
      return variable.equals(other.variable)
          && offset < other.offset + other.bytes
          && other.offset < offset + bytes;
    }
  }

  private enum First {
    WRITE,
    BARRIER,
    NEITHER
  }

  private final ControlFlowGraph graph;
  private final List<Statement> body;
  private final AddressOrigins origins;

  /** The barrier to add behind a statement. */
  private final TreeMap<Integer, Instruction> added = new TreeMap<>();

  private BroadcastReads(PtxFunction kernel) {
    this.graph = ControlFlowGraph.of(kernel);
    this.body = kernel.body();
    this.origins = new AddressOrigins(body);
  }

  /** A kernel with such barriers; itself if it needs none. */
  public static PtxFunction run(PtxFunction kernel) {
    if (!has(kernel, BroadcastReads::isPlainBarrier)
        || !has(kernel, i -> readPlace(i) != null)
        || !has(kernel, BroadcastReads::writesShared)) {
      return kernel;
    }
    BroadcastReads pass = new BroadcastReads(kernel);
    pass.graph.reversePostorder().forEach(pass::look);
    return pass.added.isEmpty() ? kernel : kernel.withBody(kernel.registers(), pass.rewritten());
  }

  private static boolean has(PtxFunction kernel, Predicate<Instruction> test) {
    return kernel.body().stream().anyMatch(s -> s instanceof Instruction i && test.test(i));
  }

  private List<Statement> rewritten() {
    List<Statement> result = new ArrayList<>();
    for (int s = 0; s < body.size(); s++) {
      result.add(body.get(s));
      if (added.containsKey(s)) {
        result.add(added.get(s));
      }
    }
    return result;
  }

  /** Looks at the reads between a barrier and the next write or barrier of a basic block. */
  private void look(BasicBlock block) {
    Instruction barrier = null;
    List<Place> read = new ArrayList<>();
    int last = -1;
    for (int s = block.start(); s < block.end(); s++) {
      if (!(body.get(s) instanceof Instruction i)) {
        continue;
      }
      if (isBarrier(i) || writesShared(i)) {
        addIfWritten(block, barrier, last, read);
        barrier = isPlainBarrier(i) ? i : null;
        read.clear();
      } else if (barrier != null && readPlace(i) != null) {
        read.add(readPlace(i));
        last = s;
      }
    }
    addIfWritten(block, barrier, last, read);
  }

  private void addIfWritten(BasicBlock block, Instruction barrier, int last, List<Place> read) {
    if (barrier != null && !read.isEmpty() && isForAll(block) && isWritten(last, read)) {
      added.put(
          last,
          new Instruction(
              null,
              barrier.opcode(),
              barrier.modifiers(),
              barrier.operands(),
              body.get(last).position()));
    }
  }

  /**
   * Whether no thread can be at another barrier instead of those of a block: each other comes
   * before it or after it.
   */
  private boolean isForAll(BasicBlock block) {
    for (BasicBlock other : graph.reversePostorder()) {
      boolean ordered =
          graph.dominates(block.index(), other.index())
              || graph.dominates(other.index(), block.index());
      if (!ordered && hasBarrier(other)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasBarrier(BasicBlock block) {
    for (int s = block.start(); s < block.end(); s++) {
      if (body.get(s) instanceof Instruction i && isBarrier(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a place may be written behind a statement before a barrier comes. */
  private boolean isWritten(int statement, List<Place> places) {
    BasicBlock block = graph.blockAt(statement);
    return switch (first(statement + 1, block.end(), places)) {
      case WRITE -> true;
      case BARRIER -> false;
      case NEITHER ->
          graph.reaches(
              block,
              b -> first(b.start(), b.end(), places) == First.WRITE,
              b -> first(b.start(), b.end(), places) == First.NEITHER);
    };
  }

  /** What comes first in a part of a basic block: a write that may be to a place, or a barrier. */
  private First first(int start, int end, List<Place> places) {
    for (int s = start; s < end; s++) {
      if (body.get(s) instanceof Instruction i) {
        if (isBarrier(i)) {
          return First.BARRIER;
        }
        if (writesShared(i) && places.stream().anyMatch(p -> mayWrite(i, p))) {
          return First.WRITE;
        }
      }
    }
    return First.NEITHER;
  }

  private boolean mayWrite(Instruction i, Place place) {
    Place own = place(i);
    if (own != null) {
      return own.overlaps(place);
    }
    Set<String> variables = new HashSet<>();
    i.operands().stream()
        .filter(Operand.Address.class::isInstance)
        .forEach(a -> origins.collect(((Operand.Address) a).base(), variables));
    return variables.isEmpty() || variables.contains(place.variable);
  }

  /** What an instruction reads of shared memory, if all threads read the same; else null. */
  private static Place readPlace(Instruction i) {
    boolean reads = i.opcode() == Opcode.LD && i.space() == StateSpace.SHARED && !i.isGuarded();
    return reads ? place(i) : null;
  }

  /** Where an instruction accesses a variable that it names; null if it names none. */
  private static Place place(Instruction i) {
    for (Operand o : i.operands()) {
      if (o instanceof Operand.Address address && address.base() instanceof Operand.Symbol symbol) {
        int bytes = i.type().size() * i.vectorWidth();
        return new Place(symbol.name(), symbol.offset() + address.offset(), bytes);
      }
    }
    return null;
  }

  private static boolean writesShared(Instruction i) {
    return i.space() == StateSpace.SHARED && i.is(Trait.WRITES);
  }

  private static boolean isBarrier(Instruction i) {
    return i.is(Trait.BARRIER) && !i.has(Modifier.WARP);
  }

  /** Whether all threads of the block wait for one another. */
  private static boolean isPlainBarrier(Instruction i) {
    return isBarrier(i)
        && i.has(Modifier.SYNC)
        && !i.isGuarded()
        && i.operands().size() == 1
        && i.operand(0) instanceof Operand.IntegerImmediate;
  }
}
