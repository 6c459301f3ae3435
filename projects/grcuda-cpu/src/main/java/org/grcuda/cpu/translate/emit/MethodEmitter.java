package org.grcuda.cpu.translate.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.translate.formula.JvmKind;
import org.grcuda.cpu.translate.formula.StaticMethod;
import org.grcuda.cpu.translate.formula.Step;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Position;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Trait;

/**
 * Emits the bytecode of one PTX function: operands to the JVM stack and back, calls of semantics.
 * It has the tools that every instruction family needs, and nothing of a single family.
 */
final class MethodEmitter {

  private static final ClassDesc FLOAT = ClassDesc.of("java.lang.Float");
  private static final ClassDesc DOUBLE = ClassDesc.of("java.lang.Double");

  /** The class-file format's largest line number. */
  private static final int LAST_LINE = 0xffff;

  private final CodeBuilder code;
  private final FunctionScope scope;
  private final int firstLine;
  private final Map<Register, Integer> slots = new HashMap<>();
  private final Map<String, Label> labels = new LinkedHashMap<>();
  private final Set<String> bound = new HashSet<>();
  private final int carry;
  private Position position;

  private final LaunchValues launchValues;
  private final AddressEmitter addresses;
  private final ControlTarget control;
  private final CallEmitter calls;
  private final InstrumentationEmitter instrumentation;

  /**
   * @param control where control goes on ret, exit and suspension
   * @param frame the local variables that hold the thread's surroundings
   */
  MethodEmitter(CodeBuilder code, FunctionScope scope, ThreadFrame frame, ControlTarget control) {
    this.code = code;
    this.scope = scope;
    this.firstLine = scope.firstLine();
    this.control = control;
    int first = code.allocateLocal(TypeKind.INT);
    this.carry = first;
    int base = code.allocateLocal(TypeKind.INT);
    for (int i = 1; i < scope.slots().count(); i++) {
      code.allocateLocal(TypeKind.INT);
    }
    for (Register register : scope.function().registers()) {
      int slot = scope.slots().slot(register);
      if (slot >= 0) {
        slots.put(register, base + slot);
      }
    }
    this.launchValues = new LaunchValues(this, frame);
    this.addresses = new AddressEmitter(this, frame);
    this.calls = new CallEmitter(this, frame);
    this.instrumentation = new InstrumentationEmitter(this, frame, scope.instrumentation());
  }

  CodeBuilder code() {
    return code;
  }

  FunctionScope scope() {
    return scope;
  }

  LaunchValues launchValues() {
    return launchValues;
  }

  AddressEmitter addresses() {
    return addresses;
  }

  CallEmitter calls() {
    return calls;
  }

  InstrumentationEmitter instrumentation() {
    return instrumentation;
  }

  ControlTarget control() {
    return control;
  }

  /** Local variable of the carry flag. */
  int carry() {
    return carry;
  }

  /** Clears the carry flag at the start of a method that reads it. */
  void emitCarry() {
    boolean reads =
        scope.function().body().stream()
            .anyMatch(s -> s instanceof Instruction i && i.is(Trait.READS_CARRY));
    if (reads) {
      code.iconst_0().istore(carry);
    }
  }

  /** Sets the place in the PTX of the code that is emitted from here. */
  void at(Position place) {
    position = place;
    code.lineNumber(Math.clamp(place.line() - firstLine, 0, LAST_LINE));
  }

  /** The place in the PTX of the code that is emitted now. */
  Position position() {
    return position;
  }

  /** A refusal of something at the current place. */
  UnsupportedPtxException unsupported(String what) {
    return new UnsupportedPtxException(what, position);
  }

  /** The JVM label of a PTX label. */
  Label label(String name) {
    return labels.computeIfAbsent(name, n -> code.newLabel());
  }

  /** Binds a PTX label here. */
  void bind(String name) {
    code.labelBinding(label(name));
    bound.add(name);
  }

  /** Labels that were named but lie outside the emitted code. */
  List<String> unboundLabels() {
    return labels.keySet().stream().filter(name -> !bound.contains(name)).toList();
  }

  // ---- operands

  /** Pushes an operand as a value of a PTX type. */
  void push(Operand operand, PtxType type) {
    JvmKind kind = JvmKind.of(type);
    switch (operand) {
      case Register register -> {
        code.loadLocal(JvmKind.of(register.type()).typeKind(), slot(register));
        adapt(JvmKind.of(register.type()), kind, false);
        extend(register.type(), type);
      }
      case Operand.IntegerImmediate immediate -> pushConstant(type, immediate.value());
      case Operand.FloatImmediate immediate -> pushConstant(type, immediate);
      case Operand.SpecialRegister special -> {
        JvmKind from = launchValues.push(special.name());
        adapt(from, kind, false);
      }
      case Operand.Negated negated -> {
        if (type != PtxType.PRED) {
          throw unsupported("operand " + operand.text());
        }
        push(negated.predicate(), PtxType.PRED);
        code.iconst_1().ixor();
      }
      case Operand.Symbol symbol -> {
        addresses.pushSymbol(symbol);
        adapt(JvmKind.LONG, kind, false);
      }
      default -> throw unsupported("operand " + operand.text());
    }
  }

  /** Sign- or zero-extends the int of a narrow type; 16-bit registers are kept zero-extended. */
  void extend(PtxType from, PtxType to) {
    boolean widerRegister = from.size() > to.size();
    switch (to) {
      case S16 -> code.i2s();
      case S8 -> code.i2b();
      case U8, B8 -> code.sipush(0xff).iand();
      case U16, B16, F16, BF16 -> {
        if (widerRegister) {
          code.i2c();
        }
      }
      default -> {}
    }
  }

  private void pushConstant(PtxType type, long value) {
    switch (JvmKind.of(type)) {
      case INT ->
          code.loadConstant(
              switch (type) {
                case S16 -> (short) value;
                case S8 -> (byte) value;
                case U8, B8 -> (int) value & 0xff;
                case U16, B16 -> (int) value & 0xffff;
                case PRED -> value != 0 ? 1 : 0;
                default -> (int) value;
              });
      case LONG -> code.loadConstant(value);
      case FLOAT -> code.loadConstant(Float.intBitsToFloat((int) value));
      case DOUBLE -> code.loadConstant(Double.longBitsToDouble(value));
    }
  }

  private void pushConstant(PtxType type, Operand.FloatImmediate immediate) {
    switch (JvmKind.of(type)) {
      case INT, LONG -> pushConstant(type, immediate.bits());
      case FLOAT ->
          code.loadConstant(
              immediate.type() == PtxType.F32
                  ? Float.intBitsToFloat((int) immediate.bits())
                  : (float) immediate.value());
      case DOUBLE -> code.loadConstant(immediate.value());
    }
  }

  /** Stores the top of the stack, a value of a PTX type, into a destination operand. */
  void store(Operand destination, PtxType type) {
    JvmKind kind = JvmKind.of(type);
    switch (destination) {
      case Register register -> {
        JvmKind target = JvmKind.of(register.type());
        adapt(kind, target, type.isSigned());
        if (register.type().size() == 2) {
          code.i2c();
        }
        Integer slot = slots.get(register);
        code.storeLocal(target.typeKind(), slot);
      }
      case Operand.Sink sink -> pop(kind);
      default -> throw unsupported("destination " + destination.text());
    }
  }

  /** Drops the top of the stack. */
  void pop(JvmKind kind) {
    if (kind.isWide()) {
      code.pop2();
    } else {
      code.pop();
    }
  }

  /**
   * Reinterprets the top of the stack: bits stay, between int and long the low ones.
   *
   * @param signed whether an int becomes a long by sign extension
   */
  void adapt(JvmKind from, JvmKind to, boolean signed) {
    if (from == to) {
      return;
    }
    switch (from) {
      case FLOAT ->
          code.invokestatic(
              FLOAT, "floatToRawIntBits", MethodTypeDesc.of(CD_int, ConstantDescs.CD_float));
      case DOUBLE ->
          code.invokestatic(
              DOUBLE, "doubleToRawLongBits", MethodTypeDesc.of(CD_long, ConstantDescs.CD_double));
      default -> {}
    }
    boolean wide = from.isWide();
    if (wide && !to.isWide()) {
      code.l2i();
    } else if (!wide && to.isWide()) {
      code.i2l();
      if (!signed) {
        code.loadConstant(0xffff_ffffL).land();
      }
    }
    switch (to) {
      case FLOAT ->
          code.invokestatic(
              FLOAT, "intBitsToFloat", MethodTypeDesc.of(ConstantDescs.CD_float, CD_int));
      case DOUBLE ->
          code.invokestatic(
              DOUBLE, "longBitsToDouble", MethodTypeDesc.of(ConstantDescs.CD_double, CD_long));
      default -> {}
    }
  }

  /** The local variable of a register. */
  int slot(Register register) {
    return slots.get(register);
  }

  // ---- semantics

  /** Calls what executes a step, with its parameters on the stack. */
  void invoke(Step step) {
    StaticMethod method = step.method();
    code.invokestatic(method.ownerDesc(), method.name(), method.typeDesc());
  }

  /** The constant-pool form of a class. */
  static ClassDesc describe(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }
}
