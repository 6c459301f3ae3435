package org.grcuda.cpu.translate.emit;

import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;

/**
 * A kernel whose threads never wait: loops over z, y and x of the whole block, the innermost one
 * with an int counter as HotSpot optimises best.
 */
final class StraightKernelEmitter extends KernelEmitter {

  private Label next;

  StraightKernelEmitter(FunctionScope scope) {
    super(scope);
  }

  @Override
  ThreadFrame allocate(CodeBuilder code) {
    return frame(code);
  }

  @Override
  void emitLoop(MethodEmitter m, ThreadFrame frame) {
    CodeBuilder code = m.code();
    int row = code.allocateLocal(TypeKind.INT);
    code.iconst_0().istore(row);
    next = code.newLabel();
    Loop z = new Loop(m, frame.tidZ(), "blockZ");
    Loop y = new Loop(m, frame.tidY(), "blockY");
    Loop x = new Loop(m, frame.tidX(), "blockX");
    code.iload(row).iload(frame.tidX()).iadd().istore(frame.thread());
    code.iload(frame.thread()).iload(FIRST).if_icmplt(next);
    code.iload(frame.thread()).iload(LAST).if_icmpge(next);
    emitLocalMemory(m);
    zeroUndefined(m);
    BodyEmitter.emit(m);
    code.labelBinding(next);
    x.end(code);
    code.iload(row).iload(x.bound).iadd().istore(row);
    y.end(code);
    z.end(code);
  }

  /** {@code for (counter = 0; counter < launch.field; counter++)}. */
  private static final class Loop {

    private final int counter;
    private final int bound;
    private final Label head;
    private final Label exit;

    Loop(MethodEmitter m, int counter, String field) {
      CodeBuilder code = m.code();
      this.counter = counter;
      this.bound = code.allocateLocal(TypeKind.INT);
      code.aload(m.launchValues().launch()).getfield(LaunchValues.LAUNCH, field, CD_int);
      code.istore(bound).iconst_0().istore(counter);
      this.exit = code.newLabel();
      this.head = code.newBoundLabel();
      code.iload(counter).iload(bound).if_icmpge(exit);
    }

    void end(CodeBuilder code) {
      code.iinc(counter, 1).goto_(head).labelBinding(exit);
    }
  }

  @Override
  public void emitReturn(MethodEmitter m) {
    m.code().goto_(next);
  }

  @Override
  public void emitExit(MethodEmitter m) {
    m.code().goto_(next);
  }

  @Override
  public void emitBackEdge(MethodEmitter m, Instruction branch, int statement) {
    emitPoll(m);
  }

  @Override
  public void emitStep(MethodEmitter m, Point point) {
    throw new IllegalStateException("a step in a kernel without suspension points");
  }

  @Override
  public void emitSuspension(MethodEmitter m, Instruction i) {
    if (!i.has(Modifier.ARRIVE)) {
      throw new IllegalStateException("no suspension point for " + i.text());
    }
  }
}
