package org.grcuda.cpu.translate.emit;

import java.lang.classfile.TypeKind;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;

/** Loads, stores and fences (PTX ISA 9.7.9.8 ld to 9.7.9.12 st; 9.7.13.4 membar, fence). */
final class MemoryFamily {

  private MemoryFamily() {}

  static void install(Map<String, InstructionEmitter> table) {
    table.put("ld", MemoryFamily::load);
    table.put("ldu", MemoryFamily::load);
    table.put("st", MemoryFamily::store);
    InstructionEmitter fence = (m, i) -> m.invoke(VarHandle.class, "fullFence");
    table.put("membar", fence);
    table.put("fence", fence);
  }

  /** Whether an access takes part in communication between threads. */
  static boolean isStrong(Instruction i) {
    return i.hasModifier("volatile")
        || i.hasModifier("relaxed")
        || i.hasModifier("acquire")
        || i.hasModifier("release")
        || i.hasModifier("mmio");
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
    if (isStrong(i)) {
      m.invoke(VarHandle.class, "acquireFence");
    }
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
    if (i.type() == null
        || i.type().size() > 8
        || i.hasModifier("async")
        || i.hasModifier("bulk")) {
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
    if (isStrong(i)) {
      m.invoke(VarHandle.class, "releaseFence");
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
