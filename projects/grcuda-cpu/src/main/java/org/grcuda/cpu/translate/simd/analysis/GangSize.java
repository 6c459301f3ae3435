package org.grcuda.cpu.translate.simd.analysis;

import org.grcuda.cpu.translate.simd.analysis.GangLayout.Kind;

/**
 * How many threads of a kernel are a gang: the most that the block's shape allows of {@code most},
 * a half of them, and so on down to {@code least}, the lanes of a vector.
 */
public record GangSize(int most, int least) {

  /** The layout for blocks whose x dimension is a multiple of the largest gang. */
  public GangLayout rows() {
    return GangLayout.rows(most);
  }

  /**
   * The layout for a block's dimensions.
   *
   * @param threads of the block
   */
  public GangLayout of(int blockX, int threads) {
    for (int lanes = most; lanes >= least; lanes /= 2) {
      if (blockX % lanes == 0) {
        return GangLayout.rows(lanes);
      }
    }
    int lanes = least;
    while (lanes < Math.min(threads, most)) {
      lanes *= 2;
    }
    return new GangLayout(blockX == threads ? Kind.LINE : Kind.ANY, lanes);
  }
}
