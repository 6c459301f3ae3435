package org.grcuda.cpu.translate.runtime;

import org.grcuda.cpu.exec.BlockContext;

/** Methods that translated code calls if it was translated to be watched. */
public final class Instrumented {

  private Instrumented() {}

  /** An access is about to be made; gives the address. */
  public static long access(long address, BlockContext context, int thread, int site) {
    context.monitor.access(thread, site, address);
    return address;
  }

  /** A thread reaches an instruction. */
  public static void step(boolean executes, BlockContext context, int thread, int instruction) {
    context.tracer.step(thread, instruction, executes);
  }

  /** A register was read. */
  public static void read(long bits, BlockContext context, int thread, int register) {
    context.tracer.value(thread, register, false, bits);
  }

  /** A register was written. */
  public static void written(long bits, BlockContext context, int thread, int register) {
    context.tracer.value(thread, register, true, bits);
  }
}
