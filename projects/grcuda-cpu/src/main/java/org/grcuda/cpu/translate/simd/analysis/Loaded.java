package org.grcuda.cpu.translate.simd.analysis;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
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
  public static Loaded run(List<Statement> body) {
    Loaded result = new Loaded();
    int before;
    do {
      before = result.registers.cardinality();
      for (Statement s : body) {
        if (s instanceof Instruction i && (isSource(i) || result.reads(i))) {
          RegisterUse.defined(i).forEach(r -> result.registers.set(r.index()));
        }
      }
    } while (result.registers.cardinality() > before);
    return result;
  }

  private static boolean isSource(Instruction i) {
    return (i.is(Trait.READS) || SOURCES.contains(i.opcode())) && i.space() != StateSpace.PARAM;
  }

  private boolean reads(Instruction i) {
    return RegisterUse.used(i).stream().anyMatch(this::contains);
  }

  /** Whether a register is among them. */
  public boolean contains(Register register) {
    return registers.get(register.index());
  }
}
