package org.grcuda.ptx.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.grcuda.ptx.Call;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.ValueFlow;
import org.grcuda.ptx.Variable;

/**
 * Follows values from the kernel's parameters to the addresses that they become.
 *
 * <p>Flow-insensitive: each register has one set of origins, over the kernel and all functions of
 * the module that it calls directly, grown to a fixpoint. The memory of the launch itself (shared,
 * local) is one cell. Values in code that is not understood escape, which means read-write.
 */
final class OriginFlow {

  /** Functions of the CUDA system-call ABI that only read what they are given: {@code %s}. */
  private static final Set<String> READERS = Set.of("vprintf", "__assertfail");

  /** A loaded value with fewer bytes cannot hold a whole pointer. */
  private static final int POINTER_SIZE = 8;

  private final PtxModule module;
  private final PtxFunction kernel;
  private final Origins origins;
  private AccessRecord record;
  private final Map<String, FunctionOrigins> functions = new LinkedHashMap<>();
  private final BitSet ownMemory = new BitSet();
  private boolean ownEscaped;
  private boolean changed;
  private boolean baselessIsUnknown;

  OriginFlow(PtxModule module, PtxFunction kernel) {
    this.module = module;
    this.kernel = kernel;
    this.origins = new Origins(kernel);
  }

  /** Grows the sets to a fixpoint; what the last pass records is the result. */
  KernelAccess solve() {
    functions.put(kernel.name(), new FunctionOrigins(kernel));
    do {
      changed = false;
      record = new AccessRecord(origins, kernel.parameters().size());
      for (FunctionOrigins function : new ArrayList<>(functions.values())) {
        for (Instruction instruction : function.instructions()) {
          visit(function, instruction);
        }
      }
      if (ownEscaped) {
        record.escape(ownMemory);
        changed |= FunctionOrigins.addTo(ownMemory, Origins.of(Origins.UNKNOWN));
      }
      if (!changed && !baselessIsUnknown) {
        baselessIsUnknown = true;
        changed = true;
      }
    } while (changed);
    return record.result();
  }

  private void visit(FunctionOrigins in, Instruction instruction) {
    ValueFlow flow = flow(instruction);
    int count = instruction.operands().size();
    if (isFloatArithmetic(instruction, flow)) {
      assign(in, instruction, Origins.of(Origins.NUMBER));
      return;
    }
    switch (flow) {
      case NONE -> assign(in, instruction, Origins.of(Origins.NUMBER));
      case LOAD -> load(in, instruction);
      case STORE -> store(in, instruction, 0);
      case ATOMIC -> {
        load(in, instruction);
        store(in, instruction, 1);
      }
      case REDUCTION -> store(in, instruction, 0);
      case CALL -> call(in, instruction.call());
      case ASYNC_COPY -> copy(in, instruction);
      case IMAGE -> image(in, instruction);
      case CONVERTS -> {
        PtxType to = instruction.type();
        PtxType from = instruction.sourceType();
        boolean number = from == null || from.isFloat() || to.isFloat() || to.size() > from.size();
        BitSet source = values(in, instruction, 1, count);
        assign(in, instruction, number ? Origins.scaled(source) : source);
      }
      case OWNS -> assign(in, instruction, Origins.of(Origins.OWN));
      case PASSES -> assign(in, instruction, passed(in, instruction));
      case ASSEMBLES ->
          assign(in, instruction, Origins.assembled(values(in, instruction, 1, count)));
      case SCALES -> assign(in, instruction, Origins.scaled(values(in, instruction, 1, count)));
      case MULTIPLIES_AND_ADDS -> {
        BitSet result = Origins.scaled(values(in, instruction, 1, count - 1));
        result.or(values(in, instruction, count - 1, count));
        assign(in, instruction, result);
      }
      case UNKNOWN -> unknown(in, instruction);
    }
  }

  /** The flow of the opcode, except for opcodes whose modifiers change what they do. */
  private static ValueFlow flow(Instruction instruction) {
    return switch (instruction.opcode()) {
      case WMMA ->
          instruction.has(Modifier.LOAD)
              ? ValueFlow.LOAD
              : instruction.has(Modifier.STORE)
                  ? ValueFlow.STORE
                  : instruction.has(Modifier.MMA) ? ValueFlow.NONE : ValueFlow.UNKNOWN;
      case CP ->
          instruction.has(Modifier.TENSOR) || instruction.has(Modifier.REDUCE)
              ? ValueFlow.UNKNOWN
              : instruction.has(Modifier.PREFETCH) || instruction.operands().size() < 2
                  ? ValueFlow.NONE
                  : ValueFlow.ASYNC_COPY;
      default -> instruction.opcode().flow();
    };
  }

  /** Sums and products of floating-point numbers cannot be addresses. */
  private static boolean isFloatArithmetic(Instruction instruction, ValueFlow flow) {
    return switch (flow) {
      case SCALES, MULTIPLIES_AND_ADDS -> isFloat(instruction);
      case PASSES ->
          (instruction.opcode() == Opcode.ADD || instruction.opcode() == Opcode.SUB)
              && isFloat(instruction);
      default -> false;
    };
  }

  private static boolean isFloat(Instruction instruction) {
    return instruction.type() != null && instruction.type().isFloat();
  }

  private BitSet passed(FunctionOrigins in, Instruction instruction) {
    BitSet result = values(in, instruction, 1, instruction.operands().size());
    boolean packs =
        instruction.operands().size() > 1
            && instruction.operand(1) instanceof Operand.Vector
            && instruction.opcode() == Opcode.MOV
            && instruction.movedParts() == 1;
    return packs
        ? Origins.assembled(result)
        : masksToNumber(instruction) ? Origins.scaled(result) : result;
  }

  /** An {@code and} with a constant that keeps fewer than 32 bits. */
  private static boolean masksToNumber(Instruction instruction) {
    return instruction.opcode() == Opcode.AND
        && instruction.operands().stream()
            .anyMatch(o -> o instanceof Operand.IntegerImmediate i && i.value() >>> 32 == 0);
  }

  private void load(FunctionOrigins in, Instruction instruction) {
    if (instruction.operands().size() < 2
        || !(instruction.operand(1) instanceof Operand.Address address)) {
      unknown(in, instruction);
      return;
    }
    PtxType type = instruction.type();
    BitSet result = new BitSet();
    String variable = parameterVariable(in, address);
    if (variable != null) {
      result.or(in.content(variable));
    } else {
      BitSet from = basesOf(in, instruction, address);
      record.access(from, AccessMode.READ, type);
      boolean pointer = type == null || !type.isFloat() && type.size() >= POINTER_SIZE;
      for (int o = from.nextSetBit(0); o >= 0; o = from.nextSetBit(o + 1)) {
        int parameter = origins.addressParameter(o);
        if (o == Origins.OWN) {
          result.or(ownMemory);
          result.set(Origins.NUMBER);
        } else if (parameter >= 0) {
          result.or(origins.parameterValue(parameter));
        } else {
          result.set(pointer ? Origins.UNKNOWN : Origins.PIECE);
        }
      }
    }
    assign(in, instruction, result);
  }

  /** A store or the storing half of an atomic: the operands after the address are stored. */
  private void store(FunctionOrigins in, Instruction instruction, int position) {
    int count = instruction.operands().size();
    if (count <= position || !(instruction.operand(position) instanceof Operand.Address address)) {
      unknown(in, instruction);
      return;
    }
    BitSet stored = values(in, instruction, position + 1, count);
    String variable = parameterVariable(in, address);
    if (variable != null) {
      changed |= in.addContent(variable, stored);
      return;
    }
    BitSet to = basesOf(in, instruction, address);
    record.access(to, AccessMode.READ_WRITE, storedType(in, instruction, position + 1));
    if (to.get(Origins.OWN)) {
      changed |= FunctionOrigins.addTo(ownMemory, stored);
    }
    if (!to.equals(Origins.of(Origins.OWN))) {
      escape(stored);
    }
  }

  /**
   * The type of a stored value; for a constant, bits of its size, since compilers move all
   * constants as integers.
   */
  private static PtxType storedType(FunctionOrigins in, Instruction instruction, int position) {
    PtxType type = instruction.type();
    boolean constant =
        type != null
            && type.isInteger()
            && position < instruction.operands().size()
            && in.isConstant(instruction.operand(position));
    return constant ? PtxType.ofName("b" + type.bits()) : type;
  }

  /**
   * {@code cp.async}: from global to shared memory; bulk copies also go the other way, and within
   * shared memory.
   */
  private void copy(FunctionOrigins in, Instruction instruction) {
    if (!(instruction.operand(0) instanceof Operand.Address)
        || !(instruction.operand(1) instanceof Operand.Address source)) {
      unknown(in, instruction);
      return;
    }
    if (instruction.space() != StateSpace.SHARED) {
      escape(ownMemory);
      BitSet to = Origins.bases(value(in, ((Operand.Address) instruction.operand(0)).base()));
      record.access(to.isEmpty() ? Origins.of(Origins.UNKNOWN) : to, AccessMode.READ_WRITE);
      return;
    }
    if (!instruction.spaces().contains(StateSpace.GLOBAL)) {
      return;
    }
    BitSet from = Origins.bases(value(in, source.base()));
    record.access(from.isEmpty() ? Origins.of(Origins.UNKNOWN) : from, AccessMode.READ);
    changed |= FunctionOrigins.addTo(ownMemory, Origins.of(Origins.UNKNOWN));
  }

  /**
   * An access by a texture or surface object, the first part of the address. What is stored could
   * be an address, and so could what a surface gives.
   */
  private void image(FunctionOrigins in, Instruction instruction) {
    boolean writes = instruction.is(Trait.NO_RESULT);
    int position = writes ? 0 : 1;
    if (instruction.operands().size() <= position
        || !(instruction.operand(position) instanceof Operand.CompositeAddress address)) {
      unknown(in, instruction);
      return;
    }
    BitSet object = Origins.bases(value(in, address.parts().getFirst()));
    if (object.isEmpty() && baselessIsUnknown) {
      object = Origins.of(Origins.UNKNOWN);
    }
    record.image(object, writes ? AccessMode.READ_WRITE : AccessMode.READ);
    if (writes) {
      escape(values(in, instruction, 1, instruction.operands().size()));
    } else {
      boolean isWide = instruction.type() != null && instruction.type().size() >= POINTER_SIZE;
      int loaded = isWide ? Origins.UNKNOWN : Origins.PIECE;
      assign(in, instruction, Origins.of(instruction.is(Opcode.SULD) ? loaded : Origins.NUMBER));
    }
  }

  /** The call parameter or device function's parameter that is addressed by name, or null. */
  private String parameterVariable(FunctionOrigins in, Operand.Address address) {
    if (address.base() instanceof Operand.Symbol symbol) {
      Variable variable = in.variable(symbol.name());
      boolean ofKernel = in.function() == kernel && kernel.parameterIndex(symbol.name()) >= 0;
      if (variable != null && variable.space() == StateSpace.PARAM && !ofKernel) {
        return variable.name();
      }
    }
    return null;
  }

  /**
   * The memory that the address points into; an address without a base is absolute, once all bases
   * are found.
   */
  private BitSet basesOf(FunctionOrigins in, Instruction instruction, Operand.Address address) {
    BitSet bases =
        switch (instruction.space()) {
          case SHARED, LOCAL -> Origins.of(Origins.OWN);
          default -> Origins.bases(value(in, address.base()));
        };
    return bases.isEmpty() && baselessIsUnknown ? Origins.of(Origins.UNKNOWN) : bases;
  }

  private void call(FunctionOrigins in, Call call) {
    if (call.calleeName() != null && READERS.contains(call.calleeName())) {
      call.arguments().forEach(argument -> readThrough(argument(in, argument)));
      call.results().forEach(result -> result(in, result, Origins.of(Origins.NUMBER)));
      return;
    }
    PtxFunction target = call.calleeName() == null ? null : module.function(call.calleeName());
    if (target == null
        || target.isDeclaration()
        || target.parameters().size() != call.arguments().size()
        || target.results().size() != call.results().size()) {
      callUnknown(in, call);
      return;
    }
    FunctionOrigins callee = functions.get(target.name());
    if (callee == null) {
      callee = new FunctionOrigins(target);
      functions.put(target.name(), callee);
      changed = true;
    }
    for (int i = 0; i < call.arguments().size(); i++) {
      BitSet argument = argument(in, call.arguments().get(i));
      changed |= callee.addParameter(target.parameters().get(i), argument);
    }
    for (int i = 0; i < call.results().size(); i++) {
      BitSet result = (BitSet) callee.parameter(target.results().get(i)).clone();
      result(in, call.results().get(i), result);
    }
  }

  private void readThrough(BitSet pointer) {
    record.access(pointer, AccessMode.READ);
    if (pointer.get(Origins.OWN)) {
      record.access(ownMemory, AccessMode.READ);
    }
  }

  private void callUnknown(FunctionOrigins in, Call call) {
    call.arguments().forEach(argument -> escape(argument(in, argument)));
    call.results().forEach(result -> result(in, result, Origins.of(Origins.UNKNOWN)));
    record.elsewhere(AccessMode.READ_WRITE);
  }

  private BitSet argument(FunctionOrigins in, Operand argument) {
    if (argument instanceof Operand.Symbol symbol
        && in.variable(symbol.name()) instanceof Variable variable
        && variable.space() == StateSpace.PARAM) {
      return (BitSet) in.content(symbol.name()).clone();
    }
    return value(in, argument);
  }

  private void result(FunctionOrigins in, Operand result, BitSet value) {
    switch (result) {
      case Operand.Symbol symbol -> changed |= in.addContent(symbol.name(), value);
      case Register register -> changed |= in.add(register, value);
      default -> {}
    }
  }

  /** Everything it names is written and escapes, everything it defines is unknown. */
  private void unknown(FunctionOrigins in, Instruction instruction) {
    BitSet all = values(in, instruction, 0, instruction.operands().size());
    escape(all);
    record.elsewhere(AccessMode.READ_WRITE);
    all.set(Origins.UNKNOWN);
    for (Register register : RegisterUse.defined(instruction)) {
      changed |= in.add(register, all);
    }
  }

  private void escape(BitSet value) {
    record.escape(value);
    ownEscaped |= value.get(Origins.OWN);
  }

  private void assign(FunctionOrigins in, Instruction instruction, BitSet value) {
    for (Register register : RegisterUse.defined(instruction)) {
      if (register.type() != PtxType.PRED) {
        changed |= in.add(register, value);
      }
    }
  }

  private BitSet values(FunctionOrigins in, Instruction instruction, int from, int to) {
    BitSet result = new BitSet();
    for (int i = Math.max(0, from); i < to; i++) {
      result.or(value(in, instruction.operand(i)));
    }
    return result;
  }

  private BitSet value(FunctionOrigins in, Operand operand) {
    BitSet result = new BitSet();
    switch (operand) {
      case Register register -> result.or(in.register(register));
      case Operand.Element element -> result.or(in.register(element.register()));
      case Operand.Symbol symbol -> result.or(symbolAddress(in, symbol.name()));
      case Operand.Address address -> result.or(value(in, address.base()));
      case Operand.CompositeAddress address ->
          address.parts().forEach(part -> result.or(value(in, part)));
      case Operand.Vector vector -> vector.elements().forEach(e -> result.or(value(in, e)));
      case Operand.ArgumentList list -> list.arguments().forEach(a -> result.or(argument(in, a)));
      case Operand.Pair pair -> {
        result.or(value(in, pair.first()));
        result.or(value(in, pair.second()));
      }
      case Operand.SpecialRegister s -> result.set(Origins.NUMBER);
      case Operand.IntegerImmediate i -> result.set(Origins.NUMBER);
      case Operand.FloatImmediate f -> result.set(Origins.NUMBER);
      case Operand.LabelReference l -> result.set(Origins.NUMBER);
      case Operand.Sink s -> {}
      case Operand.Negated n -> {}
    }
    return result;
  }

  private BitSet symbolAddress(FunctionOrigins in, String name) {
    Variable local = in.variable(name);
    if (local != null && local.space() == StateSpace.PARAM) {
      int parameter = in.function() == kernel ? kernel.parameterIndex(name) : -1;
      if (parameter >= 0) {
        return origins.parameterAddress(parameter);
      }
      changed |= FunctionOrigins.addTo(ownMemory, in.content(name));
      changed |= in.addContent(name, ownMemory);
      return Origins.of(Origins.OWN);
    }
    Variable variable = local != null ? local : module.variable(name);
    if (variable == null) {
      boolean code = module.function(name) != null;
      return Origins.of(code ? Origins.NUMBER : Origins.UNKNOWN);
    }
    return switch (variable.space()) {
      case SHARED, LOCAL -> Origins.of(Origins.OWN);
      default -> origins.global(name);
    };
  }
}
