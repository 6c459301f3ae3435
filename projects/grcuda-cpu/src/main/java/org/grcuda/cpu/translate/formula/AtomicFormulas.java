package org.grcuda.cpu.translate.formula;

import static org.grcuda.cpu.translate.formula.Formula.call;
import static org.grcuda.cpu.translate.formula.Formulas.source;
import static org.grcuda.cpu.translate.formula.Formulas.unsupported;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.translate.semantics.AtomicSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Atomic operations (PTX ISA 9.7.13.5 atom, 9.7.13.6 red), sequentially consistent. */
final class AtomicFormulas {

  static final Set<Opcode> OPCODES =
      Collections.unmodifiableSet(EnumSet.of(Opcode.ATOM, Opcode.RED));

  /** The steps. */
  enum Atomics implements Step {
    ADD_32("add32", "(JI)I"),
    ADD_64("add64", "(JJ)J"),
    ADD_F32("addF32", "(JF)F"),
    ADD_F64("addF64", "(JD)D"),
    ADD_F16("addF16", "(JI)I"),
    ADD_BF16("addBF16", "(JI)I"),
    ADD_F16X2("addF16X2", "(JI)I"),
    ADD_BF16X2("addBF16X2", "(JI)I"),
    MIN_F16("minF16", "(JI)I"),
    MIN_BF16("minBF16", "(JI)I"),
    MIN_F16X2("minF16X2", "(JI)I"),
    MIN_BF16X2("minBF16X2", "(JI)I"),
    MAX_F16("maxF16", "(JI)I"),
    MAX_BF16("maxBF16", "(JI)I"),
    MAX_F16X2("maxF16X2", "(JI)I"),
    MAX_BF16X2("maxBF16X2", "(JI)I"),
    EXCHANGE_16("exch16", "(JI)I"),
    EXCHANGE_32("exch32", "(JI)I"),
    EXCHANGE_64("exch64", "(JJ)J"),
    CAS_16("cas16", "(JII)I"),
    CAS_32("cas32", "(JII)I"),
    CAS_64("cas64", "(JJJ)J"),
    EXCHANGE_128("exch128", "(JJJ)J"),
    CAS_128("cas128", "(JJJJJ)J"),
    HIGH_128("high128", "()J"),
    AND_32("and32", "(JI)I"),
    AND_64("and64", "(JJ)J"),
    OR_32("or32", "(JI)I"),
    OR_64("or64", "(JJ)J"),
    XOR_32("xor32", "(JI)I"),
    XOR_64("xor64", "(JJ)J"),
    MIN_S32("minS32", "(JI)I"),
    MIN_U32("minU32", "(JI)I"),
    MIN_S64("minS64", "(JJ)J"),
    MIN_U64("minU64", "(JJ)J"),
    MAX_S32("maxS32", "(JI)I"),
    MAX_U32("maxU32", "(JI)I"),
    MAX_S64("maxS64", "(JJ)J"),
    MAX_U64("maxU64", "(JJ)J"),
    INCREMENT("inc32", "(JI)I"),
    DECREMENT("dec32", "(JI)I");

    private final StaticMethod method;

    Atomics(String name, String descriptor) {
      this.method = new StaticMethod(AtomicSemantics.class, name, descriptor);
    }

    @Override
    public StaticMethod method() {
      return method;
    }
  }

  private AtomicFormulas() {}

  static Assignments of(Instruction i) {
    if (i.type() == PtxType.B128) {
      return wide(i);
    }
    boolean returns = i.opcode() == Opcode.ATOM;
    Formula before = operation(i, returns ? 1 : 0);
    return Assignments.of(returns ? i.operand(0) : new Operand.Sink(), i.type(), before);
  }

  private static Formula operation(Instruction i, int address) {
    PtxType type = i.type();
    Modifier operation = i.oneOf(Modifier.ATOMIC_OPERATIONS);
    Step step = operation == null ? null : step(operation, type);
    if (step == null || i.vectorWidth() > 1 || i.has(Modifier.ASYNC)) {
      throw unsupported(i);
    }
    Formula at = new Formula.Address(i.operand(address), i.space(), type.size());
    Formula value = source(i, address + 1);
    return operation == Modifier.CAS
        ? call(step, at, value, source(i, address + 2))
        : call(step, at, value);
  }

  /** Of 128 bits, in vectors of two halves: one step gives the lower half, the next the upper. */
  private static Assignments wide(Instruction i) {
    boolean swaps = i.has(Modifier.CAS);
    if (i.opcode() != Opcode.ATOM || !swaps && !i.has(Modifier.EXCH)) {
      throw unsupported(i);
    }
    List<Formula> inputs = new ArrayList<>();
    inputs.add(new Formula.Address(i.operand(1), i.space(), i.type().size()));
    for (int operand = 2; operand < i.operands().size(); operand++) {
      for (Operand half : halves(i, operand)) {
        inputs.add(new Formula.Source(half, PtxType.B64));
      }
    }
    Step step = swaps ? Atomics.CAS_128 : Atomics.EXCHANGE_128;
    Formula low = call(step, inputs.toArray(Formula[]::new));
    List<Operand> results = halves(i, 0);
    return new Assignments(
        List.of(
            new Assignments.Assignment(results.get(0), PtxType.B64, low),
            new Assignments.Assignment(results.get(1), PtxType.B64, call(Atomics.HIGH_128))),
        null);
  }

  private static List<Operand> halves(Instruction i, int operand) {
    return switch (i.operand(operand)) {
      case Operand.Vector vector -> vector.elements();
      case Operand.Sink sink -> List.of(sink, sink);
      default -> throw unsupported(i);
    };
  }

  /** Null where there is none for the type. */
  private static Atomics step(Modifier operation, PtxType type) {
    if (operation == Modifier.ADD) {
      return sum(type);
    }
    if (type.isFloat()) {
      return operation == Modifier.MIN || operation == Modifier.MAX
          ? extremum(type, operation == Modifier.MIN)
          : null;
    }
    if (type.size() > 8) {
      return null;
    }
    if (type.size() == 2) {
      return operation == Modifier.CAS
          ? Atomics.CAS_16
          : operation == Modifier.EXCH ? Atomics.EXCHANGE_16 : null;
    }
    boolean wide = type.size() == 8;
    return switch (operation) {
      case EXCH -> wide ? Atomics.EXCHANGE_64 : Atomics.EXCHANGE_32;
      case CAS -> wide ? Atomics.CAS_64 : Atomics.CAS_32;
      case AND -> wide ? Atomics.AND_64 : Atomics.AND_32;
      case OR -> wide ? Atomics.OR_64 : Atomics.OR_32;
      case XOR -> wide ? Atomics.XOR_64 : Atomics.XOR_32;
      case MIN ->
          Formulas.ofSign(type, Atomics.MIN_S32, Atomics.MIN_U32, Atomics.MIN_S64, Atomics.MIN_U64);
      case MAX ->
          Formulas.ofSign(type, Atomics.MAX_S32, Atomics.MAX_U32, Atomics.MAX_S64, Atomics.MAX_U64);
      case INC -> wide ? null : Atomics.INCREMENT;
      case DEC -> wide ? null : Atomics.DECREMENT;
      default -> null;
    };
  }

  private static Atomics extremum(PtxType type, boolean min) {
    return switch (type) {
      case F16 -> min ? Atomics.MIN_F16 : Atomics.MAX_F16;
      case BF16 -> min ? Atomics.MIN_BF16 : Atomics.MAX_BF16;
      case F16X2 -> min ? Atomics.MIN_F16X2 : Atomics.MAX_F16X2;
      case BF16X2 -> min ? Atomics.MIN_BF16X2 : Atomics.MAX_BF16X2;
      default -> null;
    };
  }

  private static Atomics sum(PtxType type) {
    return switch (type) {
      case F16 -> Atomics.ADD_F16;
      case BF16 -> Atomics.ADD_BF16;
      case F16X2 -> Atomics.ADD_F16X2;
      case BF16X2 -> Atomics.ADD_BF16X2;
      case F32 -> Atomics.ADD_F32;
      case F64 -> Atomics.ADD_F64;
      case B32, U32, S32 -> Atomics.ADD_32;
      case B64, U64, S64 -> Atomics.ADD_64;
      default -> null;
    };
  }
}
