package org.grcuda.cpu.translate.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.translate.formula.JvmKind;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Variable;

/**
 * Values that are the same for every thread of a block, loaded once into locals at the start of a
 * method: special registers (PTX ISA 10), kernel parameters, addresses of module variables.
 */
final class LaunchValues {

  static final ClassDesc CONTEXT = MethodEmitter.describe(BlockContext.class);
  static final ClassDesc LAUNCH = MethodEmitter.describe(Launch.class);

  /** Where the fields of the launch and the context come from, by special register. */
  private static final Map<String, String> LAUNCH_INTS =
      Map.of(
          "%ntid.x",
          "blockX",
          "%ntid.y",
          "blockY",
          "%ntid.z",
          "blockZ",
          "%nctaid.x",
          "gridX",
          "%nctaid.y",
          "gridY",
          "%nctaid.z",
          "gridZ",
          "%nsmid",
          "workers",
          "%dynamic_smem_size",
          "dynamicSharedBytes");

  private static final Map<String, String> CONTEXT_INTS =
      Map.of(
          "%ctaid.x",
          "blockIndexX", "%ctaid.y", "blockIndexY", "%ctaid.z", "blockIndexZ", "%smid", "worker");

  private record Hoisted(int slot, JvmKind kind) {}

  private final MethodEmitter m;
  private final ThreadFrame frame;
  private final int launch;
  private final Map<String, Hoisted> hoisted = new LinkedHashMap<>();
  private final Set<String> seen = new HashSet<>();

  LaunchValues(MethodEmitter m, ThreadFrame frame) {
    this.m = m;
    this.frame = frame;
    this.launch = m.code().allocateLocal(TypeKind.REFERENCE);
  }

  /** Local variable of the {@code Launch}. */
  int launch() {
    return launch;
  }

  /** Emits the loads of all values that the function's instructions name. */
  void emitPrologue() {
    CodeBuilder code = m.code();
    code.aload(frame.context()).getfield(CONTEXT, "launch", LAUNCH).astore(launch);
    for (Statement statement : m.scope().function().body()) {
      if (statement instanceof Instruction instruction) {
        instruction.operands().forEach(this::hoistOperand);
        if (instruction.opcode() == Opcode.LD) {
          hoistParameter(instruction);
        }
      }
    }
  }

  private void hoistOperand(Operand operand) {
    switch (operand) {
      case Operand.SpecialRegister special -> hoistSpecial(special.name());
      case Operand.Symbol symbol -> hoistVariable(symbol);
      case Operand.Address address -> hoistOperand(address.base());
      case Operand.Vector vector -> vector.elements().forEach(this::hoistOperand);
      default -> {}
    }
  }

  private void hoistSpecial(String name) {
    CodeBuilder code = m.code();
    if (hoisted.containsKey(name)) {
      return;
    }
    if (LAUNCH_INTS.containsKey(name)) {
      code.aload(launch).getfield(LAUNCH, LAUNCH_INTS.get(name), CD_int);
      keep(name, JvmKind.INT);
    } else if (CONTEXT_INTS.containsKey(name)) {
      code.aload(frame.context()).getfield(CONTEXT, CONTEXT_INTS.get(name), CD_int);
      keep(name, JvmKind.INT);
    } else if (name.equals("%gridid")) {
      code.aload(launch).getfield(LAUNCH, "sequence", CD_long);
      keep(name, JvmKind.LONG);
    } else if (name.equals("%envreg1") || name.equals("%envreg2")) {
      code.aload(launch).getfield(LAUNCH, "gridWorkspace", CD_long);
      if (name.equals("%envreg1")) {
        code.bipush(32).lushr();
      }
      code.l2i();
      keep(name, JvmKind.INT);
    } else if (name.equals("%nwarpid")) {
      code.aload(launch).invokevirtual(LAUNCH, "threadsPerBlock", MethodTypeDesc.of(CD_int));
      code.bipush(31).iadd().iconst_5().ishr();
      keep(name, JvmKind.INT);
    }
  }

  private void hoistVariable(Operand.Symbol symbol) {
    if (!seen.add(symbol.name())) {
      return;
    }
    Integer index = m.scope().variables().index(symbol.name());
    Variable local = m.scope().function().variable(symbol.name());
    boolean global =
        index != null
            && (local == null
                || local.space() == StateSpace.GLOBAL
                || local.space() == StateSpace.CONST);
    if (global) {
      m.code()
          .aload(launch)
          .getfield(LAUNCH, "globals", CD_long.arrayType())
          .loadConstant(index)
          .laload();
      keep(symbol.name(), JvmKind.LONG);
    }
  }

  /** A load from a kernel parameter at a known offset, into a local once per block. */
  private void hoistParameter(Instruction load) {
    if (!isFixedParameter(load)) {
      return;
    }
    Operand.Address address = (Operand.Address) load.operand(1);
    PtxType type = load.type();
    for (int i = 0; i < load.vectorWidth(); i++) {
      String key = parameterKey(address, type, i);
      if (!hoisted.containsKey(key)) {
        m.addresses().pushUnsafe();
        m.addresses().pushSymbol(((Operand.Symbol) address.base()));
        m.code().loadConstant(address.offset() + (long) i * type.size()).ladd();
        m.addresses().rawLoad(type);
        keep(key, JvmKind.of(type));
      }
    }
  }

  private static String parameterKey(Operand.Address address, PtxType type, int element) {
    String name = ((Operand.Symbol) address.base()).name();
    return name + "+" + (address.offset() + (long) element * type.size()) + ":" + type;
  }

  /** Whether {@code load} reads a kernel parameter at a known offset. */
  boolean isFixedParameter(Instruction load) {
    return m.scope().isKernel()
        && load.space() == StateSpace.PARAM
        && load.operand(1) instanceof Operand.Address address
        && address.base() instanceof Operand.Symbol symbol
        && m.scope().function().parameterIndex(symbol.name()) >= 0
        && isInParameters(load, symbol, address.offset());
  }

  /** Whether the load needs no check: only hand-written assembly reads beyond the parameters. */
  private boolean isInParameters(Instruction load, Operand.Symbol symbol, long offset) {
    int index = m.scope().function().parameterIndex(symbol.name());
    long from = m.scope().layout().parameters().slots().get(index).offset() + symbol.offset();
    long bytes = (long) load.vectorWidth() * load.type().size();
    long size = m.scope().layout().parameters().size();
    return offset >= -from && offset <= size - bytes - from;
  }

  /** Pushes element {@code element} of a load of which {@link #isFixedParameter} holds. */
  void pushParameter(Instruction load, int element) {
    pushHoisted(parameterKey((Operand.Address) load.operand(1), load.type(), element));
  }

  private void keep(String key, JvmKind kind) {
    int slot = m.code().allocateLocal(kind.typeKind());
    m.code().storeLocal(kind.typeKind(), slot);
    hoisted.put(key, new Hoisted(slot, kind));
  }

  private JvmKind pushHoisted(String key) {
    Hoisted value = hoisted.get(key);
    m.code().loadLocal(value.kind().typeKind(), value.slot());
    return value.kind();
  }

  /** Pushes the address of a module variable. */
  void pushVariable(String name) {
    pushHoisted(name);
  }

  /** Pushes a special register; returns the kind of the value. */
  JvmKind push(String name) {
    CodeBuilder code = m.code();
    if (hoisted.containsKey(name)) {
      return pushHoisted(name);
    }
    switch (name) {
      case "%tid.x" -> pushTid(frame.tidX(), RuntimeMethod.TID_X);
      case "%tid.y" -> pushTid(frame.tidY(), RuntimeMethod.TID_Y);
      case "%tid.z" -> pushTid(frame.tidZ(), RuntimeMethod.TID_Z);
      case "%laneid" -> code.iload(frame.thread()).bipush(31).iand();
      case "%warpid" -> code.iload(frame.thread()).iconst_5().ishr();
      case "%lanemask_eq" -> pushMask(RuntimeMethod.LANEMASK_EQ);
      case "%lanemask_lt" -> pushMask(RuntimeMethod.LANEMASK_LT);
      case "%lanemask_le" -> pushMask(RuntimeMethod.LANEMASK_LE);
      case "%lanemask_gt" -> pushMask(RuntimeMethod.LANEMASK_GT);
      case "%lanemask_ge" -> pushMask(RuntimeMethod.LANEMASK_GE);
      case "%clock" -> m.invoke(RuntimeMethod.CLOCK);
      case "%clock_hi" -> m.invoke(RuntimeMethod.CLOCK_HIGH);
      case "%globaltimer_lo" -> m.invoke(RuntimeMethod.TIMER_LOW);
      case "%globaltimer_hi" -> m.invoke(RuntimeMethod.TIMER_HIGH);
      case "%clock64" -> {
        m.invoke(RuntimeMethod.CLOCK_64);
        return JvmKind.LONG;
      }
      case "%globaltimer" -> {
        m.invoke(RuntimeMethod.TIMER);
        return JvmKind.LONG;
      }
      case "%total_smem_size" -> m.addresses().pushSharedSize();
      case "%reserved_smem_offset_1" -> code.loadConstant(m.scope().layout().reservedShared());
      case "%tid.w", "%ctaid.w" -> code.iconst_0();
      case "%ntid.w", "%nctaid.w" -> code.iconst_1();
      default -> throw m.unsupported(name);
    }
    return JvmKind.INT;
  }

  private void pushMask(RuntimeMethod method) {
    m.code().iload(frame.thread());
    m.invoke(method);
  }

  private void pushTid(int slot, RuntimeMethod method) {
    if (slot >= 0) {
      m.code().iload(slot);
    } else {
      m.code().aload(frame.context()).iload(frame.thread());
      m.invoke(method);
    }
  }
}
