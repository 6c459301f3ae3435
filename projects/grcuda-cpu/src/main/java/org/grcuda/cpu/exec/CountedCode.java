package org.grcuda.cpu.exec;

import java.util.Arrays;
import org.grcuda.driver.BlockCounts;

/**
 * A kernel with some counted blocks: these run other code, which does the same and counts.
 *
 * @param counting adds to {@link BlockContext#counts}
 * @param stride distance between counted blocks of the grid; the first block is counted
 */
record CountedCode(BlockCode code, BlockCode counting, long stride, BlockCounts counts)
    implements BlockCode {

  @Override
  public void run(BlockContext context) {
    runBlocks(context, 1);
  }

  @Override
  public boolean advance(BlockContext context) {
    return code.advance(context);
  }

  @Override
  public long translationNanos() {
    return code.translationNanos();
  }

  @Override
  public void runBlocks(BlockContext context, int blocks) {
    int done = 0;
    while (done < blocks && !context.launch.isCancelled()) {
      if (done > 0) {
        context.nextBlock();
      }
      long others = -index(context) % stride;
      if (others == 0) {
        count(context);
        done++;
      } else {
        int run = (int) Math.min(others + stride, blocks - done);
        code.runBlocks(context, run);
        done += run;
      }
    }
  }

  /** Position of the block in the grid. */
  private static long index(BlockContext context) {
    Launch launch = context.launch;
    long row = (long) context.blockIndexZ * launch.gridY + context.blockIndexY;
    return row * launch.gridX + context.blockIndexX;
  }

  private void count(BlockContext context) {
    Arrays.fill(context.counts, 0);
    counting.run(context);
    counts.add(context.counts[0], context.counts[1], context.counts[2]);
  }
}
