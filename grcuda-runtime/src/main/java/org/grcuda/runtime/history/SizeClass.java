package org.grcuda.runtime.history;

/**
 * Classes of launches of about one size. A class is the number of threads and the bytes of the
 * memory that the arguments name, each rounded down to four steps per power of two: launches of one
 * class differ by less than 25 % in either.
 *
 * <p>A class is a number, so that finding the durations of a launch allocates nothing.
 */
public final class SizeClass {

  private static final int STEP_BITS = 2;
  private static final int STEPS = 1 << STEP_BITS;
  private static final int BITS = 9;
  private static final int MASK = (1 << BITS) - 1;

  /** Greater than every class. */
  static final int LIMIT = 1 << (2 * BITS);

  private SizeClass() {}

  /**
   * The class of a launch.
   *
   * @param threads of all blocks together, from 0
   * @param bytes of the memory that the arguments name, from 0
   */
  public static int of(long threads, long bytes) {
    return step(threads) << BITS | step(bytes);
  }

  /** The fewest threads of a launch in {@code sizeClass}. */
  public static long threads(int sizeClass) {
    return least(sizeClass >>> BITS);
  }

  /** The fewest bytes of the arguments of a launch in {@code sizeClass}. */
  public static long bytes(int sizeClass) {
    return least(sizeClass & MASK);
  }

  private static int step(long amount) {
    if (amount <= 0) {
      return 0;
    }
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(amount);
    long fraction = amount << (Long.SIZE - 1 - exponent) << 1 >>> (Long.SIZE - STEP_BITS);
    return 1 + exponent * STEPS + (int) fraction;
  }

  private static long least(int step) {
    if (step == 0) {
      return 0;
    }
    int exponent = (step - 1) / STEPS;
    long quarters = STEPS + (step - 1) % STEPS;
    // Among the smallest powers of two some steps have no number of their own: take the next step
    // that has one.
    return exponent >= STEP_BITS
        ? quarters << (exponent - STEP_BITS)
        : Math.ceilDiv(quarters << exponent, STEPS);
  }
}
