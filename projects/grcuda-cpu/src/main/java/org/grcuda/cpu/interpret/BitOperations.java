package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import java.util.List;
import org.grcuda.cpu.translate.semantics.BitSemantics;
import org.grcuda.cpu.translate.semantics.BitTable;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Logic, shifts and bit fields (PTX ISA 9.7.1, 9.7.8). */
final class BitOperations {

  private static final Class<?> BITS = BitSemantics.class;

  private BitOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    PtxType type = i.type();
    return switch (i.opcode()) {
      case AND, OR, XOR ->
          d.store(
              i, call(PlainSemantics.class, i.opcode().ptxName(), d.source(i, 1), d.source(i, 2)));
      case NOT ->
          d.store(
              i,
              call(
                  PlainSemantics.class,
                  type == PtxType.PRED ? "notPredicate" : "not",
                  d.source(i, 1)));
      case SHL, SHR -> shift(d, i);
      case LOP3 -> lop3(d, i);
      case BFIND -> find(d, i);
      default -> extend(d, i);
    };
  }

  /** By the one method that executes it. */
  static Operation direct(Decoder d, Instruction i) {
    BitTable.Method method = BitTable.of(i);
    List<PtxType> sources = method.sources();
    Expression[] arguments = new Expression[sources.size()];
    for (int k = 0; k < arguments.length; k++) {
      arguments[k] = d.source(i.operand(k + 1), sources.get(k));
    }
    Expression value = call(method.owner(), method.name(), arguments);
    return d.store(i.operand(0), method.result(), value);
  }

  private static String sign(PtxType type) {
    return type.isSigned() ? "S" : "U";
  }

  private static Expression word(Decoder d, Instruction i, int operand) {
    return d.source(i.operand(operand), PtxType.B32);
  }

  private static Operation shift(Decoder d, Instruction i) {
    String width = i.type().size() == 8 ? "64" : "32";
    String name = i.opcode() == Opcode.SHL ? "shl" + width : "shr" + sign(i.type()) + width;
    return d.store(i, call(BITS, name, d.source(i, 1), word(d, i, 2)));
  }

  private static Operation lop3(Decoder d, Instruction i) {
    Expression value =
        call(BITS, "lop3", word(d, i, 1), word(d, i, 2), word(d, i, 3), word(d, i, 4));
    if (!(i.operand(0) instanceof Operand.Pair pair)) {
      return d.store(i, value);
    }
    Expression given = d.source(i.operand(5), PtxType.PRED);
    String name = i.has(Modifier.OR) ? "lop3Or" : "lop3And";
    Expression holds = call(BITS, name, value, given);
    d.checkDestination(pair.first());
    d.checkDestination(pair.second());
    return t -> {
      long bits = value.of(t);
      long truth = holds.of(t);
      d.write(t, pair.second(), PtxType.PRED, truth);
      d.write(t, pair.first(), i.type(), bits);
    };
  }

  private static Operation find(Decoder d, Instruction i) {
    PtxType type = i.type();
    Expression found = call(BITS, "bfind" + sign(type) + type.bits(), d.source(i, 1));
    if (i.has(Modifier.SHIFTAMT)) {
      found = call(BITS, "shiftAmount", found, Expression.ofInt(type.bits() - 1));
    }
    return d.store(i.operand(0), PtxType.U32, found);
  }

  private static Operation extend(Decoder d, Instruction i) {
    boolean signed = i.type().isSigned();
    Expression a = word(d, i, 1);
    Expression n = word(d, i, 2);
    return d.store(
        i,
        i.has(Modifier.CLAMP)
            ? call(BITS, signed ? "szextS32" : "szextU32", a, n)
            : call(BITS, "szextWrap", a, n, Expression.flag(signed)));
  }
}
