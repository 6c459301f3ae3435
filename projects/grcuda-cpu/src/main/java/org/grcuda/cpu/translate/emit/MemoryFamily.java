package org.grcuda.cpu.translate.emit;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.Map;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;

/** Loads, stores and fences (PTX ISA 9.7.9.8 ld to 9.7.9.12 st; 9.7.13.4 membar, fence). */
final class MemoryFamily {

  private MemoryFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    table.put(Opcode.LD, MemoryFamily::load);
    table.put(Opcode.LDU, MemoryFamily::load);
    table.put(Opcode.ST, MemoryFamily::store);
    table.put(Opcode.CP, MemoryFamily::copy);
    InstructionEmitter fence = (m, i) -> m.invoke(RuntimeMethod.FULL_FENCE);
    table.put(Opcode.MEMBAR, fence);
    table.put(Opcode.FENCE, fence);
  }

  private static List<Operand> elements(Operand operand) {
    return operand instanceof Operand.Vector vector ? vector.elements() : List.of(operand);
  }

  private static void load(MethodEmitter m, Instruction i) {
    requireSimple(m, i);
    List<Operand> targets = elements(i.operand(0));
    if (m.launchValues().isFixedParameter(i)) {
      for (int k = 0; k < targets.size(); k++) {
        m.launchValues().pushParameter(i, k);
        m.store(targets.get(k), i.type());
      }
      return;
    }
    Operand.Address address = (Operand.Address) i.operand(1);
    if (m.calls().isScalar(address, i)) {
      m.calls().pushScalar(address, i.type());
      m.store(targets.get(0), i.type());
      return;
    }
    if (targets.size() == 1) {
      m.addresses().pushUnsafe();
      m.addresses().pushChecked(address, i.space(), i.type().size());
      m.addresses().rawLoad(i.type());
      m.store(targets.get(0), i.type());
    } else {
      int start = checkVector(m, i, address, targets.size());
      for (int k = 0; k < targets.size(); k++) {
        pushElement(m, start, (long) k * i.type().size());
        m.addresses().rawLoad(i.type());
        m.store(targets.get(k), i.type());
      }
    }
    if (i.isStrong()) {
      m.invoke(RuntimeMethod.ACQUIRE_FENCE);
    }
  }

  /** {@code cp.async} (PTX ISA 9.7.9.25.3): done at once, so there is nothing to wait for. */
  private static void copy(MethodEmitter m, Instruction i) {
    boolean simple = i.has(Modifier.ASYNC) && !i.has(Modifier.BULK) && !i.has(Modifier.MBARRIER);
    if (!simple) {
      throw m.unsupported(i.mnemonic());
    }
    if (i.operands().size() < 3) {
      return;
    }
    int bytes = copiedBytes(i);
    int from = m.code().allocateLocal(TypeKind.LONG);
    int count = m.code().allocateLocal(TypeKind.INT);
    pushCount(m, i, bytes);
    m.code().istore(count).lconst_0().lstore(from);
    Label nothing = m.code().newLabel();
    m.code().iload(count).ifeq(nothing);
    m.addresses().pushChecked((Operand.Address) i.operand(1), StateSpace.GLOBAL, bytes);
    m.code().lstore(from).labelBinding(nothing);
    m.addresses().pushChecked((Operand.Address) i.operand(0), StateSpace.SHARED, bytes);
    m.code().lload(from).loadConstant(bytes).iload(count);
    m.invoke(RuntimeMethod.COPY);
  }

  private static int copiedBytes(Instruction i) {
    return (int) ((Operand.IntegerImmediate) i.operand(2)).value();
  }

  private static void pushCount(MethodEmitter m, Instruction i, int bytes) {
    boolean given = i.operands().size() > 3 && !i.has(Modifier.L2_CACHE_HINT);
    if (!given) {
      m.code().loadConstant(bytes);
    } else if (isPredicate(i.operand(3))) {
      m.push(i.operand(3), PtxType.PRED);
      m.code().iconst_1().ixor().loadConstant(bytes).imul();
    } else {
      m.push(i.operand(3), PtxType.U32);
      m.code().loadConstant(bytes);
      m.invoke(RuntimeMethod.LEAST);
    }
  }

  /** Whether the operand says to ignore the source. */
  private static boolean isPredicate(Operand operand) {
    return operand instanceof Operand.Negated
        || operand instanceof Register register && register.type() == PtxType.PRED;
  }

  private static int checkVector(
      MethodEmitter m, Instruction i, Operand.Address address, int elements) {
    int start = m.code().allocateLocal(TypeKind.LONG);
    m.addresses().pushChecked(address, i.space(), elements * i.type().size());
    m.code().lstore(start);
    return start;
  }

  private static void pushElement(MethodEmitter m, int start, long offset) {
    m.addresses().pushUnsafe();
    m.code().lload(start);
    if (offset != 0) {
      m.code().loadConstant(offset).ladd();
    }
  }

  private static void requireSimple(MethodEmitter m, Instruction i) {
    if (i.type() == null || i.type().size() > 8 || i.has(Modifier.ASYNC) || i.has(Modifier.BULK)) {
      throw m.unsupported(i.mnemonic());
    }
  }

  private static void store(MethodEmitter m, Instruction i) {
    requireSimple(m, i);
    Operand.Address address = (Operand.Address) i.operand(0);
    List<Operand> sources = elements(i.operand(1));
    if (m.calls().isScalar(address, i)) {
      m.push(sources.get(0), i.type());
      m.calls().storeScalar(address, i.type());
      return;
    }
    if (i.isStrong()) {
      m.invoke(RuntimeMethod.RELEASE_FENCE);
    }
    if (sources.size() == 1) {
      m.addresses().pushUnsafe();
      m.addresses().pushChecked(address, i.space(), i.type().size());
      m.push(sources.get(0), i.type());
      m.addresses().rawStore(i.type());
    } else {
      int start = checkVector(m, i, address, sources.size());
      for (int k = 0; k < sources.size(); k++) {
        pushElement(m, start, (long) k * i.type().size());
        m.push(sources.get(k), i.type());
        m.addresses().rawStore(i.type());
      }
    }
  }
}
