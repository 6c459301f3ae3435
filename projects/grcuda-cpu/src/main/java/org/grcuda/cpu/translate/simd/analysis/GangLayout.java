package org.grcuda.cpu.translate.simd.analysis;

import org.grcuda.ptx.Operand;

/**
 * What is known of the block when a gang of 16 threads, consecutive by linear index, is translated.
 * Gangs begin at a multiple of 16 of the linear index.
 */
public enum GangLayout {
  /** The block's x dimension is a multiple of 16: a gang lies in one row, and begins at one. */
  ROWS,
  /** The block has one dimension, of any size. */
  LINE,
  /** Nothing. */
  ANY,
  /**
   * All threads of a block as if they were one gang: what is uniform then, is so in the whole
   * block. Not for code.
   */
  BLOCK;

  /** Lanes of a gang. */
  public static final int LANES = 16;

  private static final int LANE_BITS = 4;

  /** The value of a special register over the lanes (PTX ISA 10). */
  Shape shape(Operand.SpecialRegister register) {
    boolean line = this == ROWS || this == LINE;
    return switch (register.name()) {
      case "%tid.x" -> line ? Shape.affine(1, LANE_BITS) : Shape.VARYING;
      case "%tid.y", "%tid.z" -> line ? Shape.uniform(0) : Shape.VARYING;
      case "%laneid" -> this == BLOCK ? Shape.VARYING : Shape.affine(1, LANE_BITS);
      case "%warpid" -> this == BLOCK ? Shape.VARYING : Shape.uniform(0);
      case "%ntid.x" -> Shape.uniform(this == ROWS ? LANE_BITS : 0);
      case "%ntid.y", "%ntid.z", "%nwarpid", "%smid", "%nsmid", "%gridid" -> Shape.uniform(0);
      case "%dynamic_smem_size", "%total_smem_size" -> Shape.uniform(0);
      default ->
          register.name().startsWith("%ctaid") || register.name().startsWith("%nctaid")
              ? Shape.uniform(0)
              : Shape.VARYING;
    };
  }
}
