package org.grcuda.cpu.device;

import org.grcuda.cpu.exec.BlockContext;

/** What a thread needs to run blocks. */
final class Worker {

  private final BlockContext context = new BlockContext();
  private int participant;

  /**
   * @param index its number on the device
   */
  Worker(int index) {
    context.worker = index;
  }

  /** Its number on the device. */
  int index() {
    return context.worker;
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
}
