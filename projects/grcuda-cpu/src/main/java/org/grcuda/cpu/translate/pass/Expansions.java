package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Linkage;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Variable;

/**
 * The pass that replaces instructions by others that do the same here:
 *
 * <ul>
 *   <li>atomics on vectors by one atomic on each element, as the ISA promises no more (PTX ISA
 *       9.7.13.5);
 *   <li>{@code st.bulk} by a loop of stores;
 *   <li>operations on clusters (9.7.9.23, 9.7.13.4) by their meaning in a cluster of one block
 *       (others: {@link Clusters});
 *   <li>{@code alloca} (9.7.17) by steps in an array of {@value #STACK_BYTES} bytes; beyond its end
 *       it traps;
 *   <li>hints (cache policies, numbers of registers, dependent grids) by nothing.
 * </ul>
 */
public final class Expansions extends Rewriter {

  /** Local memory that a function with {@code alloca} has for it, per thread. */
  private static final int STACK_BYTES = 16 << 10;

  private static final String STACK = "$stack";
  private static final int STACK_ALIGNMENT = 16;

  private static final Set<PtxType> HALVES =
      EnumSet.of(PtxType.F16, PtxType.F16X2, PtxType.BF16, PtxType.BF16X2);

  private Expansions(PtxFunction function) {
    super(function, "$expansion_");
  }

  /**
   * The module without such instructions in a kernel and what it calls; itself if there are none.
   *
   * @param calls of the kernel
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    return run(module, calls, Expansions::new);
  }

  @Override
  boolean replaces(Instruction i) {
    return i.has(Modifier.L2_CACHE_HINT)
        || switch (i.opcode()) {
          case GRIDDEPCONTROL, SETMAXNREG, CREATEPOLICY, MAPA, GETCTARANK -> true;
          case ALLOCA, STACKSAVE, STACKRESTORE -> true;
          case ATOM, RED -> i.vectorWidth() > 1 || isHalfExtremum(i);
          case ST -> i.has(Modifier.BULK);
          case BARRIER -> i.has(Modifier.CLUSTER);
          default -> false;
        };
  }

  /** Of those, the ISA has vectors only. */
  private static boolean isHalfExtremum(Instruction i) {
    return HALVES.contains(i.type()) && (i.has(Modifier.MIN) || i.has(Modifier.MAX));
  }

  @Override
  void replace(Instruction given) {
    Instruction i = withoutHint(given);
    if (!replaces(i)) {
      add(i);
      return;
    }
    switch (i.opcode()) {
      case CREATEPOLICY -> {
        check(i, !i.operands().isEmpty());
        add("mov.b64", i.operand(0), number(0));
      }
      case MAPA -> {
        check(i, i.operands().size() == 3 && i.type() != null);
        add("mov." + i.type().ptxName(), i.operand(0), i.operand(1));
      }
      case GETCTARANK -> add("mov.u32", i.operand(0), number(0));
      case ALLOCA -> allocate(i);
      case STACKSAVE -> {
        check(i, i.type() == PtxType.U64 && i.operands().size() == 1);
        add("mov.u64", i.operand(0), stackPointer());
      }
      case STACKRESTORE -> {
        check(i, i.type() == PtxType.U64 && i.operands().size() == 1);
        add("mov.u64", stackPointer(), i.operand(0));
      }
      case ATOM, RED -> elements(i);
      case ST -> fill(i);
      case BARRIER -> {
        if (i.has(Modifier.WAIT)) {
          add(i.has(Modifier.ALIGNED) ? "bar.sync" : "barrier.sync", number(0));
        }
      }
      default -> {}
    }
  }

  // ---- atomics on vectors

  private void elements(Instruction i) {
    int target = i.opcode() == Opcode.ATOM ? 1 : 0;
    PtxType type = i.type();
    check(i, type != null && i.vectorWidth() > 1 && i.operands().size() == target + 2);
    check(i, i.has(Modifier.ADD) || isHalfExtremum(i));
    List<String> modifiers = i.modifiersWithout(i.oneOf(Modifier.VECTORS));
    check(i, i.operand(target) instanceof Operand.Address);
    Operand.Address address = (Operand.Address) i.operand(target);
    List<Operand> values = vector(i, target + 1);
    boolean returns = target == 1 && !(i.operand(0) instanceof Operand.Sink);
    List<Operand> results = returns ? vector(i, 0) : List.of();
    for (int k = 0; k < values.size(); k++) {
      List<Operand> operands = new ArrayList<>();
      if (target == 1) {
        operands.add(result(type, k));
      }
      operands.add(new Operand.Address(address.base(), address.offset() + k * (long) type.size()));
      operands.add(values.get(k));
      add(new Instruction(null, i.opcode(), modifiers, operands, i.position()));
    }
    for (int k = 0; k < results.size(); k++) {
      if (!(results.get(k) instanceof Operand.Sink)) {
        add("mov." + result(type, k).type().ptxName(), results.get(k), result(type, k));
      }
    }
  }

  private static List<Operand> vector(Instruction i, int operand) {
    check(
        i,
        i.operand(operand) instanceof Operand.Vector v && v.elements().size() == i.vectorWidth());
    return ((Operand.Vector) i.operand(operand)).elements();
  }

  /** Results are moved at the end: a value may lie in the register of an earlier result. */
  private Register result(PtxType type, int k) {
    PtxType held = held(type);
    return register("result_" + held.ptxName() + "_" + k, held);
  }

  // ---- st.bulk

  /** {@code st.bulk}: bytes of shared memory become 0 (9.7.9.13). */
  private void fill(Instruction i) {
    check(i, i.operands().size() == 3 && i.spaces().equals(List.of(StateSpace.SHARED)));
    check(i, i.operand(2).equals(number(0)) && !i.isInClusterShared());
    Register target = address(i, "target", i.operand(0));
    Register left = register("left", PtxType.U64);
    Register odd = register("odd", PtxType.U64);
    Register done = register("done", PtxType.PRED);
    boolean narrow = i.operand(1) instanceof Register r && r.type().size() == 4;
    add(narrow ? "cvt.u64.u32" : "mov.u64", left, i.operand(1));
    add("and.b64", odd, left, number(Long.BYTES - 1));
    trapIf("setp.ne.u64", odd, number(0));
    Label next = label();
    Label end = label();
    place(next);
    add("setp.eq.u64", done, left, number(0));
    branch(new Guard(done, false), end);
    add("st.shared.u64", new Operand.Address(target, 0), number(0));
    add("add.u64", target, target, number(Long.BYTES));
    add("sub.u64", left, left, number(Long.BYTES));
    branch(null, next);
    place(end);
  }

  // ---- alloca

  private Register stackPointer() {
    return register("stack_pointer", PtxType.U64);
  }

  /** The stack grows down; the result is the new stack pointer. */
  private void allocate(Instruction i) {
    check(i, i.type() == PtxType.U64 && i.operands().size() >= 2);
    boolean aligned =
        i.operands().size() == 2
            || i.operand(2) instanceof Operand.IntegerImmediate n && n.value() <= STACK_ALIGNMENT;
    check(i, aligned);
    Register size = register("size", PtxType.U64);
    Register room = register("room", PtxType.U64);
    add("mov.u64", size, i.operand(1));
    trapIf("setp.gt.u64", size, number(STACK_BYTES));
    add("add.u64", size, size, number(STACK_ALIGNMENT - 1));
    add("and.b64", size, size, number(-STACK_ALIGNMENT));
    add("mov.u64", room, new Operand.Symbol(STACK, 0));
    add("sub.u64", room, stackPointer(), room);
    trapIf("setp.gt.u64", size, room);
    add("sub.u64", stackPointer(), stackPointer(), size);
    add("mov.u64", i.operand(0), stackPointer());
  }

  /** The function, with memory for its stack if it has one. */
  @Override
  PtxFunction rewritten() {
    PtxFunction result = super.rewritten();
    Register pointer =
        result.registers().stream()
            .filter(r -> r.name().endsWith("stack_pointer"))
            .findFirst()
            .orElse(null);
    if (pointer == null) {
      return result;
    }
    List<Variable> variables = new ArrayList<>(result.variables());
    variables.add(
        new Variable(
            StateSpace.LOCAL,
            Linkage.INTERNAL,
            PtxType.B8,
            1,
            STACK,
            STACK_ALIGNMENT,
            List.of((long) STACK_BYTES),
            List.of(),
            false,
            null,
            result.position()));
    List<Statement> body = new ArrayList<>(result.body());
    Operand top = new Operand.Symbol(STACK, STACK_BYTES);
    body.addFirst(
        new Instruction(
            null, Opcode.MOV, List.of("u64"), List.of(pointer, top), result.position()));
    return result.withVariables(variables).withBody(body);
  }
}
