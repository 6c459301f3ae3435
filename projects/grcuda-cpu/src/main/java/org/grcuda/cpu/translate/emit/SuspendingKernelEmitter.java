package org.grcuda.cpu.translate.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.grcuda.cpu.exec.ThreadStates;
import org.grcuda.cpu.translate.formula.JvmKind;
import org.grcuda.cpu.translate.matrix.MatrixForm;
import org.grcuda.cpu.translate.pass.SavedRegisters;
import org.grcuda.cpu.translate.pass.Segmentation.Segment;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Kind;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * A kernel with suspension points: one loop over threads, which enters each ready thread at its
 * state; a thread that suspends saves the registers that it needs later, and the next thread runs.
 */
final class SuspendingKernelEmitter extends KernelEmitter {

  private static final ClassDesc STATES = MethodEmitter.describe(ThreadStates.class);

  /** Loop iterations a spinning thread runs before others get a turn. */
  private static final int TURN = 256;

  private final SavedRegisters savedSets;
  private final Segment segment;
  private final Map<Point, Label> entries = new LinkedHashMap<>();
  private final Map<Integer, Label> arrivals = new TreeMap<>();

  private Label next;
  private ThreadFrame frame;
  private int states;
  private int resume;
  private int saved;
  private int savedBase;
  private int turn;

  SuspendingKernelEmitter(FunctionScope scope, Segment segment) {
    super(scope);
    this.segment = segment;
    this.savedSets = scope.saved();
  }

  @Override
  ThreadFrame allocate(CodeBuilder code) {
    frame = frame(code);
    states = code.allocateLocal(TypeKind.REFERENCE);
    resume = code.allocateLocal(TypeKind.REFERENCE);
    saved = code.allocateLocal(TypeKind.REFERENCE);
    savedBase = code.allocateLocal(TypeKind.INT);
    turn = code.allocateLocal(TypeKind.INT);
    return frame;
  }

  @Override
  void emitLoop(MethodEmitter m, ThreadFrame ignored) {
    CodeBuilder code = m.code();
    // The code builder starts over if a jump turns out to be too far, so labels belong to one
    // attempt.
    entries.clear();
    arrivals.clear();
    emitFirstThread(m);
    next = code.newLabel();
    Label end = code.newLabel();
    Label loop = code.newBoundLabel();
    code.iload(frame.thread()).iload(LAST).if_icmpge(end);
    code.iload(frame.thread()).loadConstant(savedSets.most()).imul().istore(savedBase);
    emitLocalMemory(m);
    Label start = code.newLabel();
    emitDispatch(code, start);
    emitArrivals(m);
    code.labelBinding(start);
    zeroUndefined(m);
    emitBody(m);
    code.labelBinding(next);
    emitNextThread(m);
    code.goto_(loop).labelBinding(end);
  }

  private static RuntimeMethod coordinate(int axis) {
    return switch (axis) {
      case 0 -> RuntimeMethod.TID_X;
      case 1 -> RuntimeMethod.TID_Y;
      default -> RuntimeMethod.TID_Z;
    };
  }

  private void emitFirstThread(MethodEmitter m) {
    CodeBuilder code = m.code();
    int[] coordinates = {frame.tidX(), frame.tidY(), frame.tidZ()};
    for (int axis = 0; axis < 3; axis++) {
      code.aload(CONTEXT).iload(FIRST);
      m.invoke(coordinate(axis));
      code.istore(coordinates[axis]);
    }
    code.aload(CONTEXT).getfield(LaunchValues.CONTEXT, "states", STATES).astore(states);
    code.aload(states).getfield(STATES, "saved", CD_long.arrayType()).astore(saved);
    code.aload(states).getfield(STATES, "resume", CD_int.arrayType()).astore(resume);
    code.loadConstant(TURN).istore(turn);
  }

  /**
   * Goes to the place where the thread left, or to the next thread if this one waits, has ended or
   * is elsewhere.
   */
  private void emitDispatch(CodeBuilder code, Label start) {
    List<SwitchCase> cases = new ArrayList<>();
    if (segment.from() == 0) {
      cases.add(SwitchCase.of(0, start));
    }
    for (Point point : scope().suspensions().all()) {
      if (segment.contains(point.statement())) {
        Label entry = code.newLabel();
        entries.put(point, entry);
        cases.add(SwitchCase.of(point.state(), entry));
      }
    }
    code.aload(resume).iload(frame.thread()).iaload();
    code.lookupswitch(next, cases);
  }

  /** The places where threads arrive from other segments. */
  private void emitArrivals(MethodEmitter m) {
    for (Point point : List.copyOf(entries.keySet())) {
      if (point.kind() == Kind.TRANSFER) {
        m.code().labelBinding(entries.get(point));
        restore(m, point);
        m.code().goto_(arrival(m, point));
      }
    }
  }

  private Label arrival(MethodEmitter m, Point point) {
    return arrivals.computeIfAbsent(point.statement(), s -> m.code().newLabel());
  }

  private void emitBody(MethodEmitter m) {
    int from = segment.from();
    for (int at = from; at < segment.to(); at++) {
      Label arrival = arrivals.get(at);
      if (arrival != null) {
        BodyEmitter.emit(m, from, at);
        m.code().labelBinding(arrival);
        from = at;
      }
    }
    BodyEmitter.emit(m, from, segment.to());
    if (segment.isLast()) {
      emitReturn(m);
    } else {
      emitTransfer(m, segment.to());
    }
    for (String label : m.unboundLabels()) {
      m.code().labelBinding(m.label(label));
      emitTransfer(m, scope().graph().statementOf(label));
    }
  }

  private void emitTransfer(MethodEmitter m, int statement) {
    Point point = scope().suspensions().transferTo(statement);
    emitResume(m, point.state());
    save(m, point);
    m.code().goto_(next);
  }

  /** Advances the thread's index and coordinates. */
  private void emitNextThread(MethodEmitter m) {
    CodeBuilder code = m.code();
    Label done = code.newLabel();
    code.iinc(frame.thread(), 1).iinc(frame.tidX(), 1).iload(frame.tidX());
    code.aload(m.launchValues().launch()).getfield(LaunchValues.LAUNCH, "blockX", CD_int);
    code.if_icmplt(done);
    code.iconst_0().istore(frame.tidX()).iinc(frame.tidY(), 1).iload(frame.tidY());
    code.aload(m.launchValues().launch()).getfield(LaunchValues.LAUNCH, "blockY", CD_int);
    code.if_icmplt(done);
    code.iconst_0().istore(frame.tidY()).iinc(frame.tidZ(), 1);
    code.labelBinding(done);
  }

  // ---- control

  @Override
  public void emitReturn(MethodEmitter m) {
    emitExit(m);
  }

  @Override
  public void emitExit(MethodEmitter m) {
    emitResume(m, ThreadStates.EXITED);
    m.code().goto_(next);
  }

  private void emitResume(MethodEmitter m, int state) {
    m.code().aload(resume).iload(frame.thread()).loadConstant(state).iastore();
  }

  @Override
  public void emitBackEdge(MethodEmitter m, Instruction branch, int statement) {
    CodeBuilder code = m.code();
    Point point = scope().suspensions().at(statement);
    if (point != null && point.kind() == Kind.YIELD) {
      Label go = code.newLabel();
      code.iinc(turn, -1).iload(turn).ifgt(go);
      code.loadConstant(TURN).istore(turn);
      emitResume(m, point.state());
      leaveAndReturn(m, point);
      code.labelBinding(go);
    }
    emitPoll(m);
  }

  @Override
  public void emitStep(MethodEmitter m, Point point) {
    wait(m, point);
  }

  private void wait(MethodEmitter m, Point point) {
    emitResume(m, ~point.state());
    leaveAndReturn(m, point);
  }

  @Override
  public void emitSuspension(MethodEmitter m, Instruction i) {
    CodeBuilder code = m.code();
    if (i.has(Modifier.ARRIVE)) {
      code.aload(states);
      m.push(i.operand(0), PtxType.B32);
      code.invokevirtual(STATES, "arrive", MethodTypeDesc.of(CD_void, CD_int));
      return;
    }
    Point point = scope().suspensions().of(i);
    if (point.isPlainBarrier()) {
      wait(m, point);
      return;
    }
    if (i.opcode() == Opcode.MMA) {
      storeFragments(m, i);
    }
    code.aload(states).iload(frame.thread()).loadConstant(point.state());
    SynchronizationFamily.pushRequest(m, i);
    code.invokevirtual(
        STATES,
        "suspend",
        MethodTypeDesc.of(CD_void, CD_int, CD_int, CD_int, CD_long, CD_int, CD_int));
    leaveAndReturn(m, point);
    if (i.opcode() == Opcode.MMA) {
      loadFragments(m, i);
      return;
    }
    SynchronizationFamily.storeResult(
        m, i, () -> pushState(m, "result", CD_long), () -> pushState(m, "flag", CD_int));
  }

  private void storeFragments(MethodEmitter m, Instruction i) {
    int k = 0;
    for (Register register : MatrixForm.sources(i)) {
      m.code().aload(states).iload(frame.thread()).loadConstant(k++);
      m.push(register, register.type());
      m.adapt(JvmKind.of(register.type()), JvmKind.LONG, false);
      MethodTypeDesc type = MethodTypeDesc.of(CD_void, CD_int, CD_int, CD_long);
      m.code().invokevirtual(STATES, "fragment", type);
    }
  }

  private void loadFragments(MethodEmitter m, Instruction i) {
    List<Operand> results = MatrixForm.elements(i.operand(0));
    for (int k = 0; k < results.size(); k++) {
      m.code().aload(states).iload(frame.thread()).loadConstant(k);
      m.code().invokevirtual(STATES, "fragment", MethodTypeDesc.of(CD_long, CD_int, CD_int));
      m.store(results.get(k), PtxType.B64);
    }
  }

  private void pushState(MethodEmitter m, String field, ClassDesc type) {
    m.code().aload(states).getfield(STATES, field, type.arrayType()).iload(frame.thread());
    if (type.equals(CD_long)) {
      m.code().laload();
    } else {
      m.code().iaload();
    }
  }

  /**
   * Saves the thread's registers and goes to the next thread; then comes the place where this
   * thread returns, with its registers restored.
   */
  private void leaveAndReturn(MethodEmitter m, Point point) {
    save(m, point);
    m.code().goto_(next).labelBinding(entries.get(point));
    restore(m, point);
  }

  private void save(MethodEmitter m, Point point) {
    List<Register> live = savedSets.saved(point);
    for (int k = 0; k < live.size(); k++) {
      JvmKind kind = JvmKind.of(live.get(k).type());
      m.code().aload(saved).iload(savedBase).loadConstant(k).iadd();
      m.code().loadLocal(kind.typeKind(), m.slot(live.get(k)));
      m.adapt(kind, JvmKind.LONG, true);
      m.code().lastore();
    }
  }

  private void restore(MethodEmitter m, Point point) {
    List<Register> live = savedSets.saved(point);
    for (int k = 0; k < live.size(); k++) {
      JvmKind kind = JvmKind.of(live.get(k).type());
      m.code().aload(saved).iload(savedBase).loadConstant(k).iadd().laload();
      m.adapt(JvmKind.LONG, kind, true);
      m.code().storeLocal(kind.typeKind(), m.slot(live.get(k)));
    }
    for (Instruction instruction : savedSets.recomputed(point)) {
      InstructionTable.emit(m, instruction);
    }
  }
}
