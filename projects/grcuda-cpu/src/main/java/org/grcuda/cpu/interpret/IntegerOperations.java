package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;

/** Integer arithmetic (PTX ISA 9.7.1) and extended precision (9.7.2). */
final class IntegerOperations {

  private static final Class<?> PLAIN = PlainSemantics.class;
  private static final Class<?> INTEGER = IntegerSemantics.class;

  private static final Expression CARRY = new Expression(int.class, t -> t.carry);

  private IntegerOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case "add", "sub", "addc", "subc" -> addOrSubtract(d, i);
      case "mul" -> d.store(i.operand(0), productType(i), product(d, i));
      case "mad", "madc" -> multiplyAdd(d, i);
      case "div", "rem" ->
          d.store(i, call(INTEGER, i.opcode() + suffix(i.type()), d.source(i, 1), d.source(i, 2)));
      case "min", "max" -> minMax(d, i);
      case "abs" -> d.store(i, call(Math.class, "abs", d.source(i, 1)));
      case "neg" -> d.store(i, call(PLAIN, "neg", d.source(i, 1)));
      case "sad" ->
          d.store(
              i,
              call(
                  INTEGER,
                  "sad" + suffix(i.type()),
                  d.source(i, 1),
                  d.source(i, 2),
                  d.source(i, 3)));
      case "mul24", "mad24" -> multiply24(d, i);
      case "dp4a", "dp2a" -> dotProduct(d, i);
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
    boolean subtracts = i.opcode().startsWith("sub");
    Expression a = d.source(i, 1);
    Expression b = d.source(i, 2);
    if (i.hasModifier("sat")) {
      return d.store(i, call(INTEGER, subtracts ? "subSatS32" : "addSatS32", a, b));
    }
    boolean carries = i.opcode().endsWith("c");
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
    if (!i.hasModifier("cc")) {
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
    if (!i.hasModifier("wide")) {
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
    if (i.hasModifier("hi") && isWide(type)) {
      return call(Math.class, type.isSigned() ? "multiplyHigh" : "unsignedMultiplyHigh", a, b);
    }
    if (i.hasModifier("hi")) {
      return call(INTEGER, narrow ? "mulHi16" : "mulHi" + suffix(type), a, b);
    }
    if (i.hasModifier("wide") && !narrow) {
      return call(INTEGER, "mulWide" + suffix(type), a, b);
    }
    return call(PLAIN, "mul", a, b);
  }

  private static Operation multiplyAdd(Decoder d, Instruction i) {
    if (i.hasModifier("sat")) {
      return d.store(
          i, call(INTEGER, "madHiSatS32", d.source(i, 1), d.source(i, 2), d.source(i, 3)));
    }
    PtxType type = productType(i);
    Expression c = d.source(i.operand(3), type);
    return sum(d, i, type, false, i.opcode().equals("madc"), product(d, i), c);
  }

  private static Operation multiply24(Decoder d, Instruction i) {
    String half = i.hasModifier("hi") ? "Hi" : "Lo";
    Expression product =
        call(INTEGER, "mul24" + half + suffix(i.type()), d.source(i, 1), d.source(i, 2));
    if (i.opcode().equals("mul24")) {
      return d.store(i, product);
    }
    if (i.hasModifier("sat")) {
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
            ? call(Math.class, i.opcode(), a, b)
            : call(INTEGER, i.opcode() + suffix(type), a, b);
    if (i.hasModifier("relu")) {
      value = call(Math.class, "max", value, Expression.ofInt(0));
    }
    return d.store(i, value);
  }

  /** Two 16-bit operations at once. */
  static Operation pair(Decoder d, Instruction i) {
    Expression a = d.source(i, 1);
    if (i.opcode().equals("neg")) {
      return d.store(i, call(INTEGER, "neg16x2", a));
    }
    Expression b = d.source(i, 2);
    return switch (i.opcode()) {
      case "add" -> d.store(i, call(INTEGER, "add16x2", a, b));
      case "sub" -> d.store(i, call(INTEGER, "sub16x2", a, b));
      case "min", "max" -> {
        String name = i.opcode() + (i.type().isSigned() ? "S16x2" : "U16x2");
        Expression value = call(INTEGER, name, a, b);
        yield d.store(
            i,
            i.hasModifier("relu") ? call(INTEGER, "maxS16x2", value, Expression.ofInt(0)) : value);
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
        i.opcode().equals("dp4a")
            ? call(INTEGER, "dp4a", a, b, c, signedA, signedB)
            : call(
                INTEGER, "dp2a", a, b, c, signedA, signedB, Expression.flag(i.hasModifier("hi")));
    return d.store(i.operand(0), PtxType.B32, value);
  }
}
