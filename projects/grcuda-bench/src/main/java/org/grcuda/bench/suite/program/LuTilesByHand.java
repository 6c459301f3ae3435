package org.grcuda.bench.suite.program;

import java.util.List;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The LU factorization, scheduled by hand. It is left-looking by blocks, so that transfers come
 * near the least that is possible (about 2 n^3 / (3 sqrt(S)) elements for a memory of S elements).
 */
public final class LuTilesByHand extends LuTiles {

  private final List<Part> blocks;

  public LuTilesByHand(ProgramContext context) {
    super(context);
    blocks = placeByHand(context);
  }

  @Override
  public double run() {
    for (Part middle : blocks) {
      block(middle, middle);
      for (Part other : blocks) {
        if (other.index() > middle.index()) {
          block(other, middle);
          block(middle, other);
        }
      }
    }
    return settled();
  }
}
