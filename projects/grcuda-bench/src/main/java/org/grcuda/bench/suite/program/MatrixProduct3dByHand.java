package org.grcuda.bench.suite.program;

import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** The product of matrices in tiles scheduled by hand: blocks of the result are brought once. */
public final class MatrixProduct3dByHand extends MatrixProduct3d {

  private final HandBlocks blocks;

  public MatrixProduct3dByHand(ProgramContext context) {
    super(context);
    blocks = handBlocks(context);
  }

  @Override
  public double run() {
    for (Part rows : blocks.ranges()) {
      for (Part columns : blocks.ranges()) {
        block(rows, columns);
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
    return super.on(kernel, tile, i, j).stream(blocks.stream(i, j, false));
  }
}
