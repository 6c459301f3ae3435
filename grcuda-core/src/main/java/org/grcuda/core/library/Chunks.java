package org.grcuda.core.library;

/**
 * How a device-wide algorithm divides an array: chunks of neighbouring elements, one for each block
 * of one warp. It depends on the number of elements alone, so results have the same bits each time.
 *
 * @param elements of the array
 * @param size of each chunk but the last, which may have fewer
 * @param count at least 1, so that results of no elements are written too
 */
record Chunks(long elements, long size, long count) {

  private static final long MOST = 1024;
  private static final long LEAST_SIZE = 1024;
  private static final long WARP = 32;

  static Chunks of(long elements) {
    long fair = Math.ceilDiv(Math.ceilDiv(elements, MOST), WARP) * WARP;
    long size = Math.max(LEAST_SIZE, fair);
    return new Chunks(elements, size, Math.max(1, Math.ceilDiv(elements, size)));
  }
}
