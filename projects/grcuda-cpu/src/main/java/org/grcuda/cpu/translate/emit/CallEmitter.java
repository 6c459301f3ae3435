package org.grcuda.cpu.translate.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.formula.JvmKind;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.semantics.ProvidedFunction;
import org.grcuda.ptx.Call;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/**
 * Calls of device functions, which are static JVM methods, and the {@code .param} space that
 * carries their values (PTX ISA 7.1, Function Declarations and Definitions; 9.7.12.5, call).
 *
 * <p>A scalar parameter is a JVM argument and a local; an aggregate lies in the caller's local
 * memory, and its address is the argument; the address for a result comes last. The first arguments
 * are the block context, the thread and the end of the caller's frame.
 */
final class CallEmitter {

  private final MethodEmitter m;
  private final ThreadFrame frame;
  private final Map<String, Integer> scalars = new HashMap<>();
  private final Map<String, Integer> aggregates = new HashMap<>();

  CallEmitter(MethodEmitter m, ThreadFrame frame) {
    this.m = m;
    this.frame = frame;
  }

  /** The JVM signature of a device function. */
  static MethodTypeDesc signature(PtxFunction function) {
    List<ClassDesc> parameters = new ArrayList<>();
    parameters.add(LaunchValues.CONTEXT);
    parameters.add(ConstantDescs.CD_int);
    parameters.add(ConstantDescs.CD_long);
    for (Variable parameter : function.parameters()) {
      parameters.add(
          MemoryLayout.isAggregateParameter(parameter)
              ? ConstantDescs.CD_long
              : MethodEmitter.describe(JvmKind.of(parameter.type()).type()));
    }
    ClassDesc result = ConstantDescs.CD_void;
    if (!function.results().isEmpty()) {
      Variable variable = function.results().get(0);
      if (MemoryLayout.isAggregateParameter(variable)) {
        parameters.add(ConstantDescs.CD_long);
      } else {
        result = MethodEmitter.describe(JvmKind.of(variable.type()).type());
      }
    }
    return MethodTypeDesc.of(result, parameters);
  }

  /** Takes the arguments of the function being emitted, from JVM slot {@code first} on. */
  void bindArguments(int first) {
    int slot = first;
    PtxFunction function = m.scope().function();
    for (Variable parameter : function.parameters()) {
      if (MemoryLayout.isAggregateParameter(parameter)) {
        aggregates.put(parameter.name(), slot);
        slot += 2;
      } else {
        scalars.put(parameter.name(), slot);
        slot += JvmKind.of(parameter.type()).isWide() ? 2 : 1;
      }
    }
    for (Variable result : function.results()) {
      if (MemoryLayout.isAggregateParameter(result)) {
        aggregates.put(result.name(), slot);
      } else {
        JvmKind kind = JvmKind.of(result.type());
        zero(kind);
        m.code().storeLocal(kind.typeKind(), scalar(result));
      }
    }
  }

  private void zero(JvmKind kind) {
    switch (kind) {
      case INT -> m.code().iconst_0();
      case LONG -> m.code().lconst_0();
      case FLOAT -> m.code().fconst_0();
      case DOUBLE -> m.code().dconst_0();
    }
  }

  private int scalar(Variable variable) {
    return scalars.computeIfAbsent(
        variable.name(), n -> m.code().allocateLocal(JvmKind.of(variable.type()).typeKind()));
  }

  private Variable parameter(String name) {
    return m.scope().function().variable(name);
  }

  /** Whether a memory operand names a parameter that is held in a JVM local. */
  boolean isScalar(Operand.Address address, Instruction access) {
    if (access.space() != StateSpace.PARAM
        || !(address.base() instanceof Operand.Symbol symbol)
        || access.vectorWidth() > 1) {
      return false;
    }
    Variable variable = parameter(symbol.name());
    boolean ofKernel =
        m.scope().isKernel() && m.scope().function().parameterIndex(symbol.name()) >= 0;
    return variable != null && !ofKernel && !MemoryLayout.isAggregateParameter(variable);
  }

  /** Pushes a scalar parameter, read as a type. */
  void pushScalar(Operand.Address address, PtxType type) {
    Variable variable = parameter(((Operand.Symbol) address.base()).name());
    JvmKind kind = JvmKind.of(variable.type());
    m.code().loadLocal(kind.typeKind(), scalar(variable));
    if (address.offset() != 0) {
      pushPart(kind, address.offset(), type);
      return;
    }
    m.adapt(kind, JvmKind.of(type), false);
    m.extend(variable.type(), type);
  }

  /** Extracts the bytes from {@code offset} on of the value on the stack, as a narrower type. */
  private void pushPart(JvmKind kind, long offset, PtxType type) {
    int shift = Math.toIntExact(8 * offset);
    if (kind.isWide()) {
      m.adapt(kind, JvmKind.LONG, false);
      m.code().loadConstant(shift).lushr();
      m.adapt(JvmKind.LONG, JvmKind.of(type), false);
    } else {
      m.adapt(kind, JvmKind.INT, false);
      m.code().loadConstant(shift).iushr();
      m.adapt(JvmKind.INT, JvmKind.of(type), false);
    }
    m.extend(PtxType.B64, type);
  }

  /** Stores the value on the stack, of a type, into a scalar parameter. */
  void storeScalar(Operand.Address address, PtxType type) {
    Variable variable = parameter(((Operand.Symbol) address.base()).name());
    if (address.offset() != 0) {
      throw m.unsupported("store to a part of parameter " + variable.name());
    }
    JvmKind kind = JvmKind.of(variable.type());
    m.adapt(JvmKind.of(type), kind, type.isSigned());
    m.code().storeLocal(kind.typeKind(), scalar(variable));
  }

  /** Pushes the local address of an aggregate parameter. */
  void pushAggregate(String name) {
    Integer argument = aggregates.get(name);
    if (argument != null) {
      m.code().lload(argument);
      return;
    }
    Integer offset = m.scope().layout().frame(m.scope().function().name()).offsets().get(name);
    if (offset == null) {
      throw m.unsupported("address of parameter " + name);
    }
    pushFrameAddress(offset);
  }

  private void pushFrameAddress(long offset) {
    if (frame.stack() < 0) {
      m.code().loadConstant(offset);
    } else {
      m.code().lload(frame.stack()).loadConstant(offset).ladd();
    }
  }

  /** Emits a {@code call}. */
  void emit(Instruction instruction) {
    Call call = instruction.call();
    PtxFunction callee = m.scope().module().function(call.calleeName());
    if (CallGraph.isProvided(call.calleeName())) {
      emitProvided(call);
      return;
    }
    CodeBuilder code = m.code();
    code.aload(frame.context()).iload(frame.thread());
    pushFrameAddress(m.scope().layout().frame(m.scope().function().name()).bytes());
    for (int k = 0; k < call.arguments().size(); k++) {
      pushArgument(call.arguments().get(k), callee.parameters().get(k));
    }
    boolean aggregate = false;
    if (!callee.results().isEmpty()) {
      aggregate = MemoryLayout.isAggregateParameter(callee.results().get(0));
      if (aggregate) {
        pushAggregate(((Operand.Symbol) call.results().get(0)).name());
      }
    }
    code.invokestatic(m.scope().owner(), m.scope().methodName(callee), signature(callee));
    if (!callee.results().isEmpty() && !aggregate) {
      storeResult(call.results(), callee.results().get(0).type());
    }
  }

  private void pushArgument(Operand argument, Variable parameter) {
    if (!(argument instanceof Operand.Symbol symbol)) {
      m.push(argument, parameter.type());
    } else if (MemoryLayout.isAggregateParameter(parameter)) {
      pushAggregate(symbol.name());
    } else {
      pushScalar(new Operand.Address(symbol, 0), parameter.type());
    }
  }

  private void storeResult(List<Operand> results, PtxType type) {
    if (results.isEmpty()) {
      m.pop(JvmKind.of(type));
    } else if (results.get(0) instanceof Operand.Symbol symbol) {
      storeScalar(new Operand.Address(symbol, 0), type);
    } else {
      m.store(results.get(0), type);
    }
  }

  /** Emits the return of the function's result. */
  void emitReturn() {
    List<Variable> results = m.scope().function().results();
    if (results.isEmpty() || MemoryLayout.isAggregateParameter(results.get(0))) {
      m.code().return_();
    } else {
      TypeKind kind = JvmKind.of(results.get(0).type()).typeKind();
      m.code().loadLocal(kind, scalar(results.get(0)));
      m.code().return_(kind);
    }
  }

  private void emitProvided(Call call) {
    ProvidedFunction function = ProvidedFunction.of(call.calleeName());
    m.code().aload(m.launchValues().launch());
    for (int k = 0; k < function.parameters().size(); k++) {
      PtxType type = function.parameters().get(k);
      Operand argument = call.arguments().get(k);
      if (argument instanceof Operand.Symbol symbol) {
        pushScalar(new Operand.Address(symbol, 0), type);
      } else {
        m.push(argument, type);
      }
    }
    m.invoke(method(function));
    if (function == ProvidedFunction.IMAGE) {
      storeWords(call);
    } else if (function.result() != null) {
      storeResult(call.results(), function.result());
    }
  }

  /** Four words, of which the first two are on the stack. */
  private void storeWords(Call call) {
    if (call.results().isEmpty()) {
      m.pop(JvmKind.LONG);
      return;
    }
    storePair(call.results().subList(0, 2));
    List<Operand> others = call.results().subList(2, 4);
    if (others.stream().anyMatch(Register.class::isInstance)) {
      m.push(call.arguments().getLast(), PtxType.U64);
      m.invoke(RuntimeMethod.FURTHER_RESULTS);
      storePair(others);
    }
  }

  private void storePair(List<Operand> results) {
    m.code().dup2().l2i();
    m.store(results.getFirst(), PtxType.B32);
    m.code().loadConstant(Integer.SIZE).lushr().l2i();
    m.store(results.getLast(), PtxType.B32);
  }

  private static RuntimeMethod method(ProvidedFunction function) {
    return switch (function) {
      case VPRINTF -> RuntimeMethod.VPRINTF;
      case ASSERT -> RuntimeMethod.ASSERT;
      case MALLOC -> RuntimeMethod.MALLOC;
      case FREE -> RuntimeMethod.FREE;
      case IMAGE -> RuntimeMethod.IMAGE;
      case INVALID_CALLEE -> RuntimeMethod.INVALID_CALLEE;
    };
  }
}
