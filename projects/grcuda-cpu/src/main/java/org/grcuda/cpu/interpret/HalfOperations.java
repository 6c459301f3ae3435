package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.PtxType;

/** Half precision arithmetic (PTX ISA 9.7.4), part by part in float. */
final class HalfOperations {

  private static final Class<?> CONVERT = ConvertSemantics.class;
  private static final Class<?> FLOAT = FloatSemantics.class;

  private HalfOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    if (i.type().size() == 2) {
      return d.store(i, part(d, i, 0));
    }
    return d.store(i, call(CONVERT, "pack16", part(d, i, 0), part(d, i, 1)));
  }

  private static boolean isBrain(PtxType type) {
    return type == PtxType.BF16 || type == PtxType.BF16X2;
  }

  private static Expression part(Decoder d, Instruction i, int part) {
    Expression value = operation(d, i, part);
    if (i.has(Modifier.SAT)) {
      value = call(FLOAT, "sat", value);
    }
    if (i.has(Modifier.RELU)) {
      value = call(FLOAT, "relu", value);
    }
    Expression bits = call(CONVERT, isBrain(i.type()) ? "bfloatOf" : "halfOf", value);
    return flushed(i, i.type(), bits);
  }

  private static Expression flushed(Instruction i, PtxType type, Expression bits) {
    String name = isBrain(type) ? "ftzBfloat" : "ftzHalf";
    return i.has(Modifier.FTZ) ? call(CONVERT, name, bits) : bits;
  }

  /** A part of a value of a type as a float: 0 the lower or only one, 1 the upper. */
  static Expression part(Instruction i, PtxType type, Expression whole, int part) {
    Expression bits = call(CONVERT, part == 0 ? "lowHalf" : "highHalf", whole);
    return call(CONVERT, isBrain(type) ? "floatOfBfloat" : "floatOfHalf", flushed(i, type, bits));
  }

  private static Expression input(Decoder d, Instruction i, int operand, int part) {
    return part(i, i.type(), d.source(i, operand), part);
  }

  private static Expression operation(Decoder d, Instruction i, int part) {
    Expression a = input(d, i, 1, part);
    return switch (i.opcode()) {
      case NEG -> call(PlainSemantics.class, "neg", a);
      case ABS -> call(Math.class, "abs", a);
      case EX2, TANH -> call(ApproximateMath.class, i.opcode().ptxName(), a);
      case ADD, SUB, MUL ->
          call(PlainSemantics.class, i.opcode().ptxName(), a, input(d, i, 2, part));
      case FMA -> call(FLOAT, "fmaToOdd", a, input(d, i, 2, part), input(d, i, 3, part));
      case MIN, MAX -> FloatOperations.extremum(i, a, input(d, i, 2, part));
      default -> throw d.unsupported(i.mnemonic());
    };
  }
}
