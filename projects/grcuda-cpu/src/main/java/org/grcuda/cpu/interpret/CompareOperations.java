package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import org.grcuda.cpu.translate.semantics.CompareSemantics;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Comparison and selection (PTX ISA 9.7.5, 9.7.6, 9.7.7). */
final class CompareOperations {

  private static final Class<?> PLAIN = PlainSemantics.class;

  private CompareOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case SETP -> setp(d, i);
      case SET -> set(d, i);
      case SELP ->
          d.store(
              i, choose(i, d.source(i.operand(3), PtxType.PRED), d.source(i, 1), d.source(i, 2)));
      default -> slct(d, i);
    };
  }

  private static Expression choose(
      Instruction i, Expression condition, Expression yes, Expression no) {
    return new Expression(
        Expression.typeOf(i.type()), t -> condition.of(t) != 0 ? yes.of(t) : no.of(t));
  }

  private static boolean isPacked(PtxType type) {
    return type == PtxType.F16X2 || type == PtxType.BF16X2;
  }

  private static Operation setp(Decoder d, Instruction i) {
    boolean packed = isPacked(i.sourceType());
    Expression holds = comparison(d, i, 0);
    if (!(i.operand(0) instanceof Operand.Pair pair)) {
      if (packed) {
        throw d.unsupported(i.mnemonic());
      }
      return d.store(i.operand(0), PtxType.PRED, combined(d, i, holds));
    }
    Expression other = packed ? comparison(d, i, 1) : call(PLAIN, "notPredicate", holds);
    Expression first = combined(d, i, holds);
    Expression second = combined(d, i, other);
    d.checkDestination(pair.first());
    d.checkDestination(pair.second());
    return t -> {
      long p = first.of(t);
      long q = second.of(t);
      d.write(t, pair.first(), PtxType.PRED, p);
      d.write(t, pair.second(), PtxType.PRED, q);
    };
  }

  private static Operation set(Decoder d, Instruction i) {
    Expression low = truth(d, i, combined(d, i, comparison(d, i, 0)));
    if (!isPacked(i.sourceType())) {
      return d.store(i, low);
    }
    Expression high = truth(d, i, combined(d, i, comparison(d, i, 1)));
    return d.store(i, call(ConvertSemantics.class, "pack16", low, high));
  }

  /** What the destination holds for 0 or 1: a number, or all bits. */
  private static Expression truth(Decoder d, Instruction i, Expression holds) {
    return switch (i.type()) {
      case F32 -> call(PLAIN, "floatOf", holds);
      case F16, F16X2 -> call(PLAIN, "mul", holds, Expression.ofInt(ConvertSemantics.HALF_ONE));
      case BF16, BF16X2 -> call(PLAIN, "mul", holds, Expression.ofInt(ConvertSemantics.BFLOAT_ONE));
      case U16, S16, U32, S32 -> call(PLAIN, "neg", holds);
      default -> throw d.unsupported(i.mnemonic());
    };
  }

  /** The comparison, combined with the predicate source if there is one. */
  private static Expression combined(Decoder d, Instruction i, Expression holds) {
    if (i.operands().size() < 4) {
      return holds;
    }
    return switch (i.modifiers().get(1)) {
      case "and", "or", "xor" ->
          call(PLAIN, i.modifiers().get(1), holds, d.source(i.operand(3), PtxType.PRED));
      default -> throw d.unsupported(i.mnemonic());
    };
  }

  /** Compares the first two sources, or the part 0 or 1 of them. */
  private static Expression comparison(Decoder d, Instruction i, int part) {
    PtxType type = i.sourceType();
    Expression a = d.source(i.operand(1), type);
    Expression b = d.source(i.operand(2), type);
    String name = i.modifiers().get(0);
    return switch (type) {
      case F32, F64 -> floats(d, name, flushed(i, a), flushed(i, b));
      case F16, BF16, F16X2, BF16X2 ->
          floats(
              d,
              name,
              HalfOperations.part(i, type, a, part),
              HalfOperations.part(i, type, b, part));
      default -> integers(d, i, name, type, a, b);
    };
  }

  private static Expression flushed(Instruction i, Expression value) {
    boolean flushes = i.has(Modifier.FTZ) && value.type() == float.class;
    return flushes ? call(FloatSemantics.class, "ftz", value) : value;
  }

  private static Expression floats(Decoder d, String name, Expression a, Expression b) {
    return switch (name) {
      case "eq", "lt", "le", "gt", "ge", "neu", "ltu", "leu", "gtu", "geu" ->
          call(PLAIN, name, a, b);
      case "ne", "equ", "num", "nan" -> call(CompareSemantics.class, name, a, b);
      default -> throw d.unsupported("comparison " + name);
    };
  }

  private static Expression integers(
      Decoder d, Instruction i, String name, PtxType type, Expression a, Expression b) {
    boolean signed = type.isSigned();
    return switch (name) {
      case "eq", "ne", "lo", "ls", "hi", "hs" -> call(PLAIN, name, a, b);
      case "lt" -> call(PLAIN, signed ? "lt" : "lo", a, b);
      case "le" -> call(PLAIN, signed ? "le" : "ls", a, b);
      case "gt" -> call(PLAIN, signed ? "gt" : "hi", a, b);
      case "ge" -> call(PLAIN, signed ? "ge" : "hs", a, b);
      default -> throw d.unsupported(i.mnemonic());
    };
  }

  private static Operation slct(Decoder d, Instruction i) {
    PtxType type = i.sourceType();
    Expression c = d.source(i.operand(3), type);
    boolean single = type == PtxType.F32;
    Expression zero = new Expression(single ? float.class : int.class, t -> 0);
    Expression holds = call(PLAIN, "ge", flushed(i, c), zero);
    return d.store(i, choose(i, holds, d.source(i, 1), d.source(i, 2)));
  }
}
