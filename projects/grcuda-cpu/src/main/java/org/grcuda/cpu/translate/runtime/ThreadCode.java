package org.grcuda.cpu.translate.runtime;

import org.grcuda.cpu.exec.BlockContext;

/** Implemented by the hidden class of a kernel. */
public interface ThreadCode {

  /**
   * Runs threads {@code first} to {@code last} - 1 of the block, one after the other. A kernel with
   * suspension points runs those that are ready, each to its next point or its end.
   */
  void run(BlockContext context, int first, int last);
}
