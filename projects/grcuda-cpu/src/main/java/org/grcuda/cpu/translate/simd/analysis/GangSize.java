package org.grcuda.cpu.translate.simd.analysis;

import org.grcuda.cpu.translate.simd.analysis.GangLayout.Kind;

/**
 * How many threads of a kernel are a gang.
 *
 * @param most where the block's shape allows it
 * @param least where rows of a block are made up of so many threads, but not of {@code most}
 */
public record GangSize(int most, int least) {

  /** Warps, for kernels whose threads act together by warps. */
  public static final GangSize WARPS = new GangSize(GangLayout.WARP, GangLayout.WARP);

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
    if (blockX % most == 0 || blockX % least == 0) {
      return GangLayout.rows(blockX % most == 0 ? most : least);
    }
    Kind kind = blockX == threads ? Kind.LINE : Kind.ANY;
    return new GangLayout(kind, threads > least ? most : least);
  }
}
