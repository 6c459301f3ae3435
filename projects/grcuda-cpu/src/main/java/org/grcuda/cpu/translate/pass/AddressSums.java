package org.grcuda.cpu.translate.pass;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.analysis.NonNegative;

/**
 * The pass that adds what addresses of shared and local memory add to a register (PTX ISA 6.4.1) by
 * an instruction, where the register has 32 bits and may be negative: then the sum wraps around, as
 * on GPUs. Compilers let a register point ahead of a variable at the start of shared memory. The
 * passes and engines after this one may take all other sums as 64 bits.
 */
public final class AddressSums extends Rewriter {

  private static final Set<StateSpace> WINDOWS = EnumSet.of(StateSpace.SHARED, StateSpace.LOCAL);

  private final PtxFunction function;
  private int sums;

  /** Made when first needed. */
  private NonNegative nonNegative;

  private AddressSums(PtxFunction function) {
    super(function, "$sum_");
    this.function = function;
  }

  /**
   * The module without such addresses in a kernel and what it calls; itself if there are none.
   *
   * @param calls of the kernel
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    return run(module, calls, AddressSums::new);
  }

  @Override
  boolean replaces(Instruction i) {
    return WINDOWS.contains(i.space()) && i.operands().stream().anyMatch(this::mayWrap);
  }

  private boolean mayWrap(Operand operand) {
    return operand instanceof Operand.Address address
        && address.base() instanceof Register base
        && base.type().size() == Integer.BYTES
        && (address.offset() > 0 && mayBeNegative(base)
            || address.offset() != (int) address.offset());
  }

  private boolean mayBeNegative(Register base) {
    if (nonNegative == null) {
      nonNegative = NonNegative.of(function);
    }
    return !nonNegative.holds(base);
  }

  @Override
  boolean keepsGuard() {
    return true;
  }

  @Override
  void replace(Instruction i) {
    List<Operand> operands =
        i.operands().stream().map(o -> mayWrap(o) ? sum((Operand.Address) o) : o).toList();
    add(new Instruction(i.guard(), i.opcode(), i.modifiers(), operands, i.position()));
  }

  /** In a register of its own, as what is known of registers holds for all their values. */
  private Operand sum(Operand.Address address) {
    Register sum = register("" + sums++, PtxType.U32);
    add("add.u32", sum, address.base(), number((int) address.offset()));
    return new Operand.Address(sum, 0);
  }
}
