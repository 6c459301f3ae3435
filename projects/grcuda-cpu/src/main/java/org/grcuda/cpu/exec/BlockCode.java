package org.grcuda.cpu.exec;

/** Translated code: implemented by the hidden class of a kernel. */
@FunctionalInterface
public interface BlockCode {

  /**
   * Runs every thread of the block to its end.
   *
   * @throws KernelFault with {@link BlockContext#thread} set
   */
  void run(BlockContext context);
}
