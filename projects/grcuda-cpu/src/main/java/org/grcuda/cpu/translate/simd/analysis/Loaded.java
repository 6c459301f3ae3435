package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The pass that finds the registers whose values depend on data that was read from memory or comes
 * from other threads. Addresses made from such values seldom have a pattern; other addresses often
 * do.
 */
public final class Loaded {

  private static final Set<Opcode> SOURCES =
      EnumSet.of(Opcode.SHFL, Opcode.MATCH, Opcode.REDUX, Opcode.MMA, Opcode.CALL);

  private final BitSet registers = new BitSet();

  private Loaded() {}

  /** Finds them. */
  static Loaded run(KernelFlow flow) {
    Loaded result = new Loaded();
    Deque<Register> pending = new ArrayDeque<>();
    for (int s = flow.nextDefining(0); s < Integer.MAX_VALUE; s = flow.nextDefining(s + 1)) {
      if (isSource(flow.instruction(s))) {
        result.add(flow.instruction(s), pending);
      }
    }
    while (!pending.isEmpty()) {
      for (int s : flow.readers(pending.pop())) {
        result.add(flow.instruction(s), pending);
      }
    }
    return result;
  }

  private void add(Instruction i, Deque<Register> pending) {
    for (Register r : RegisterUse.defined(i)) {
      if (!registers.get(r.index())) {
        registers.set(r.index());
        pending.push(r);
      }
    }
  }

  private static boolean isSource(Instruction i) {
    return (i.is(Trait.READS) || SOURCES.contains(i.opcode())) && i.space() != StateSpace.PARAM;
  }

  /** Whether a register is among them. */
  public boolean contains(Register register) {
    return registers.get(register.index());
  }
}
