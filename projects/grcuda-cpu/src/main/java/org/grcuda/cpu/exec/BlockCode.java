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

  /**
   * Runs the block of a cooperative grid until it has ended, or until it may be waiting for other
   * blocks; the next call with this context goes on from there.
   *
   * @param context one for each block, whose {@link BlockContext#progress} is null at first
   * @return whether the block has ended
   * @throws KernelFault with {@link BlockContext#thread} set
   */
  default boolean advance(BlockContext context) {
    run(context);
    return true;
  }

  /**
   * Nanoseconds that this code's runs have spent so far on translating it further: for the shape of
   * their blocks, or for threads that leave machine code. Other runs that waited for that do not
   * count.
   */
  default long translationNanos() {
    return 0;
  }

  /**
   * Runs {@code blocks} blocks in the order of the grid, x fastest, beginning with the context's
   * block; the context's index moves along. Stops between two blocks if the launch was cancelled.
   *
   * @throws KernelFault with {@link BlockContext#thread} and the block's index set
   */
  default void runBlocks(BlockContext context, int blocks) {
    for (int b = 0; b < blocks && !context.launch.isCancelled(); b++) {
      if (b > 0) {
        context.nextBlock();
      }
      run(context);
    }
  }
}
