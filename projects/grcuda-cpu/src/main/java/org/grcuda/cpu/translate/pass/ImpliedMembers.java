package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * The pass that gives votes and shuffles without {@code .sync} their members: the lanes that
 * execute them together (PTX ISA 9.7.9.5 shfl, 9.7.13.7 vote). Modules for targets from sm_70 on
 * may not have them.
 */
public final class ImpliedMembers extends Rewriter {

  private final boolean legacy;

  private ImpliedMembers(PtxFunction function, boolean legacy) {
    super(function, "$members_");
    this.legacy = legacy;
  }

  /**
   * The module without such instructions in a kernel and what it calls; itself if there are none.
   *
   * @param calls of the kernel
   * @throws UnsupportedPtxException if the module's target has no such instructions
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    boolean legacy = Lockstep.isLegacy(module.target());
    return run(module, calls, function -> new ImpliedMembers(function, legacy));
  }

  @Override
  boolean replaces(Instruction i) {
    return (i.opcode() == Opcode.VOTE || i.opcode() == Opcode.SHFL) && !i.has(Modifier.SYNC);
  }

  @Override
  void replace(Instruction i) {
    if (!legacy) {
      throw refused(
          i, "targets from sm_70 on have '" + i.name() + ".sync' only, which names its members");
    }
    Register members = register("lanes", PtxType.B32);
    add("activemask.b32", members);
    List<String> modifiers = new ArrayList<>(i.modifiers());
    modifiers.addFirst(Modifier.SYNC.ptxName());
    List<Operand> operands = new ArrayList<>(i.operands());
    operands.add(members);
    add(new Instruction(null, i.opcode(), modifiers, operands, i.position()));
  }
}
