package org.grcuda.cpu.translate.emit;

import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.formula.JvmKind;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Trait;

/** Moves, packing and address conversion (PTX ISA 9.7.9: mov, cvta, isspacep). */
final class MoveFamily {

  private MoveFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    table.put(Opcode.MOV, MoveFamily::mov);
    table.put(Opcode.CVTA, MoveFamily::cvta);
    table.put(Opcode.ISSPACEP, MoveFamily::isspacep);
    InstructionEmitter nothing = (m, i) -> {};
    for (Opcode opcode : Opcode.values()) {
      if (opcode.is(Trait.HINT)) {
        table.put(opcode, nothing);
      }
    }
  }

  private static void mov(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    if (type.size() > 8) {
      throw m.unsupported(i.mnemonic());
    }
    if (i.operand(0) instanceof Operand.Vector vector) {
      unpack(m, vector.elements(), i.operand(1), type);
    } else if (i.operand(1) instanceof Operand.Vector vector) {
      pack(m, i.operand(0), vector.elements(), type);
    } else {
      m.push(i.operand(1), type);
      m.store(i.operand(0), type);
    }
  }

  private static PtxType part(MethodEmitter m, PtxType type, int parts) {
    return switch (type.size() / parts) {
      case 1 -> PtxType.U8;
      case 2 -> PtxType.U16;
      case 4 -> PtxType.U32;
      default -> throw m.unsupported("mov of " + parts + " parts of ." + type.ptxName());
    };
  }

  private static void unpack(MethodEmitter m, List<Operand> parts, Operand source, PtxType type) {
    PtxType part = part(m, type, parts.size());
    JvmKind kind = JvmKind.of(type);
    int whole = m.code().allocateLocal(kind.typeKind());
    m.push(source, type);
    m.code().storeLocal(kind.typeKind(), whole);
    for (int k = 0; k < parts.size(); k++) {
      m.code().loadLocal(kind.typeKind(), whole);
      int shift = k * part.bits();
      if (kind == JvmKind.LONG) {
        m.code().loadConstant(shift).lushr().l2i();
      } else {
        m.code().loadConstant(shift).iushr();
      }
      if (part == PtxType.U8) {
        m.code().sipush(0xff).iand();
      } else if (part == PtxType.U16) {
        m.code().i2c();
      }
      m.store(parts.get(k), part);
    }
  }

  private static void pack(MethodEmitter m, Operand target, List<Operand> parts, PtxType type) {
    PtxType part = part(m, type, parts.size());
    JvmKind kind = JvmKind.of(type);
    for (int k = 0; k < parts.size(); k++) {
      m.push(parts.get(k), part);
      m.adapt(JvmKind.INT, kind, false);
      if (k > 0) {
        m.code().loadConstant(k * part.bits());
        if (kind == JvmKind.LONG) {
          m.code().lshl().lor();
        } else {
          m.code().ishl().ior();
        }
      }
    }
    m.store(target, type);
  }

  private static void cvta(MethodEmitter m, Instruction i) {
    m.push(i.operand(1), PtxType.U64);
    if (i.has(Modifier.TO)) {
      m.addresses().fromGeneric(i.space());
    } else {
      m.addresses().toGeneric(i.space());
    }
    m.store(i.operand(0), PtxType.U64);
  }

  private static void isspacep(MethodEmitter m, Instruction i) {
    m.push(i.operand(1), PtxType.U64);
    int address = m.code().allocateLocal(TypeKind.LONG);
    m.code().lstore(address);
    pushInside(m, address, i);
    m.store(i.operand(0), PtxType.PRED);
  }

  private static void pushInside(MethodEmitter m, int address, Instruction i) {
    switch (i.space()) {
      case SHARED, LOCAL -> {
        m.code().lload(address);
        m.addresses().pushBounds(i.space());
        m.invoke(RuntimeMethod.INSIDE);
      }
      case GLOBAL -> {
        m.code().lload(address);
        m.addresses().pushBounds(org.grcuda.ptx.StateSpace.SHARED);
        m.invoke(RuntimeMethod.INSIDE);
        m.code().lload(address);
        m.addresses().pushBounds(org.grcuda.ptx.StateSpace.LOCAL);
        m.invoke(RuntimeMethod.INSIDE);
        m.code().ior().iconst_1().ixor();
      }
      default -> throw m.unsupported(i.mnemonic());
    }
  }
}
