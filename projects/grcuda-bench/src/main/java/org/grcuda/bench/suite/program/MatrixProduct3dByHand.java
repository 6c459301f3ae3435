package org.grcuda.bench.suite.program;

import java.util.List;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The product of matrices in tiles, scheduled by hand. Each block of the result is brought once.
 */
public final class MatrixProduct3dByHand extends MatrixProduct3d {

  private final List<Part> blocks;

  public MatrixProduct3dByHand(ProgramContext context) {
    super(context);
    blocks = placeByHand(context);
  }

  @Override
  public double run() {
    for (Part rows : blocks) {
      for (Part columns : blocks) {
        block(rows, columns);
      }
    }
    return settled();
  }
}
