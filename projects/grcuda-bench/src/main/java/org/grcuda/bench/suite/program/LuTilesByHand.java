package org.grcuda.bench.suite.program;

import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The LU factorization scheduled by hand, left-looking by blocks: what is moved comes near the
 * least that is possible (about 2 n^3 / (3 sqrt(S)) elements for a memory of S).
 */
public final class LuTilesByHand extends LuTiles {

  private final HandBlocks blocks;

  public LuTilesByHand(ProgramContext context) {
    super(context);
    blocks = handBlocks(context);
  }

  @Override
  public double run() {
    for (Part middle : blocks.ranges()) {
      block(middle, middle);
      for (Part other : blocks.ranges()) {
        if (other.index() > middle.index()) {
          block(other, middle);
          block(middle, other);
        }
      }
    }
    return settled();
  }

  @Override
  void stepped() {
    blocks.stepped();
  }

  @Override
  Kernel.Configuration on(Kernel kernel, Tile tile, int i, int j) {
    boolean isPanel = !kernel.name().equals(MULTIPLY);
    return super.on(kernel, tile, i, j).stream(blocks.stream(i, j, isPanel));
  }
}
