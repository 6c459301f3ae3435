package org.grcuda.bench.suite.program;

import java.util.List;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The Cholesky factorization, scheduled by hand. It is left-looking by blocks, which are triangles
 * on the diagonal and squares below.
 */
public final class CholeskyTilesByHand extends CholeskyTiles {

  private final List<Part> blocks;

  public CholeskyTilesByHand(ProgramContext context) {
    super(context);
    blocks = placeByHand(context);
  }

  @Override
  public double run() {
    for (Part columns : blocks) {
      for (Part rows : blocks) {
        if (rows.index() >= columns.index()) {
          block(rows, columns);
        }
      }
    }
    return settled();
  }
}
