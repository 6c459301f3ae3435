package org.grcuda.cpu.translate.pass;

import java.util.List;
import java.util.stream.Stream;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/**
 * The pass that replaces tests whether a generic address lies in constant memory or in a parameter
 * of the kernel (PTX ISA 9.7.9, isspacep) by comparisons with the addresses of the variables there.
 * The parameters of a kernel lie in global memory, too; its constants do not.
 */
public final class SpaceTests extends Rewriter {

  private final PtxFunction function;
  private final List<Variable> constants;

  private SpaceTests(PtxFunction function, List<Variable> constants) {
    super(function, "$space_");
    this.function = function;
    this.constants = constants;
  }

  /**
   * The module without such tests in a kernel and what it calls; itself if there are none.
   *
   * @param calls of the kernel
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    List<Variable> constants =
        Stream.concat(
                module.variables().stream(),
                module.functions().stream().flatMap(f -> f.variables().stream()))
            .filter(v -> v.space() == StateSpace.CONST)
            .toList();
    return run(module, calls, function -> new SpaceTests(function, constants));
  }

  @Override
  boolean replaces(Instruction i) {
    return i.opcode() == Opcode.ISSPACEP
        && switch (i.space()) {
          case CONST, PARAM -> true;
          case GLOBAL -> !constants.isEmpty();
          default -> false;
        };
  }

  @Override
  void replace(Instruction i) {
    switch (i.space()) {
      case CONST -> test(i, constants, i.operand(0));
      case PARAM -> {
        if (!function.isEntry()) {
          throw refused(i, "only kernels know their parameters, not the functions that they call");
        }
        test(i, function.parameters(), i.operand(0));
      }
      default -> {
        Register constant = register("constant", PtxType.PRED);
        test(i, constants, constant);
        Register other = register("other", PtxType.PRED);
        List<Operand> operands = List.of(other, i.operand(1));
        add(new Instruction(null, i.opcode(), i.modifiers(), operands, i.position()));
        add("not.pred", constant, constant);
        add("and.pred", i.operand(0), other, constant);
      }
    }
  }

  /** Sets {@code inside} to whether the address lies in one of the variables. */
  private void test(Instruction i, List<Variable> variables, Operand inside) {
    Register address = register("address", PtxType.U64);
    Register distance = register("distance", PtxType.U64);
    Register one = register("one", PtxType.PRED);
    Register any = register("any", PtxType.PRED);
    boolean narrow = i.operand(1) instanceof Register r && r.type().size() == 4;
    add(narrow ? "cvt.u64.u32" : "mov.u64", address, i.operand(1));
    add("setp.ne.u64", any, address, address);
    for (Variable variable : variables) {
      add("mov.u64", distance, new Operand.Symbol(variable.name(), 0));
      add("sub.u64", distance, address, distance);
      add("setp.lt.u64", one, distance, number(Math.max(1, variable.size())));
      add("or.pred", any, any, one);
    }
    add("mov.pred", inside, any);
  }
}
