package org.grcuda.bench.suite.program;

import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The Cholesky factorization scheduled by hand, left-looking by blocks: triangles on the diagonal,
 * squares below.
 */
public final class CholeskyTilesByHand extends CholeskyTiles {

  private final HandBlocks blocks;

  public CholeskyTilesByHand(ProgramContext context) {
    super(context);
    blocks = handBlocks(context);
  }

  @Override
  public double run() {
    for (Part columns : blocks.ranges()) {
      for (Part rows : blocks.ranges()) {
        if (rows.index() >= columns.index()) {
          block(rows, columns);
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
    boolean isPanel = kernel.name().equals(FACTOR) || kernel.name().equals(SOLVE);
    return super.on(kernel, tile, i, j).stream(blocks.stream(i, j, isPanel));
  }
}
