package org.grcuda.cpu.translate.emit;

import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.MethodTypeDesc;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;

/** Emits a device function as a static method. */
final class FunctionEmitter implements ControlTarget {

  private static final int CONTEXT = 0;
  private static final int THREAD = 1;
  private static final int STACK = 2;
  private static final int ARGUMENTS = 4;

  private final FunctionScope scope;

  FunctionEmitter(FunctionScope scope) {
    this.scope = scope;
  }

  /** Emits the body of the method. */
  void emit(CodeBuilder code) {
    ThreadFrame frame = new ThreadFrame(CONTEXT, THREAD, -1, -1, -1, STACK);
    MethodEmitter m = new MethodEmitter(code, scope, frame, this);
    m.at(scope.function().position());
    m.launchValues().emitPrologue();
    m.addresses().emitPrologue();
    m.emitCarry();
    m.addresses().emitThreadPrologue();
    emitStackCheck(m);
    m.calls().bindArguments(ARGUMENTS);
    scope.liveness().liveIn(0).stream()
        .mapToObj(scope.function().registers()::get)
        .forEach(
            r -> {
              code.iconst_0();
              m.store(r, PtxType.S32);
            });
    BodyEmitter.emit(m);
  }

  /** The frame must lie in the thread's local memory; only recursion can leave it. */
  private void emitStackCheck(MethodEmitter m) {
    long end =
        (long) scope.layout().localBytes() - scope.layout().frame(scope.function().name()).bytes();
    m.code().lload(STACK).loadConstant(end);
    m.invoke(RuntimeMethod.CHECK_STACK);
  }

  @Override
  public void emitReturn(MethodEmitter m) {
    m.calls().emitReturn();
  }

  @Override
  public void emitExit(MethodEmitter m) {
    throw m.unsupported("exit in a device function");
  }

  @Override
  public void emitSuspension(MethodEmitter m, Instruction i) {
    throw m.unsupported(i.mnemonic() + " in device function " + scope.function().name());
  }

  @Override
  public void emitStep(MethodEmitter m, Point point) {
    emitSuspension(m, point.instruction());
  }

  @Override
  public void emitBackEdge(MethodEmitter m, Instruction branch, int statement) {
    m.code().aload(m.launchValues().launch());
    m.code().invokevirtual(LaunchValues.LAUNCH, "poll", MethodTypeDesc.of(CD_void));
  }
}
