package org.grcuda.cpu.check;

import org.grcuda.cpu.check.Debugging.MemoryCheck;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.memory.Memory;

/** Watches the kernels of one driver. */
public final class KernelWatch {

  private final Debugging debugging;
  private final Memory memory;
  private final TraceSink trace;

  /** Watches what {@code debugging} asks for. */
  public KernelWatch(Debugging debugging, Memory memory) {
    this.debugging = debugging;
    this.memory = memory;
    this.trace = new TraceSink(debugging.messages());
  }

  /** Whether it prints what threads execute. */
  public boolean isTracing() {
    return debugging.traced() != null;
  }

  /** Gives a worker the monitor and the tracer for its blocks. */
  public void attach(BlockContext context) {
    if (debugging.memoryCheck() != MemoryCheck.OFF) {
      boolean races = debugging.memoryCheck() == MemoryCheck.RACES;
      if (!(context.monitor instanceof MemoryMonitor known)) {
        context.monitor = new MemoryMonitor(memory, races);
      } else {
        known.rest();
      }
    }
    if (debugging.traced() != null && context.tracer == null) {
      context.tracer = new ThreadTrace(debugging.traced(), trace);
    }
  }
}
