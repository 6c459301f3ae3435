package org.grcuda.cpu.translate.simd.analysis;

/**
 * The steps that the analysis of a kernel may still take. Data flow over lanes that wait can take
 * the cube of the blocks; compiled kernels need less than a thousandth of the limit.
 */
final class Effort {

  /** About two seconds. */
  private static final long MOST_STEPS = 200_000_000;

  private long left = MOST_STEPS;

  /**
   * Takes some steps.
   *
   * @throws NotVectorizableException if not enough are left
   */
  void spend(long steps) {
    left -= steps;
    if (left < 0) {
      throw new NotVectorizableException("its lanes may wait for one another in too many places");
    }
  }
}
