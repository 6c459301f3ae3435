package org.grcuda.cpu.interpret;

import java.lang.invoke.VarHandle;
import java.util.List;
import org.grcuda.cpu.translate.semantics.MemorySemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;

/** Loads, stores and fences (PTX ISA 9.7.9.8 to 9.7.9.12, 9.7.13.4). */
final class MemoryOperations {

  private MemoryOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case LD, LDU -> load(d, i);
      case ST -> store(d, i);
      case MEMBAR, FENCE -> t -> VarHandle.fullFence();
      default -> throw d.unsupported(i.mnemonic());
    };
  }

  private static List<Operand> elements(Operand operand) {
    return operand instanceof Operand.Vector vector ? vector.elements() : List.of(operand);
  }

  private static int width(Decoder d, Instruction i) {
    PtxType type = i.type();
    if (type == null || type.size() > 8 || i.has(Modifier.ASYNC) || i.has(Modifier.BULK)) {
      throw d.unsupported(i.mnemonic());
    }
    return type.size();
  }

  private static Operation load(Decoder d, Instruction i) {
    int size = width(d, i);
    PtxType type = i.type();
    List<Operand> targets = elements(i.operand(0));
    targets.forEach(d::checkDestination);
    Integer scalar = d.addresses().scalar(i.operand(1), i.space(), targets.size());
    if (scalar != null) {
      int shift = Math.toIntExact(8 * ((Operand.Address) i.operand(1)).offset());
      return t -> d.write(t, targets.get(0), type, t.frame.parameters[scalar] >>> shift);
    }
    Expression address = d.addresses().checked(i.operand(1), i.space(), size * targets.size());
    return t -> {
      long at = address.of(t);
      for (int k = 0; k < targets.size(); k++) {
        long bits = MemorySemantics.load(at + (long) k * size, size);
        d.write(t, targets.get(k), type, bits);
      }
      VarHandle.acquireFence();
    };
  }

  /** {@code cp.async}: done at once, so that there is nothing to wait for. */
  static Operation copy(Decoder d, Instruction i) {
    boolean simple = i.has(Modifier.ASYNC) && !i.has(Modifier.BULK) && !i.has(Modifier.MBARRIER);
    if (!simple) {
      throw d.unsupported(i.mnemonic());
    }
    if (i.operands().size() < 3) {
      return t -> {};
    }
    int bytes = (int) ((Operand.IntegerImmediate) i.operand(2)).value();
    Expression to = d.addresses().checked(i.operand(0), StateSpace.SHARED, bytes);
    Expression from = d.addresses().checked(i.operand(1), StateSpace.GLOBAL, bytes);
    Expression count = copied(d, i, bytes);
    return t -> {
      long read = Math.min(count.of(t), bytes);
      long source = read == 0 ? 0 : from.of(t);
      MemorySemantics.copy(to.of(t), source, bytes, (int) read);
    };
  }

  /** How many bytes are read: all, none if a predicate says so, or as many as a register says. */
  private static Expression copied(Decoder d, Instruction i, int bytes) {
    if (i.operands().size() < 4 || i.has(Modifier.L2_CACHE_HINT)) {
      return t -> bytes;
    }
    Operand operand = i.operand(3);
    boolean ignores =
        operand instanceof Operand.Negated
            || operand instanceof Register register && register.type() == PtxType.PRED;
    if (!ignores) {
      return d.source(operand, PtxType.U32);
    }
    Expression ignored = d.source(operand, PtxType.PRED);
    return t -> ignored.of(t) != 0 ? 0 : bytes;
  }

  private static Operation store(Decoder d, Instruction i) {
    int size = width(d, i);
    PtxType type = i.type();
    List<Operand> operands = elements(i.operand(1));
    List<Expression> values = operands.stream().map(o -> d.source(o, type)).toList();
    Integer scalar = d.addresses().scalar(i.operand(0), i.space(), operands.size());
    if (scalar != null) {
      return storeScalar(d, i, scalar, values.get(0));
    }
    Expression address = d.addresses().checked(i.operand(0), i.space(), size * operands.size());
    return t -> {
      VarHandle.releaseFence();
      long at = address.of(t);
      for (int k = 0; k < values.size(); k++) {
        MemorySemantics.store(at + (long) k * size, size, values.get(k).of(t));
      }
    };
  }

  private static Operation storeScalar(Decoder d, Instruction i, int position, Expression value) {
    Operand.Address address = (Operand.Address) i.operand(0);
    String name = ((Operand.Symbol) address.base()).name();
    if (address.offset() != 0) {
      throw d.unsupported("store to a part of parameter " + name);
    }
    PtxType held = Decoder.unsigned(d.function().function().variable(name).type());
    PtxType type = i.type();
    return t ->
        t.frame.parameters[position] =
            Expression.extend(Expression.extend(value.of(t), type), held);
  }
}
