package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Trait;

/** Integer arithmetic (PTX ISA 9.7.1) and extended precision (9.7.2). */
final class IntegerOperations {

  private static final Class<?> PLAIN = PlainSemantics.class;
  private static final Class<?> INTEGER = IntegerSemantics.class;

  private static final Expression CARRY = new Expression(int.class, t -> t.carry);

  private IntegerOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case ADD, SUB, ADDC, SUBC -> addOrSubtract(d, i);
      case MUL -> d.store(i.operand(0), productType(i), product(d, i));
      case MAD, MADC -> multiplyAdd(d, i);
      case DIV, REM ->
          d.store(
              i,
              call(
                  INTEGER,
                  i.opcode().ptxName() + suffix(i.type()),
                  d.source(i, 1),
                  d.source(i, 2)));
      case MIN, MAX -> minMax(d, i);
      case ABS -> d.store(i, call(Math.class, "abs", d.source(i, 1)));
      case NEG -> d.store(i, call(PLAIN, "neg", d.source(i, 1)));
      case SAD ->
          d.store(
              i,
              call(
                  INTEGER,
                  "sad" + suffix(i.type()),
                  d.source(i, 1),
                  d.source(i, 2),
                  d.source(i, 3)));
      case MUL24, MAD24 -> multiply24(d, i);
      case DP4A, DP2A -> dotProduct(d, i);
      default -> throw d.unsupported(i.mnemonic());
    };
  }

  private static boolean isWide(PtxType type) {
    return type.size() == 8;
  }

  private static String suffix(PtxType type) {
    return (type.isSigned() ? "S" : "U") + (isWide(type) ? "64" : "32");
  }

  private static Operation addOrSubtract(Decoder d, Instruction i) {
    boolean subtracts = i.opcode() == Opcode.SUB || i.opcode() == Opcode.SUBC;
    Expression a = d.source(i, 1);
    Expression b = d.source(i, 2);
    if (i.has(Modifier.SAT)) {
      return d.store(i, call(INTEGER, subtracts ? "subSatS32" : "addSatS32", a, b));
    }
    boolean carries = i.is(Trait.READS_CARRY);
    return sum(d, i, i.type(), subtracts, carries, a, b);
  }

  /** a + b, or a - b, with the carry flag in and out as the instruction says. */
  private static Operation sum(
      Decoder d,
      Instruction i,
      PtxType type,
      boolean subtracts,
      boolean carries,
      Expression a,
      Expression b) {
    Expression added = subtracts ? call(PLAIN, "not", b) : b;
    Expression value = call(PLAIN, subtracts ? "sub" : "add", a, b);
    if (carries) {
      Expression carry = isWide(type) ? call(PLAIN, "extendUnsigned", CARRY) : CARRY;
      value = call(PLAIN, "add", call(PLAIN, "add", a, added), carry);
    }
    if (!i.has(Modifier.CC)) {
      return d.store(i.operand(0), type, value);
    }
    d.checkDestination(i.operand(0));
    Expression.Code sum = value.code();
    String flag = "carry" + (isWide(type) ? "64" : "32");
    Expression carryIn = carries ? CARRY : Expression.ofInt(subtracts ? 1 : 0);
    Expression carryOut = call(INTEGER, flag, a, added, carryIn);
    return t -> {
      long bits = sum.of(t);
      t.carry = (int) carryOut.of(t);
      d.write(t, i.operand(0), type, bits);
    };
  }

  private static PtxType productType(Instruction i) {
    if (!i.has(Modifier.WIDE)) {
      return i.type();
    }
    return switch (i.type()) {
      case S16 -> PtxType.S32;
      case U16 -> PtxType.U32;
      case S32 -> PtxType.S64;
      default -> PtxType.U64;
    };
  }

  private static Expression product(Decoder d, Instruction i) {
    PtxType type = i.type();
    Expression a = d.source(i, 1);
    Expression b = d.source(i, 2);
    boolean narrow = type.size() == 2;
    if (i.has(Modifier.HI) && isWide(type)) {
      return call(Math.class, type.isSigned() ? "multiplyHigh" : "unsignedMultiplyHigh", a, b);
    }
    if (i.has(Modifier.HI)) {
      return call(INTEGER, narrow ? "mulHi16" : "mulHi" + suffix(type), a, b);
    }
    if (i.has(Modifier.WIDE) && !narrow) {
      return call(INTEGER, "mulWide" + suffix(type), a, b);
    }
    return call(PLAIN, "mul", a, b);
  }

  private static Operation multiplyAdd(Decoder d, Instruction i) {
    if (i.has(Modifier.SAT)) {
      return d.store(
          i, call(INTEGER, "madHiSatS32", d.source(i, 1), d.source(i, 2), d.source(i, 3)));
    }
    PtxType type = productType(i);
    Expression c = d.source(i.operand(3), type);
    return sum(d, i, type, false, i.opcode() == Opcode.MADC, product(d, i), c);
  }

  private static Operation multiply24(Decoder d, Instruction i) {
    String half = i.has(Modifier.HI) ? "Hi" : "Lo";
    Expression product =
        call(INTEGER, "mul24" + half + suffix(i.type()), d.source(i, 1), d.source(i, 2));
    if (i.opcode() == Opcode.MUL24) {
      return d.store(i, product);
    }
    if (i.has(Modifier.SAT)) {
      return d.store(i, call(INTEGER, "addSatS32", product, d.source(i, 3)));
    }
    return d.store(i, call(PLAIN, "add", product, d.source(i, 3)));
  }

  private static Operation minMax(Decoder d, Instruction i) {
    PtxType type = i.type();
    boolean signed = type.isSigned() || type.size() == 2;
    Expression a = d.source(i, 1);
    Expression b = d.source(i, 2);
    Expression value =
        signed
            ? call(Math.class, i.opcode().ptxName(), a, b)
            : call(INTEGER, i.opcode().ptxName() + suffix(type), a, b);
    if (i.has(Modifier.RELU)) {
      value = call(Math.class, "max", value, Expression.ofInt(0));
    }
    return d.store(i, value);
  }

  /** Two 16-bit operations at once. */
  static Operation pair(Decoder d, Instruction i) {
    Expression a = d.source(i, 1);
    if (i.opcode() == Opcode.NEG) {
      return d.store(i, call(INTEGER, "neg16x2", a));
    }
    Expression b = d.source(i, 2);
    return switch (i.opcode()) {
      case ADD -> d.store(i, call(INTEGER, "add16x2", a, b));
      case SUB -> d.store(i, call(INTEGER, "sub16x2", a, b));
      case MIN, MAX -> {
        String name = i.opcode().ptxName() + (i.type().isSigned() ? "S16x2" : "U16x2");
        Expression value = call(INTEGER, name, a, b);
        yield d.store(
            i,
            i.has(Modifier.RELU) ? call(INTEGER, "maxS16x2", value, Expression.ofInt(0)) : value);
      }
      default -> throw d.unsupported(i.mnemonic());
    };
  }

  private static Operation dotProduct(Decoder d, Instruction i) {
    Expression a = d.source(i.operand(1), PtxType.B32);
    Expression b = d.source(i.operand(2), PtxType.B32);
    Expression c = d.source(i.operand(3), PtxType.B32);
    Expression signedA = Expression.flag(i.types().get(0).isSigned());
    Expression signedB = Expression.flag(i.types().get(1).isSigned());
    Expression value =
        i.opcode() == Opcode.DP4A
            ? call(INTEGER, "dp4a", a, b, c, signedA, signedB)
            : call(INTEGER, "dp2a", a, b, c, signedA, signedB, Expression.flag(i.has(Modifier.HI)));
    return d.store(i.operand(0), PtxType.B32, value);
  }
}
