package org.grcuda.world.array;

/**
 * Tags of messages: bit 62, by which they differ from those of programs, the number of the array,
 * the part that is meant, and what of it.
 */
final class Tags {

  /** The elements of a part. The other numbers are those of faces. */
  static final int ELEMENTS = 7;

  private static final long ARRAYS = 1L << 62;
  private static final int PART_BITS = 24;
  private static final int NUMBER_BITS = 3;

  private Tags() {}

  static long of(int array, int part, int number) {
    return ARRAYS | (long) array << (PART_BITS + NUMBER_BITS) | (long) part << NUMBER_BITS | number;
  }
}
