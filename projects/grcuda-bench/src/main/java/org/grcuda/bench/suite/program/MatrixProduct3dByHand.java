package org.grcuda.bench.suite.program;

import java.util.List;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The product of matrices in tiles, scheduled by hand. Each rectangle of the result is brought
 * once.
 */
public final class MatrixProduct3dByHand extends MatrixProduct3d {

  private final List<Rectangles.Rectangle> blocks;

  public MatrixProduct3dByHand(ProgramContext context) {
    super(context);
    placeByHand(context);
    blocks = rectangles();
  }

  @Override
  public double run() {
    for (Rectangles.Rectangle each : blocks) {
      block(each.rows(), each.columns());
    }
    return settled();
  }
}
