package org.grcuda.cpu.translate.emit;

import java.util.Map;
import org.grcuda.cpu.translate.semantics.AtomicSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Atomic operations (PTX ISA 9.7.13.5 atom, 9.7.13.6 red), sequentially consistent. */
final class AtomicFamily {

  private AtomicFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    table.put(Opcode.ATOM, AtomicFamily::atom);
    table.put(Opcode.RED, AtomicFamily::red);
  }

  private static void atom(MethodEmitter m, Instruction i) {
    operation(m, i, 1);
    m.store(i.operand(0), i.type());
  }

  private static void red(MethodEmitter m, Instruction i) {
    operation(m, i, 0);
    m.pop(JvmKind.of(i.type()));
  }

  private static void operation(MethodEmitter m, Instruction i, int address) {
    PtxType type = i.type();
    if (i.vectorWidth() > 1 || type.size() > 8 || i.has(Modifier.ASYNC)) {
      throw m.unsupported(i.mnemonic());
    }
    String operation = operationName(m, i);
    m.addresses().pushChecked((Operand.Address) i.operand(address), i.space(), type.size());
    m.push(i.operand(address + 1), type);
    Class<?> value = JvmKind.of(type).type();
    String suffix =
        switch (operation) {
          case "min", "max" -> (type.isSigned() ? "S" : "U") + type.bits();
          default -> type.isFloat() ? type.name() : "" + type.bits();
        };
    if (operation.equals("cas")) {
      m.push(i.operand(address + 2), type);
      m.invoke(AtomicSemantics.class, operation + suffix, long.class, value, value);
    } else {
      m.invoke(AtomicSemantics.class, operation + suffix, long.class, value);
    }
  }

  private static String operationName(MethodEmitter m, Instruction i) {
    for (String modifier : i.modifiers()) {
      switch (modifier) {
        case "add", "exch", "cas", "and", "or", "xor", "min", "max", "inc", "dec" -> {
          boolean floatOnly = i.type().isFloat() && !modifier.equals("add");
          boolean narrow = i.type().size() < 4 && !i.type().isFloat();
          if (floatOnly || narrow && !modifier.equals("cas") && !modifier.equals("exch")) {
            throw m.unsupported(i.mnemonic());
          }
          return modifier;
        }
        default -> {}
      }
    }
    throw m.unsupported(i.mnemonic());
  }
}
