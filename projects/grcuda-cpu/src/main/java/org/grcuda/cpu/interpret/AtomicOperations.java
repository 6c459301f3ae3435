package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import java.util.List;
import java.util.Set;
import org.grcuda.cpu.translate.semantics.AtomicSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/** Atomic operations (PTX ISA 9.7.13.5 atom, 9.7.13.6 red). */
final class AtomicOperations {

  private static final Set<String> OPERATIONS =
      Set.of("add", "exch", "cas", "and", "or", "xor", "min", "max", "inc", "dec");

  private AtomicOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    if (i.opcode() == Opcode.RED) {
      Expression value = operation(d, i, 0);
      return value::of;
    }
    return d.store(i, operation(d, i, 1));
  }

  private static Expression operation(Decoder d, Instruction i, int at) {
    PtxType type = i.type();
    String name =
        i.modifiers().stream()
            .filter(OPERATIONS::contains)
            .findFirst()
            .orElseThrow(() -> d.unsupported(i.mnemonic()));
    if (i.vectorWidth() > 1 || type.size() > 8 || i.has(Modifier.ASYNC)) {
      throw d.unsupported(i.mnemonic());
    }
    String suffix = suffix(d, i, name, type);
    Expression address = d.addresses().checked(i.operand(at), i.space(), type.size());
    Expression value = d.source(i.operand(at + 1), type);
    if (!name.equals("cas")) {
      return call(AtomicSemantics.class, name + suffix, address, value);
    }
    return call(
        AtomicSemantics.class, "cas" + suffix, address, value, d.source(i.operand(at + 2), type));
  }

  private static String suffix(Decoder d, Instruction i, String name, PtxType type) {
    boolean arithmetic = name.equals("min") || name.equals("max");
    if (type.isFloat()) {
      if (name.equals("add")) {
        return type.ptxName().toUpperCase(java.util.Locale.ROOT);
      }
      throw d.unsupported(i.mnemonic());
    }
    boolean narrow = type.size() == 2 && List.of("cas", "exch").contains(name);
    if (type.size() < 4 && !narrow) {
      throw d.unsupported(i.mnemonic());
    }
    return (arithmetic ? type.isSigned() ? "S" : "U" : "") + type.bits();
  }
}
