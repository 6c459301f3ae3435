package org.grcuda.cpu.translate.simd.analysis;

import org.grcuda.ptx.Operand;

/**
 * The knowledge about the block when a gang of 16 threads with consecutive linear indices, or a
 * warp of 32, is translated. Gangs and warps begin at linear indices that are multiples of their
 * size.
 */
public enum GangLayout {
  /** The block's x dimension is a multiple of 16: a gang lies in one row, and begins at one. */
  ROWS(16),
  /** The block has one dimension, of any size. */
  LINE(16),
  /** Nothing. */
  ANY(16),
  /** As {@link #ROWS}, of warps: the x dimension is a multiple of 32. */
  WARP_ROWS(32),
  /** As {@link #LINE}, of warps. */
  WARP_LINE(32),
  /** As {@link #ANY}, of warps. */
  WARP_ANY(32),
  /**
   * All threads of a block as if they were one gang: a value that is uniform then is uniform in the
   * whole block. Only for analyses, not for code.
   */
  BLOCK(32);

  private final int lanes;

  GangLayout(int lanes) {
    this.lanes = lanes;
  }

  /** Threads whose lanes are considered together: 16 or 32. */
  public int lanes() {
    return lanes;
  }

  /** Whether threads are considered by warps. */
  public boolean isWarp() {
    return this == WARP_ROWS || this == WARP_LINE || this == WARP_ANY;
  }

  /**
   * The layout of the same threads for a block's dimensions.
   *
   * @param threads of the block
   */
  public GangLayout of(int blockX, int threads) {
    if (blockX % lanes == 0) {
      return isWarp() ? WARP_ROWS : ROWS;
    }
    boolean line = blockX == threads;
    return isWarp() ? line ? WARP_LINE : WARP_ANY : line ? LINE : ANY;
  }

  /** Whether gangs lie in one row each. */
  public boolean isRows() {
    return this == ROWS || this == WARP_ROWS;
  }

  private int laneBits() {
    return Integer.numberOfTrailingZeros(lanes);
  }

  /** The value of a special register over the lanes (PTX ISA 10). */
  Shape shape(Operand.SpecialRegister register) {
    boolean line = isRows() || this == LINE || this == WARP_LINE;
    return switch (register.name()) {
      case "%tid.x" -> line ? Shape.affine(1, laneBits()) : Shape.VARYING;
      case "%tid.y", "%tid.z" -> line ? Shape.uniform(0) : Shape.VARYING;
      case "%laneid" -> this == BLOCK ? Shape.VARYING : Shape.affine(1, laneBits());
      case "%warpid" -> this == BLOCK ? Shape.VARYING : Shape.uniform(0);
      case "%ntid.x" -> Shape.uniform(isRows() ? laneBits() : 0);
      case "%ntid.y", "%ntid.z", "%nwarpid", "%smid", "%nsmid", "%gridid" -> Shape.uniform(0);
      case "%dynamic_smem_size", "%total_smem_size" -> Shape.uniform(0);
      default ->
          register.name().startsWith("%ctaid") || register.name().startsWith("%nctaid")
              ? Shape.uniform(0)
              : Shape.VARYING;
    };
  }
}
