package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;

/**
 * The pass that replaces instructions on several values by instructions on each:
 *
 * <ul>
 *   <li>{@code mov} of vectors and of 128 bits (PTX ISA 9.7.9.3, 9.7.9.4);
 *   <li>weak accesses of 128 bits by accesses of two times 64, others by atomic operations, which
 *       load or store all at once;
 *   <li>arithmetic on pairs of {@code .f32} (9.7.3);
 *   <li>the smallest and largest of three numbers (9.7.3).
 * </ul>
 */
public final class VectorExpansions extends Rewriter {

  private static final Set<Opcode> ACCESSES = EnumSet.of(Opcode.LD, Opcode.LDU, Opcode.ST);

  /** Of memory that other threads may access at the same time. */
  private static final Set<StateSpace> SHARED_SPACES =
      EnumSet.of(StateSpace.GENERIC, StateSpace.GLOBAL, StateSpace.SHARED);

  private VectorExpansions(PtxFunction function) {
    super(function, "$vector_");
  }

  /**
   * The module without such instructions in a kernel and what it calls; itself if there are none.
   *
   * @param calls of the kernel
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    return run(module, calls, VectorExpansions::new);
  }

  @Override
  boolean replaces(Instruction i) {
    return switch (i.opcode()) {
      case MOV -> i.movedParts() > 1;
      case LD, LDU, ST -> i.type() == PtxType.B128;
      case ADD, SUB, MUL, FMA -> i.type() == PtxType.F32X2;
      case MIN, MAX -> i.operands().size() == 4;
      default -> false;
    };
  }

  @Override
  void replace(Instruction i) {
    if (ACCESSES.contains(i.opcode())) {
      if (i.isStrong() && SHARED_SPACES.contains(i.space())) {
        atomic(i);
      } else {
        add(i, withType(i, "v2", "b64"), i.operands());
      }
    } else if (i.opcode() == Opcode.MOV) {
      move(i);
    } else if (i.type() == PtxType.F32X2) {
      pair(i);
    } else {
      extremum(i);
    }
  }

  private void atomic(Instruction i) {
    boolean stores = i.opcode() == Opcode.ST;
    List<String> modifiers = new ArrayList<>(i.modifiers());
    modifiers.removeIf(modifier -> StateSpace.ofModifier(modifier) == null);
    modifiers.addAll(List.of(stores ? "exch" : "cas", "b128"));
    // What is compared with 0 and replaced by 0 stays as it is.
    Operand zero = new Operand.Vector(List.of(number(0), number(0)));
    List<Operand> operands =
        stores
            ? List.of(new Operand.Sink(), i.operand(0), i.operand(1))
            : List.of(i.operand(0), i.operand(1), zero, zero);
    add(new Instruction(null, Opcode.ATOM, modifiers, operands, i.position()));
  }

  private void add(Instruction i, List<String> modifiers, List<Operand> operands) {
    add(new Instruction(null, i.opcode(), modifiers, operands, i.position()));
  }

  /** Its modifiers, with others for the last, its type. */
  private static List<String> withType(Instruction i, String... type) {
    List<String> modifiers = new ArrayList<>(i.modifiers());
    modifiers.removeLast();
    modifiers.addAll(List.of(type));
    return modifiers;
  }

  // ---- mov

  /** All are read before any is written, as one may lie in the register of another. */
  private void move(Instruction i) {
    PtxType part = i.type() == PtxType.B128 ? PtxType.B64 : i.type();
    String mov = "mov." + part.ptxName();
    List<Operand> targets = ((Operand.Vector) i.operand(0)).elements();
    List<Operand> sources = new ArrayList<>(((Operand.Vector) i.operand(1)).elements());
    if (targets.stream().anyMatch(sources::contains)) {
      for (int k = 0; k < sources.size(); k++) {
        Register held = register("moved_" + part.ptxName() + "_" + k, part);
        add(mov, held, sources.set(k, held));
      }
    }
    for (int k = 0; k < sources.size(); k++) {
      if (!(targets.get(k) instanceof Operand.Sink)) {
        add(mov, targets.get(k), sources.get(k));
      }
    }
  }

  // ---- arithmetic

  /** On both halves of registers of 64 bits. */
  private void pair(Instruction i) {
    List<List<Operand>> halves = List.of(new ArrayList<>(), new ArrayList<>());
    for (int k = 0; k < i.operands().size(); k++) {
      Register low = register("low_" + k, PtxType.F32);
      Register high = register("high_" + k, PtxType.F32);
      halves.get(0).add(low);
      halves.get(1).add(high);
      if (k > 0) {
        add("mov.b64", new Operand.Vector(List.of(low, high)), i.operand(k));
      }
    }
    halves.forEach(half -> add(i, withType(i, "f32"), half));
    Operand both = new Operand.Vector(List.of(halves.get(0).get(0), halves.get(1).get(0)));
    add("mov.b64", i.operand(0), both);
  }

  private void extremum(Instruction i) {
    check(i, i.type() == PtxType.F32 && !i.has(Modifier.XORSIGN) && !i.has(Modifier.RELU));
    List<Operand> values = new ArrayList<>(i.operands().subList(1, 4));
    if (i.has(Modifier.ABS)) {
      String abs = i.has(Modifier.FTZ) ? "abs.ftz.f32" : "abs.f32";
      for (int k = 0; k < values.size(); k++) {
        Register magnitude = register("magnitude_" + k, PtxType.F32);
        add(abs, magnitude, values.set(k, magnitude));
      }
    }
    Register first = register("first", PtxType.F32);
    List<String> modifiers = i.modifiersWithout(Modifier.ABS);
    add(i, modifiers, List.of(first, values.get(0), values.get(1)));
    add(i, modifiers, List.of(i.operand(0), first, values.get(2)));
  }
}
