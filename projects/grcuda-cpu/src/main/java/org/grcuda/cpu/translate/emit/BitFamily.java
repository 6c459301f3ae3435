package org.grcuda.cpu.translate.emit;

import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.semantics.BitSemantics;
import org.grcuda.cpu.translate.semantics.BitTable;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * Logic and shifts (PTX ISA 9.7.8), bit fields and permutations (9.7.1, 9.7.9.8). {@code and},
 * {@code or}, {@code xor} and {@code not} also take predicates.
 */
final class BitFamily {

  private BitFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    for (Opcode opcode : BitTable.OPCODES) {
      table.put(opcode, BitFamily::direct);
    }
    table.put(Opcode.AND, BitFamily::logic);
    table.put(Opcode.OR, BitFamily::logic);
    table.put(Opcode.XOR, BitFamily::logic);
    table.put(Opcode.NOT, BitFamily::not);
    table.put(Opcode.SHL, BitFamily::shift);
    table.put(Opcode.SHR, BitFamily::shift);
    table.put(Opcode.LOP3, BitFamily::lop3);
    table.put(Opcode.BFIND, BitFamily::find);
    table.put(Opcode.SZEXT, BitFamily::extend);
  }

  /** By the one method that executes it. */
  private static void direct(MethodEmitter m, Instruction i) {
    BitTable.Method method = BitTable.of(i);
    List<PtxType> sources = method.sources();
    for (int k = 0; k < sources.size(); k++) {
      m.push(i.operand(k + 1), sources.get(k));
    }
    Class<?>[] types =
        sources.stream().map(type -> JvmKind.of(type).type()).toArray(Class<?>[]::new);
    m.invoke(method.owner(), method.name(), types);
    m.store(i.operand(0), method.result());
  }

  private static boolean isLong(Instruction i) {
    return JvmKind.of(i.type()) == JvmKind.LONG;
  }

  private static Class<?> type(Instruction i) {
    return JvmKind.of(i.type()).type();
  }

  private static void logic(MethodEmitter m, Instruction i) {
    m.push(i.operand(1), i.type());
    m.push(i.operand(2), i.type());
    boolean wide = isLong(i);
    switch (i.opcode()) {
      case AND -> {
        if (wide) {
          m.code().land();
        } else {
          m.code().iand();
        }
      }
      case OR -> {
        if (wide) {
          m.code().lor();
        } else {
          m.code().ior();
        }
      }
      default -> {
        if (wide) {
          m.code().lxor();
        } else {
          m.code().ixor();
        }
      }
    }
    m.store(i.operand(0), i.type());
  }

  private static void not(MethodEmitter m, Instruction i) {
    m.push(i.operand(1), i.type());
    if (i.type() == PtxType.PRED) {
      m.code().iconst_1().ixor();
    } else if (isLong(i)) {
      m.code().loadConstant(-1L).lxor();
    } else {
      m.code().iconst_m1().ixor();
    }
    m.store(i.operand(0), i.type());
  }

  /** Amounts known to be in range are one JVM shift. */
  private static void shift(MethodEmitter m, Instruction i) {
    boolean left = i.opcode() == Opcode.SHL;
    boolean signed = i.type().isSigned();
    m.push(i.operand(1), i.type());
    m.push(i.operand(2), PtxType.U32);
    boolean inRange =
        i.operand(2) instanceof Operand.IntegerImmediate n
            && n.value() >= 0
            && n.value() < (isLong(i) ? 64 : 32);
    if (!inRange) {
      String name = left ? "shl" : signed ? "shrS" : "shrU";
      m.invoke(BitSemantics.class, name + (isLong(i) ? "64" : "32"), type(i), int.class);
    } else if (isLong(i)) {
      if (left) {
        m.code().lshl();
      } else if (signed) {
        m.code().lshr();
      } else {
        m.code().lushr();
      }
    } else if (left) {
      m.code().ishl();
    } else if (signed) {
      m.code().ishr();
    } else {
      m.code().iushr();
    }
    m.store(i.operand(0), i.type());
  }

  private static void pushInts(MethodEmitter m, Instruction i, int count) {
    for (int k = 1; k <= count; k++) {
      m.push(i.operand(k), PtxType.B32);
    }
  }

  private static void lop3(MethodEmitter m, Instruction i) {
    if (i.type() != PtxType.B32) {
      throw m.unsupported(i.mnemonic());
    }
    pushInts(m, i, 4);
    m.invoke(BitSemantics.class, "lop3", int.class, int.class, int.class, int.class);
    if (!(i.operand(0) instanceof Operand.Pair pair)) {
      m.store(i.operand(0), i.type());
      return;
    }
    m.code().dup();
    m.push(i.operand(5), PtxType.PRED);
    String name = i.has(Modifier.OR) ? "lop3Or" : "lop3And";
    m.invoke(BitSemantics.class, name, int.class, int.class);
    m.store(pair.second(), PtxType.PRED);
    m.store(pair.first(), i.type());
  }

  private static void find(MethodEmitter m, Instruction i) {
    m.push(i.operand(1), i.type());
    String name = "bfind" + (i.type().isSigned() ? "S" : "U") + i.type().bits();
    m.invoke(BitSemantics.class, name, type(i));
    if (i.has(Modifier.SHIFTAMT)) {
      m.code().loadConstant(i.type().bits() - 1);
      m.invoke(BitSemantics.class, "shiftAmount", int.class, int.class);
    }
    m.store(i.operand(0), PtxType.U32);
  }

  private static void extend(MethodEmitter m, Instruction i) {
    pushInts(m, i, 2);
    boolean signed = i.type().isSigned();
    if (i.has(Modifier.CLAMP)) {
      m.invoke(BitSemantics.class, signed ? "szextS32" : "szextU32", int.class, int.class);
    } else {
      m.code().loadConstant(signed ? 1 : 0);
      m.invoke(BitSemantics.class, "szextWrap", int.class, int.class, boolean.class);
    }
    m.store(i.operand(0), i.type());
  }
}
