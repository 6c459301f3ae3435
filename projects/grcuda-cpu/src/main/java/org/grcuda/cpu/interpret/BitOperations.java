package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import org.grcuda.cpu.translate.semantics.BitSemantics;
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
      case CNOT -> d.store(i, call(BITS, "cnot", d.source(i, 1)));
      case SHL, SHR -> shift(d, i);
      case SHF -> funnelShift(d, i);
      case LOP3 -> lop3(d, i);
      case PRMT -> permute(d, i);
      case BFE -> field(d, i, "bfe" + sign(type) + type.bits(), 2);
      case BFI -> field(d, i, "bfi" + type.bits(), 3);
      case BFIND -> find(d, i);
      case BMSK ->
          d.store(
              i,
              call(
                  BITS,
                  i.has(Modifier.CLAMP) ? "bmskClamp" : "bmskWrap",
                  word(d, i, 1),
                  word(d, i, 2)));
      case SZEXT -> extend(d, i);
      case FNS -> d.store(i, call(BITS, "fns", word(d, i, 1), word(d, i, 2), word(d, i, 3)));
      case POPC, CLZ -> {
        Class<?> box = type.size() == 8 ? Long.class : Integer.class;
        String name = i.opcode() == Opcode.POPC ? "bitCount" : "numberOfLeadingZeros";
        yield d.store(i.operand(0), PtxType.U32, call(box, name, d.source(i, 1)));
      }
      default ->
          d.store(
              i, call(type.size() == 8 ? Long.class : Integer.class, "reverse", d.source(i, 1)));
    };
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

  private static Operation funnelShift(Decoder d, Instruction i) {
    String name =
        (i.has(Modifier.L) ? "shfLeft" : "shfRight") + (i.has(Modifier.CLAMP) ? "Clamp" : "Wrap");
    return d.store(i, call(BITS, name, word(d, i, 1), word(d, i, 2), word(d, i, 3)));
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

  private static Operation permute(Decoder d, Instruction i) {
    String mode = i.modifiers().get(i.modifiers().size() - 1);
    String name =
        switch (mode) {
          case "b32" -> "prmt";
          case "f4e" -> "prmtF4e";
          case "b4e" -> "prmtB4e";
          case "rc8" -> "prmtRc8";
          case "ecl" -> "prmtEcl";
          case "ecr" -> "prmtEcr";
          case "rc16" -> "prmtRc16";
          default -> throw d.unsupported(i.mnemonic());
        };
    return d.store(i, call(BITS, name, word(d, i, 1), word(d, i, 2), word(d, i, 3)));
  }

  /** bfe and bfi: values, then from operand {@code from} on position and length. */
  private static Operation field(Decoder d, Instruction i, String name, int from) {
    Expression position = word(d, i, from);
    Expression length = word(d, i, from + 1);
    return d.store(
        i,
        from == 2
            ? call(BITS, name, d.source(i, 1), position, length)
            : call(BITS, name, d.source(i, 1), d.source(i, 2), position, length));
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
