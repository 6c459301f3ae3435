package org.grcuda.cpu.interpret;

/** One decoded instruction. */
@FunctionalInterface
interface Operation {

  /** Executes it for the current thread; its program counter is already at the next operation. */
  void execute(ThreadState thread);
}
