package org.grcuda.cpu.device;

import org.grcuda.cpu.exec.BlockContext;

/** A thread of a {@link WorkerPool}, and what it needs to run blocks. */
final class Worker extends Thread {

  /** Room for the recursion of kernels: translated calls nest on the thread's own stack. */
  private static final long STACK_BYTES = 8L << 20;

  private final WorkerPool pool;
  private final BlockContext context = new BlockContext();
  private int participant;

  Worker(WorkerPool pool, String name, int index) {
    super(null, null, name, STACK_BYTES, false);
    this.pool = pool;
    context.worker = index;
    setDaemon(true);
  }

  /** The block that this worker runs now. */
  BlockContext context() {
    return context;
  }

  /** Its number among the workers that take part in its present task. */
  int participant() {
    return participant;
  }

  void setParticipant(int number) {
    participant = number;
  }

  @Override
  public void run() {
    pool.work(this);
  }
}
