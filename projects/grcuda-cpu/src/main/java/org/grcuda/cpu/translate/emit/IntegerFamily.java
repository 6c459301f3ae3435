package org.grcuda.cpu.translate.emit;

import java.lang.classfile.CodeBuilder;
import java.util.Map;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Trait;

/**
 * Integer arithmetic (PTX ISA 9.7.1) and extended-precision arithmetic with a carry (9.7.2). The
 * carry flag is an int local, 0 or 1; subtractions add the complement.
 */
final class IntegerFamily {

  private IntegerFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    table.put(Opcode.ADDC, IntegerFamily::addOrSubtract);
    table.put(Opcode.SUBC, IntegerFamily::addOrSubtract);
    table.put(Opcode.MADC, IntegerFamily::multiplyAdd);
    table.put(Opcode.MUL24, IntegerFamily::multiply24);
    table.put(Opcode.MAD24, IntegerFamily::multiply24);
    table.put(Opcode.SAD, IntegerFamily::sad);
    table.put(Opcode.DP4A, IntegerFamily::dotProduct);
    table.put(Opcode.DP2A, IntegerFamily::dotProduct);
  }

  static void emit(MethodEmitter m, Instruction i) {
    switch (i.opcode()) {
      case ADD, SUB -> addOrSubtract(m, i);
      case MUL -> {
        product(m, i);
        m.store(i.operand(0), productType(i));
      }
      case MAD -> multiplyAdd(m, i);
      case DIV, REM -> divide(m, i);
      case MIN, MAX -> minMax(m, i);
      case ABS -> {
        m.push(i.operand(1), i.type());
        Class<?> kind = kind(i.type()).type();
        m.invoke(Math.class, "abs", kind);
        m.store(i.operand(0), i.type());
      }
      case NEG -> {
        m.push(i.operand(1), i.type());
        if (isLong(i.type())) {
          m.code().lneg();
        } else {
          m.code().ineg();
        }
        m.store(i.operand(0), i.type());
      }
      default -> throw m.unsupported(i.mnemonic());
    }
  }

  /** Two 16-bit operations at once. */
  static void emitPair(MethodEmitter m, Instruction i) {
    m.push(i.operand(1), i.type());
    if (i.opcode() == Opcode.NEG) {
      m.invoke(IntegerSemantics.class, "neg16x2", int.class);
      m.store(i.operand(0), i.type());
      return;
    }
    m.push(i.operand(2), i.type());
    String name =
        switch (i.opcode()) {
          case ADD, SUB -> i.opcode().ptxName() + "16x2";
          case MIN, MAX -> i.opcode().ptxName() + (i.type().isSigned() ? "S16x2" : "U16x2");
          default -> throw m.unsupported(i.mnemonic());
        };
    m.invoke(IntegerSemantics.class, name, int.class, int.class);
    if (i.has(Modifier.RELU)) {
      m.code().iconst_0();
      m.invoke(IntegerSemantics.class, "maxS16x2", int.class, int.class);
    }
    m.store(i.operand(0), i.type());
  }

  private static JvmKind kind(PtxType type) {
    return JvmKind.of(type);
  }

  private static boolean isLong(PtxType type) {
    return kind(type) == JvmKind.LONG;
  }

  private static String suffix(PtxType type) {
    return (type.isSigned() ? "S" : "U") + (isLong(type) ? "64" : "32");
  }

  private static void addOrSubtract(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    boolean subtract = i.opcode() == Opcode.SUB || i.opcode() == Opcode.SUBC;
    boolean carryIn = i.is(Trait.READS_CARRY);
    m.push(i.operand(1), type);
    m.push(i.operand(2), type);
    if (i.has(Modifier.SAT)) {
      m.invoke(IntegerSemantics.class, subtract ? "subSatS32" : "addSatS32", int.class, int.class);
      m.store(i.operand(0), type);
      return;
    }
    if (subtract && carryIn) {
      complement(m.code(), isLong(type));
    }
    sum(m.code(), isLong(type), subtract && !carryIn);
    if (carryIn) {
      pushCarry(m, isLong(type));
      sum(m.code(), isLong(type), false);
    }
    if (i.has(Modifier.CC)) {
      m.push(i.operand(1), type);
      m.push(i.operand(2), type);
      if (subtract) {
        complement(m.code(), isLong(type));
      }
      storeCarry(m, type, carryIn, subtract ? 1 : 0);
    }
    m.store(i.operand(0), type);
  }

  private static void complement(CodeBuilder code, boolean wide) {
    if (wide) {
      code.loadConstant(-1L).lxor();
    } else {
      code.iconst_m1().ixor();
    }
  }

  private static void sum(CodeBuilder code, boolean wide, boolean subtract) {
    if (wide) {
      if (subtract) {
        code.lsub();
      } else {
        code.ladd();
      }
    } else if (subtract) {
      code.isub();
    } else {
      code.iadd();
    }
  }

  private static void pushCarry(MethodEmitter m, boolean wide) {
    m.code().iload(m.carry());
    if (wide) {
      m.code().i2l();
    }
  }

  /**
   * Takes the two operands from the stack, leaves what lies below, sets the flag.
   *
   * @param without what is carried in where {@code carryIn} does not hold
   */
  private static void storeCarry(MethodEmitter m, PtxType type, boolean carryIn, int without) {
    if (carryIn) {
      m.code().iload(m.carry());
    } else {
      m.code().loadConstant(without);
    }
    Class<?> operand = kind(type).type();
    String name = "carry" + (isLong(type) ? "64" : "32");
    m.invoke(IntegerSemantics.class, name, operand, operand, int.class);
    m.code().istore(m.carry());
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

  /** Pushes the lower, upper or double-width product of the first two sources. */
  private static void product(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    m.push(i.operand(1), type);
    m.push(i.operand(2), type);
    boolean narrow = type.size() == 2;
    if (i.has(Modifier.HI)) {
      if (narrow) {
        m.invoke(IntegerSemantics.class, "mulHi16", int.class, int.class);
      } else if (isLong(type)) {
        String name = type.isSigned() ? "multiplyHigh" : "unsignedMultiplyHigh";
        m.invoke(Math.class, name, long.class, long.class);
      } else {
        m.invoke(IntegerSemantics.class, "mulHi" + suffix(type), int.class, int.class);
      }
    } else if (i.has(Modifier.WIDE) && !narrow) {
      m.invoke(IntegerSemantics.class, "mulWide" + suffix(type), int.class, int.class);
    } else if (isLong(type)) {
      m.code().lmul();
    } else {
      m.code().imul();
    }
  }

  private static void multiplyAdd(MethodEmitter m, Instruction i) {
    PtxType type = productType(i);
    boolean carryIn = i.opcode() == Opcode.MADC;
    if (i.has(Modifier.SAT)) {
      m.push(i.operand(1), type);
      m.push(i.operand(2), type);
      m.push(i.operand(3), type);
      m.invoke(IntegerSemantics.class, "madHiSatS32", int.class, int.class, int.class);
      m.store(i.operand(0), type);
      return;
    }
    product(m, i);
    m.push(i.operand(3), type);
    sum(m.code(), isLong(type), false);
    if (carryIn) {
      pushCarry(m, isLong(type));
      sum(m.code(), isLong(type), false);
    }
    if (i.has(Modifier.CC)) {
      product(m, i);
      m.push(i.operand(3), type);
      storeCarry(m, type, carryIn, 0);
    }
    m.store(i.operand(0), type);
  }

  private static void multiply24(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    boolean add = i.opcode() == Opcode.MAD24;
    m.push(i.operand(1), type);
    m.push(i.operand(2), type);
    String half = i.has(Modifier.HI) ? "Hi" : "Lo";
    m.invoke(IntegerSemantics.class, "mul24" + half + suffix(type), int.class, int.class);
    if (add) {
      m.push(i.operand(3), type);
      if (i.has(Modifier.SAT)) {
        m.invoke(IntegerSemantics.class, "addSatS32", int.class, int.class);
      } else {
        m.code().iadd();
      }
    }
    m.store(i.operand(0), type);
  }

  private static void divide(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    m.push(i.operand(1), type);
    m.push(i.operand(2), type);
    Class<?> operand = kind(type).type();
    m.invoke(IntegerSemantics.class, i.opcode().ptxName() + suffix(type), operand, operand);
    m.store(i.operand(0), type);
  }

  private static void minMax(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    m.push(i.operand(1), type);
    m.push(i.operand(2), type);
    Class<?> operand = kind(type).type();
    if (type.isSigned() || type.size() == 2) {
      m.invoke(Math.class, i.opcode().ptxName(), operand, operand);
    } else {
      m.invoke(IntegerSemantics.class, i.opcode().ptxName() + suffix(type), operand, operand);
    }
    if (i.has(Modifier.RELU)) {
      m.code().iconst_0();
      m.invoke(Math.class, "max", int.class, int.class);
    }
    m.store(i.operand(0), type);
  }

  private static void sad(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    for (int k = 1; k <= 3; k++) {
      m.push(i.operand(k), type);
    }
    Class<?> operand = kind(type).type();
    m.invoke(IntegerSemantics.class, "sad" + suffix(type), operand, operand, operand);
    m.store(i.operand(0), type);
  }

  private static void dotProduct(MethodEmitter m, Instruction i) {
    boolean signedA = i.types().get(0).isSigned();
    boolean signedB = i.types().get(1).isSigned();
    for (int k = 1; k <= 3; k++) {
      m.push(i.operand(k), PtxType.B32);
    }
    m.code().loadConstant(signedA ? 1 : 0).loadConstant(signedB ? 1 : 0);
    Class<?> n = int.class;
    Class<?> b = boolean.class;
    if (i.opcode() == Opcode.DP2A) {
      m.code().loadConstant(i.has(Modifier.HI) ? 1 : 0);
      m.invoke(IntegerSemantics.class, "dp2a", n, n, n, b, b, b);
    } else {
      m.invoke(IntegerSemantics.class, "dp4a", n, n, n, b, b);
    }
    m.store(i.operand(0), PtxType.B32);
  }
}
