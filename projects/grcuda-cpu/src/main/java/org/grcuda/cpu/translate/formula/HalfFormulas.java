package org.grcuda.cpu.translate.formula;

import static org.grcuda.cpu.translate.formula.Formula.call;
import static org.grcuda.cpu.translate.formula.Formulas.source;

import org.grcuda.cpu.translate.formula.ConvertFormulas.Conversions;
import org.grcuda.cpu.translate.formula.FloatFormulas.Floats;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.PtxType;

/**
 * Half precision arithmetic (PTX ISA 9.7.4): {@code f16}, {@code bf16} and pairs of them. Computed
 * in float, where sums and products of halfs need no second rounding, or in double for fma.
 */
final class HalfFormulas {

  private static final int HALF_BITS = 16;

  private HalfFormulas() {}

  static Assignments of(Instruction i) {
    return Assignments.of(i, isPair(i.type()) ? pack(result(i, 0), result(i, 1)) : result(i, 0));
  }

  /** A pair of halfs. */
  static Formula pack(Formula low, Formula high) {
    return call(Conversions.PACK_16, low, high);
  }

  static boolean isPair(PtxType type) {
    return type == PtxType.F16X2 || type == PtxType.BF16X2;
  }

  private static boolean isBrain(PtxType type) {
    return type == PtxType.BF16 || type == PtxType.BF16X2;
  }

  private static Formula result(Instruction i, int part) {
    Formula value = FloatFormulas.positive(i, FloatFormulas.saturated(i, operation(i, part)));
    Step rounds = isBrain(i.type()) ? Conversions.BRAIN_OF_F32 : Conversions.HALF_OF_F32;
    return flushed(i, i.type(), call(rounds, value));
  }

  private static Formula flushed(Instruction i, PtxType type, Formula bits) {
    Step flush = isBrain(type) ? Conversions.FLUSH_BRAIN : Conversions.FLUSH_HALF;
    return i.has(Modifier.FTZ) ? call(flush, bits) : bits;
  }

  /** The lower 16 bits of a word. */
  static Formula low(Formula word) {
    return call(Plain.AND_32, word, Formula.number((1 << HALF_BITS) - 1));
  }

  /** The upper 16 bits of a word. */
  static Formula high(Formula word) {
    return call(Plain.USHR_32, word, Formula.number(HALF_BITS));
  }

  /** A part of a source of a type as a float: 0 the lower or only one, 1 the upper. */
  static Formula part(Instruction i, PtxType type, int operand, int part) {
    Formula whole = source(i, operand, type);
    Formula bits = part == 1 ? high(whole) : isPair(type) ? low(whole) : whole;
    Step widens = isBrain(type) ? Conversions.F32_OF_BRAIN : Conversions.F32_OF_HALF;
    return call(widens, flushed(i, type, bits));
  }

  private static Formula operation(Instruction i, int part) {
    Formula a = part(i, i.type(), 1, part);
    return switch (i.opcode()) {
      case NEG -> Plain.negate(a);
      case ABS -> call(Floats.ABS_F32, a);
      case EX2 -> call(Floats.EX2, a);
      case TANH -> call(Floats.TANH, a);
      case ADD -> Plain.add(a, part(i, i.type(), 2, part));
      case SUB -> Plain.subtract(a, part(i, i.type(), 2, part));
      case MUL -> Plain.multiply(a, part(i, i.type(), 2, part));
      case FMA ->
          call(Floats.FMA_TO_ODD, a, part(i, i.type(), 2, part), part(i, i.type(), 3, part));
      case MIN, MAX -> FloatFormulas.extremum(i, a, part(i, i.type(), 2, part));
      default -> throw Formulas.unsupported(i);
    };
  }
}
