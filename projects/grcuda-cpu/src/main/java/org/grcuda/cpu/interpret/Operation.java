package org.grcuda.cpu.interpret;

/** One decoded instruction. */
@FunctionalInterface
interface Operation {

  /** Executes it for the current thread; its program counter already stands behind it. */
  void execute(ThreadState thread);
}
