package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/**
 * Makes every access of memory name its state space. An access that names a variable of shared or
 * local memory but no state space (PTX ISA 6.4.1) gets the variable's space, as the name stands for
 * an address in that space.
 */
public final class TypedAccesses extends Rewriter {

  private static final Set<Opcode> ADDRESSED =
      EnumSet.of(Opcode.MBARRIER, Opcode.PREFETCH, Opcode.PREFETCHU);

  private final PtxModule module;
  private final PtxFunction function;

  private TypedAccesses(PtxModule module, PtxFunction function) {
    super(function, "$typed_");
    this.module = module;
    this.function = function;
  }

  /** The module with such accesses in a kernel and what it calls; itself if all say it. */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    return run(module, calls, function -> new TypedAccesses(module, function));
  }

  @Override
  boolean replaces(Instruction i) {
    return (i.opcode().accessesMemory() || ADDRESSED.contains(i.opcode()))
        && i.space() == StateSpace.GENERIC
        && i.operands().stream().anyMatch(o -> spaceOf(o) != null);
  }

  /** The space of the shared or local variable that an address names; else null. */
  private StateSpace spaceOf(Operand operand) {
    if (!(operand instanceof Operand.Address address)
        || !(address.base() instanceof Operand.Symbol symbol)) {
      return null;
    }
    Variable own = function.variable(symbol.name());
    Variable variable = own == null ? module.variable(symbol.name()) : own;
    if (variable == null) {
      return null;
    }
    return switch (variable.space()) {
      case SHARED, LOCAL -> variable.space();
      default -> null;
    };
  }

  @Override
  void replace(Instruction i) {
    StateSpace space =
        i.operands().stream().map(this::spaceOf).filter(s -> s != null).findFirst().orElseThrow();
    List<String> modifiers = new ArrayList<>(i.modifiers());
    int type = 0;
    while (type < modifiers.size() && PtxType.ofName(modifiers.get(type)) == null) {
      type++;
    }
    modifiers.add(type, space.ptxName());
    add(new Instruction(null, i.opcode(), modifiers, i.operands(), i.position()));
  }
}
