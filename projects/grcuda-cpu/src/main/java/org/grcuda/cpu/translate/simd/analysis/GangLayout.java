package org.grcuda.cpu.translate.simd.analysis;

import org.grcuda.ptx.Operand;

/**
 * The knowledge about the block when a gang, which is some threads with consecutive linear indices,
 * is translated. Gangs begin at linear indices that are multiples of their size.
 *
 * @param lanes threads of a gang: 8, 16, or the 32 of a warp. Or 1: then all lanes of a vector
 *     stand for that thread.
 */
public record GangLayout(Kind kind, int lanes) {

  /** How the threads of a gang lie in the block. */
  public enum Kind {
    /** The block's x dimension is a multiple of a gang: that lies in one row. */
    ROWS,
    /** The block has one dimension, of any size. */
    LINE,
    /** Nothing is known. */
    ANY,
    /**
     * All threads of a block as if they were one gang: a value that is uniform then is uniform in
     * the whole block. Only for analyses, not for code.
     */
    BLOCK
  }

  /** Threads of a warp (PTX ISA 10, {@code WARP_SZ}). */
  public static final int WARP = 32;

  /** All threads of a block together. */
  static final GangLayout BLOCK = new GangLayout(Kind.BLOCK, WARP);

  /**
   * As every record's. The JVM would make the implicit one at its first call, which is in the first
   * launch of a process and takes half a millisecond.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof GangLayout that && kind == that.kind && lanes == that.lanes;
  }

  /** Written out for the same reason. */
  @Override
  public int hashCode() {
    return 31 * kind.ordinal() + lanes;
  }

  /** For blocks whose x dimension is a multiple of a gang. */
  public static GangLayout rows(int lanes) {
    return new GangLayout(Kind.ROWS, lanes);
  }

  /** Whether gangs are warps. */
  public boolean isWarp() {
    return lanes == WARP && kind != Kind.BLOCK;
  }

  /** Whether a gang is one thread, so that no value varies. */
  public boolean isThread() {
    return lanes == 1;
  }

  /** Threads in a vector of that many lanes. */
  public int perVector(int vector) {
    return Math.min(vector, lanes);
  }

  /** Vectors of that many lanes in a gang. */
  public int parts(int vector) {
    return Math.max(1, lanes / vector);
  }

  /** Whether gangs lie in one row each. */
  public boolean isRows() {
    return kind == Kind.ROWS;
  }

  private int laneBits() {
    return Integer.numberOfTrailingZeros(lanes);
  }

  /** 0, 1, 2 and so on, added to a multiple of the threads of a gang. */
  private Shape ramp() {
    return isThread() ? Shape.uniform(0) : Shape.affine(1, laneBits());
  }

  /** The value of a special register over the lanes (PTX ISA 10). */
  Shape shape(Operand.SpecialRegister register) {
    boolean line = isRows() || kind == Kind.LINE;
    return switch (register.name()) {
      case "%tid.x" -> line ? ramp() : Shape.VARYING;
      case "%tid.y", "%tid.z" -> line ? Shape.uniform(0) : Shape.VARYING;
      case "%laneid" -> kind == Kind.BLOCK ? Shape.VARYING : ramp();
      case "%warpid" -> kind == Kind.BLOCK ? Shape.VARYING : Shape.uniform(0);
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
