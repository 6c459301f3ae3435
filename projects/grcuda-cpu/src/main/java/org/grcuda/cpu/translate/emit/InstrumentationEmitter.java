package org.grcuda.cpu.translate.emit;

import org.grcuda.cpu.exec.AccessSite;
import org.grcuda.cpu.translate.formula.JvmKind;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.RegisterUse;

/** Emits the calls that report accesses and instructions: none, unless the kernel is watched. */
final class InstrumentationEmitter {

  private final MethodEmitter m;
  private final ThreadFrame frame;
  private final Instrumentation watched;
  private Instruction current;

  InstrumentationEmitter(MethodEmitter m, ThreadFrame frame, Instrumentation watched) {
    this.m = m;
    this.frame = frame;
    this.watched = watched;
  }

  /** The code that follows belongs to {@code instruction}. */
  void begin(Instruction instruction) {
    current = instruction;
    if (!watched.traces()) {
      return;
    }
    Guard guard = instruction.guard();
    if (guard == null) {
      m.code().iconst_1();
    } else {
      m.push(guard.predicate(), PtxType.PRED);
      if (guard.negated()) {
        m.code().iconst_1().ixor();
      }
    }
    tell(RuntimeMethod.TELL_STEP, watched.number(instruction));
    if (instruction.opcode().accessesMemory()) {
      tell(RuntimeMethod.TELL_READ, RegisterUse.used(instruction));
    }
  }

  /** The instruction was executed. */
  void end(Instruction instruction) {
    if (watched.traces()) {
      tell(RuntimeMethod.TELL_WRITTEN, RegisterUse.defined(instruction));
    }
  }

  private void tell(RuntimeMethod method, Iterable<Register> registers) {
    for (Register register : registers) {
      JvmKind kind = JvmKind.of(register.type());
      m.code().loadLocal(kind.typeKind(), m.slot(register));
      m.adapt(kind, JvmKind.LONG, false);
      tell(method, watched.number(register));
    }
  }

  private void tell(RuntimeMethod method, int number) {
    m.code().aload(frame.context()).iload(frame.thread()).loadConstant(number);
    m.invoke(method);
  }

  /**
   * Reports an access of {@code bytes} at the native address on the stack; the address stays there.
   */
  void access(StateSpace space, int bytes) {
    if (!watched.monitors()) {
      return;
    }
    AccessSite.Kind kind =
        isStrong()
            ? m.scope().suspensions().isStep(current)
                ? AccessSite.Kind.VOLATILE
                : AccessSite.Kind.ATOMIC
            : isWrite(space) ? AccessSite.Kind.WRITE : AccessSite.Kind.READ;
    tell(RuntimeMethod.TELL_ACCESS, watched.number(new AccessSite(current, space, bytes, kind)));
  }

  private boolean isStrong() {
    return current.opcode().updatesMemory() || current.isStrong();
  }

  /** In {@code cp.async}, the access to shared memory is the write. */
  private boolean isWrite(StateSpace space) {
    return current.opcode() == Opcode.CP ? space == StateSpace.SHARED : current.is(Trait.WRITES);
  }
}
