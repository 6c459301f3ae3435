package org.grcuda.cpu.translate.emit;

import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;

/** Emits control flow that leaves the straight path, in a kernel or in a function. */
interface ControlTarget {

  /** {@code ret}. */
  void emitReturn(MethodEmitter m);

  /** {@code exit}: ends the thread. */
  void emitExit(MethodEmitter m);

  /** A barrier or warp operation: the thread waits and goes on. */
  void emitSuspension(MethodEmitter m, Instruction i);

  /** A step: the thread waits before the instruction. */
  void emitStep(MethodEmitter m, Point point);

  /** Called before a branch backwards is taken. */
  void emitBackEdge(MethodEmitter m, Instruction branch, int statement);
}
