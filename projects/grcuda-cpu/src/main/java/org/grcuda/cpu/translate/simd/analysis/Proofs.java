package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.RegisterUse;

/** The addresses that code has checked at the place that is being emitted. */
public final class Proofs {

  /**
   * An address that is proven for all lanes of a part that execute a block.
   *
   * @param offset from a register
   * @param log binary logarithm of the bytes
   * @param row whether the lanes' addresses are neighbours from there on
   * @param window shared or local memory, else generic
   */
  public record Proof(int offset, int log, boolean row, StateSpace window, int part) {

    // These methods are written out, as otherwise the JVM would link a record's methods when a
    // program first translates.
    @Override
    public boolean equals(Object other) {
      return other instanceof Proof p
          && offset == p.offset
          && log == p.log
          && row == p.row
          && window == p.window
          && part == p.part;
    }

    @Override
    public int hashCode() {
      return offset;
    }
  }

  /** By the register with the base; the lists are never changed. */
  private final Map<Register, List<Proof>> proven = new HashMap<>();

  private final Map<Integer, Map<Register, List<Proof>>> ends = new HashMap<>();

  /** Begins a block: addresses proven at the end of its only predecessor are still proven. */
  public void enter(BasicBlock block) {
    clear();
    if (block.index() != 0 && block.predecessors().size() == 1) {
      proven.putAll(ends.getOrDefault(block.predecessors().getFirst(), Map.of()));
    }
  }

  /** Ends a block. */
  public void leave(BasicBlock block) {
    ends.put(block.index(), proven.isEmpty() ? Map.of() : new HashMap<>(proven));
  }

  /** An instruction has changed its results. */
  public void after(Instruction i) {
    RegisterUse.defined(i).forEach(proven::remove);
  }

  /** Nothing is known. */
  public void clear() {
    proven.clear();
  }

  /**
   * Returns whether an address was proven before.
   *
   * @param always whether it is proven from now on
   */
  public boolean prove(Register base, Proof address, boolean always) {
    List<Proof> known = proven.getOrDefault(base, List.of());
    if (known.contains(address)) {
      return true;
    }
    if (always) {
      List<Proof> more = new ArrayList<>(known);
      more.add(address);
      proven.put(base, more);
    }
    return false;
  }
}
