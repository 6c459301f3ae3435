package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;

/**
 * The pass that marks the accesses before which the lanes of a warp wait for one another: accesses
 * that are {@link #isStep volatile} and go, or may go, to shared memory.
 *
 * <p>Until sm_60 the lanes of a warp ran in lockstep, and programs relied on it: sums of a warp in
 * volatile shared memory without {@code __syncwarp()}. From sm_70 on programs may not rely on it
 * (CUDA C++ Programming Guide, Independent Thread Scheduling), yet such code is still compiled for
 * these targets. In modules for older targets every access to shared memory is such a step.
 */
public final class Lockstep extends Rewriter {

  /** The first target whose lanes run independently. */
  private static final int INDEPENDENT = 70;

  private static final Set<Modifier> ORDERED =
      EnumSet.of(Modifier.VOLATILE, Modifier.RELAXED, Modifier.ACQUIRE, Modifier.RELEASE);

  private final boolean legacy;
  private final boolean hasShared;

  private Lockstep(PtxFunction function, boolean legacy, boolean hasShared) {
    super(function, "$lockstep_");
    this.legacy = legacy;
    this.hasShared = hasShared;
  }

  /** The module with such accesses of a kernel and what it calls marked, and no others. */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    boolean legacy = isLegacy(module.target());
    boolean hasShared =
        module.variables().stream().anyMatch(v -> v.space() == StateSpace.SHARED)
            || calls.functions().stream()
                .flatMap(f -> f.variables().stream())
                .anyMatch(v -> v.space() == StateSpace.SHARED);
    return run(module, calls, function -> new Lockstep(function, legacy, hasShared));
  }

  /** Whether the lanes of a warp run in lockstep on a target, such as {@code sm_60}. */
  static boolean isLegacy(String target) {
    String number = target.replaceAll("\\D", "");
    return !number.isEmpty() && Integer.parseInt(number) < INDEPENDENT;
  }

  /** Whether the lanes of a warp that execute an instruction do so together. */
  public static boolean isStep(Statement statement) {
    return statement instanceof Instruction i
        && isAccess(i)
        && i.has(Modifier.VOLATILE)
        && (i.space() == StateSpace.SHARED || i.space() == StateSpace.GENERIC);
  }

  /** Whether the lanes of a warp come together before an instruction, if they can. */
  static boolean gathers(Statement statement) {
    return isStep(statement)
        || statement instanceof Instruction i && i.opcode() == Opcode.ACTIVEMASK;
  }

  /** Whether a function has such instructions. */
  static boolean gathersIn(PtxFunction function) {
    return function.body().stream().anyMatch(Lockstep::gathers);
  }

  private static boolean isAccess(Instruction i) {
    return i.opcode() == Opcode.LD || i.opcode() == Opcode.ST;
  }

  @Override
  boolean replaces(Instruction i) {
    return becomesStep(i) || isStep(i) && !hasShared;
  }

  private boolean becomesStep(Instruction i) {
    return legacy && isAccess(i) && i.space() == StateSpace.SHARED && i.oneOf(ORDERED) == null;
  }

  @Override
  void replace(Instruction i) {
    List<String> modifiers = new ArrayList<>(i.modifiers());
    if (becomesStep(i)) {
      modifiers.addFirst(Modifier.VOLATILE.ptxName());
    } else {
      // The same (PTX ISA 8.3), which goes to no shared memory.
      modifiers.replaceAll(
          m -> m.equals(Modifier.VOLATILE.ptxName()) ? Modifier.RELAXED.ptxName() : m);
    }
    add(new Instruction(null, i.opcode(), modifiers, i.operands(), i.position()));
  }
}
