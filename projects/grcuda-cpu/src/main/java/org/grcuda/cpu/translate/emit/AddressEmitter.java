package org.grcuda.cpu.translate.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import org.grcuda.cpu.translate.pass.FunctionAddresses;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/**
 * Emits addresses, their checks and raw accesses (PTX ISA 5.1, State Spaces; 6.4, Operands).
 *
 * <p>Raw accesses are calls of {@code sun.misc.Unsafe}, which HotSpot compiles to single
 * instructions. Measured on a saxpy of 16 M floats, checks included: 12.3 ms, against 21 ms through
 * a MemorySegment of the whole address space.
 */
final class AddressEmitter {

  static final ClassDesc UNSAFE = ClassDesc.of("sun.misc.Unsafe");

  /** The field of the hidden class that holds the Unsafe. */
  static final String UNSAFE_FIELD = "UNSAFE";

  private final MethodEmitter m;
  private final CodeBuilder code;
  private final ThreadFrame frame;
  private final int arenaBase;
  private final int arenaBytes;
  private final int sharedBase;
  private final int sharedBytes;
  private final int localBase;

  AddressEmitter(MethodEmitter m, ThreadFrame frame) {
    this.m = m;
    this.code = m.code();
    this.frame = frame;
    this.arenaBase = code.allocateLocal(TypeKind.LONG);
    this.arenaBytes = code.allocateLocal(TypeKind.LONG);
    this.sharedBase = code.allocateLocal(TypeKind.LONG);
    this.sharedBytes = code.allocateLocal(TypeKind.LONG);
    this.localBase = code.allocateLocal(TypeKind.LONG);
  }

  /** Loads the bounds of the state spaces; follows the prologue of the launch values. */
  void emitPrologue() {
    int launch = m.launchValues().launch();
    code.aload(launch).getfield(LaunchValues.LAUNCH, "arenaBase", CD_long).lstore(arenaBase);
    code.aload(launch).getfield(LaunchValues.LAUNCH, "arenaBytes", CD_long).lstore(arenaBytes);
    code.aload(frame.context())
        .getfield(LaunchValues.CONTEXT, "shared", CD_long)
        .lstore(sharedBase);
    code.aload(launch)
        .getfield(LaunchValues.LAUNCH, "dynamicSharedBytes", CD_int)
        .i2l()
        .loadConstant((long) m.scope().layout().staticSharedBytes())
        .ladd()
        .lstore(sharedBytes);
  }

  /** Computes the thread's local memory; to be emitted where the thread changes. */
  void emitThreadPrologue() {
    int bytes = m.scope().layout().localBytes();
    code.aload(frame.context()).getfield(LaunchValues.CONTEXT, "local", CD_long);
    code.iload(frame.thread()).i2l().loadConstant((long) bytes).lmul().ladd().lstore(localBase);
  }

  /** Local variable of the start of the thread's local memory. */
  int localBase() {
    return localBase;
  }

  /** Pushes the size of the block's shared memory as an int. */
  void pushSharedSize() {
    code.lload(sharedBytes).l2i();
  }

  /** Pushes the receiver of a raw access; to be pushed before the address. */
  void pushUnsafe() {
    code.getstatic(m.scope().owner(), UNSAFE_FIELD, UNSAFE);
  }

  /** Pushes the address of a symbol plus its offset, in the symbol's own state space. */
  void pushSymbol(Operand.Symbol symbol) {
    if (m.scope().module().function(symbol.name()) != null) {
      code.loadConstant(FunctionAddresses.of(m.scope().module(), symbol.name()));
      return;
    }
    Variable variable = m.scope().layout().variable(m.scope().function(), symbol, m.position());
    switch (variable.space()) {
      case GLOBAL, CONST -> {
        m.launchValues().pushVariable(symbol.name());
        pushOffset(symbol.offset());
      }
      case SHARED -> code.loadConstant(m.scope().layout().sharedOffset(variable) + symbol.offset());
      case LOCAL -> pushFrame(symbol);
      case PARAM -> pushParameter(symbol);
      default -> throw m.unsupported("address of " + symbol.name());
    }
  }

  private void pushFrame(Operand.Symbol symbol) {
    int offset = m.scope().layout().frame(m.scope().function().name()).offsets().get(symbol.name());
    if (frame.stack() < 0) {
      code.loadConstant(offset + symbol.offset());
    } else {
      code.lload(frame.stack());
      pushOffset(offset + symbol.offset());
    }
  }

  /** A kernel parameter's generic address, or the local one of an aggregate in a call. */
  private void pushParameter(Operand.Symbol symbol) {
    int index = m.scope().function().parameterIndex(symbol.name());
    if (m.scope().isKernel() && index >= 0) {
      int offset = m.scope().layout().parameters().slots().get(index).offset();
      code.aload(m.launchValues().launch()).getfield(LaunchValues.LAUNCH, "parameters", CD_long);
      pushOffset(offset + symbol.offset());
    } else {
      m.calls().pushAggregate(symbol.name());
      pushOffset(symbol.offset());
    }
  }

  private void pushOffset(long offset) {
    if (offset != 0) {
      code.loadConstant(offset).ladd();
    }
  }

  /**
   * The state space of this address if the instruction says {@code space}: parameters of calls are
   * local.
   */
  StateSpace effectiveSpace(Operand.Address address, StateSpace space) {
    if (space != StateSpace.PARAM) {
      return space;
    }
    boolean kernelParameter =
        m.scope().isKernel()
            && (!(address.base() instanceof Operand.Symbol symbol)
                || m.scope().function().parameterIndex(symbol.name()) >= 0);
    return kernelParameter ? StateSpace.GENERIC : StateSpace.LOCAL;
  }

  /**
   * Pushes the native address of a memory operand, checked for an access of {@code width} bytes.
   */
  void pushChecked(Operand.Address address, StateSpace declared, int width) {
    StateSpace space = effectiveSpace(address, declared);
    pushNative(address, space);
    m.instrumentation().access(space, width);
    switch (space) {
      case SHARED -> code.lload(sharedBase).lload(sharedBytes);
      case LOCAL -> code.lload(localBase).loadConstant((long) m.scope().layout().localBytes());
      default -> code.lload(arenaBase).lload(arenaBytes);
    }
    m.invoke(check(width));
  }

  private static RuntimeMethod check(int width) {
    return switch (width) {
      case 1 -> RuntimeMethod.CHECK_1;
      case 2 -> RuntimeMethod.CHECK_2;
      case 4 -> RuntimeMethod.CHECK_4;
      case 8 -> RuntimeMethod.CHECK_8;
      case 16 -> RuntimeMethod.CHECK_16;
      case 32 -> RuntimeMethod.CHECK_32;
      default -> throw new IllegalArgumentException("an access of " + width + " bytes");
    };
  }

  private void pushNative(Operand.Address address, StateSpace space) {
    m.push(address.base(), PtxType.U64);
    pushOffset(address.offset());
    pushWindow(space);
  }

  private void pushWindow(StateSpace space) {
    switch (space) {
      case SHARED -> code.lload(sharedBase).ladd();
      case LOCAL -> code.lload(localBase).ladd();
      default -> {}
    }
  }

  /** Turns the address in {@code space} on the stack into a generic one ({@code cvta}). */
  void toGeneric(StateSpace space) {
    pushWindow(space);
  }

  /** Turns the generic address on the stack into one in {@code space} ({@code cvta.to}). */
  void fromGeneric(StateSpace space) {
    switch (space) {
      case SHARED -> code.lload(sharedBase).lsub();
      case LOCAL -> code.lload(localBase).lsub();
      default -> {}
    }
  }

  /** Pushes start and size in bytes of a state space ({@code isspacep}). */
  void pushBounds(StateSpace space) {
    switch (space) {
      case SHARED -> code.lload(sharedBase).lload(sharedBytes);
      case LOCAL -> code.lload(localBase).loadConstant((long) m.scope().layout().localBytes());
      default -> code.lload(arenaBase).lload(arenaBytes);
    }
  }

  // ---- raw accesses; the stack holds the Unsafe and the address

  /** Replaces the receiver and the address by the value there. */
  void rawLoad(PtxType type) {
    switch (type.size()) {
      case 1 -> {
        get("getByte", ConstantDescs.CD_byte);
        if (!type.isSigned()) {
          code.sipush(0xff).iand();
        }
      }
      case 2 -> {
        get("getShort", ConstantDescs.CD_short);
        if (!type.isSigned()) {
          code.i2c();
        }
      }
      case 4 -> {
        if (type == PtxType.F32) {
          get("getFloat", ConstantDescs.CD_float);
        } else {
          get("getInt", CD_int);
        }
      }
      case 8 -> {
        if (type == PtxType.F64) {
          get("getDouble", ConstantDescs.CD_double);
        } else {
          get("getLong", CD_long);
        }
      }
      default -> throw m.unsupported("ld of ." + type.ptxName());
    }
  }

  private void get(String name, ClassDesc type) {
    code.invokevirtual(UNSAFE, name, MethodTypeDesc.of(type, CD_long));
  }

  /** Stores the value on top; the receiver and the address lie below. */
  void rawStore(PtxType type) {
    switch (type.size()) {
      case 1 -> put("putByte", ConstantDescs.CD_byte);
      case 2 -> put("putShort", ConstantDescs.CD_short);
      case 4 -> {
        if (type == PtxType.F32) {
          put("putFloat", ConstantDescs.CD_float);
        } else {
          put("putInt", CD_int);
        }
      }
      case 8 -> {
        if (type == PtxType.F64) {
          put("putDouble", ConstantDescs.CD_double);
        } else {
          put("putLong", CD_long);
        }
      }
      default -> throw m.unsupported("st of ." + type.ptxName());
    }
  }

  private void put(String name, ClassDesc type) {
    code.invokevirtual(UNSAFE, name, MethodTypeDesc.of(ConstantDescs.CD_void, CD_long, type));
  }
}
