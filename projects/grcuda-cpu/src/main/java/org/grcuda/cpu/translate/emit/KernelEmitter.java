package org.grcuda.cpu.translate.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.BitSet;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.translate.pass.Segmentation.Segment;
import org.grcuda.ptx.PtxType;

/** Emits a kernel as a loop over threads around its body: what both forms of it share. */
abstract class KernelEmitter implements ControlTarget {

  /** {@code ThreadCode.run}: this, context, first, last. */
  static final MethodTypeDesc RUN =
      MethodTypeDesc.of(CD_void, LaunchValues.CONTEXT, CD_int, CD_int);

  static final int CONTEXT = 1;
  static final int FIRST = 2;
  static final int LAST = 3;

  private final FunctionScope scope;

  KernelEmitter(FunctionScope scope) {
    this.scope = scope;
  }

  /** The form that a kernel's segment needs. */
  static KernelEmitter of(FunctionScope scope, Segment segment) {
    return scope.suspensions().isEmpty()
        ? new StraightKernelEmitter(scope)
        : new SuspendingKernelEmitter(scope, segment);
  }

  FunctionScope scope() {
    return scope;
  }

  /** Emits the loops and the body; ends where the method is to return. */
  abstract void emitLoop(MethodEmitter m, ThreadFrame frame);

  /** Allocates locals of the kind's own. */
  abstract ThreadFrame allocate(CodeBuilder code);

  /** Emits the body of {@code ThreadCode.run}. */
  void emit(CodeBuilder code) {
    ThreadFrame frame = allocate(code);
    MethodEmitter m = new MethodEmitter(code, scope, frame, this);
    m.at(scope.function().position());
    m.launchValues().emitPrologue();
    m.addresses().emitPrologue();
    m.emitCarry();
    code.iload(FIRST).istore(frame.thread());
    Label start = code.newBoundLabel();
    emitLoop(m, frame);
    code.return_();
    Label end = code.newBoundLabel();
    Label handler = code.newBoundLabel();
    code.exceptionCatch(start, end, handler, MethodEmitter.describe(KernelFault.class));
    code.aload(CONTEXT).iload(frame.thread());
    code.putfield(LaunchValues.CONTEXT, "thread", CD_int).athrow();
  }

  /** A frame of locals for the thread's index and coordinates. */
  static ThreadFrame frame(CodeBuilder code) {
    return new ThreadFrame(
        CONTEXT,
        code.allocateLocal(TypeKind.INT),
        code.allocateLocal(TypeKind.INT),
        code.allocateLocal(TypeKind.INT),
        code.allocateLocal(TypeKind.INT),
        -1);
  }

  /** Sets the start of the thread's local memory, if the kernel has any. */
  void emitLocalMemory(MethodEmitter m) {
    if (scope.layout().localBytes() > 0) {
      m.addresses().emitThreadPrologue();
    } else {
      m.code().lconst_0().lstore(m.addresses().localBase());
    }
  }

  /** Registers that some path reads without having written them start as 0. */
  static void zeroUndefined(MethodEmitter m) {
    BitSet registers = m.scope().liveness().liveIn(0);
    registers.stream()
        .mapToObj(m.scope().function().registers()::get)
        .forEach(
            r -> {
              m.code().iconst_0();
              m.store(r, PtxType.S32);
            });
  }

  /** Throws if the launch was cancelled. */
  static void emitPoll(MethodEmitter m) {
    m.code().aload(m.launchValues().launch());
    m.code().invokevirtual(LaunchValues.LAUNCH, "poll", MethodTypeDesc.of(CD_void));
  }
}
