package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.Region;

/**
 * How much of a large array a small read on the host brings: the page that it needs, or everything
 * once pages have cost as much as that. So a program reads one result of many without bringing the
 * others, and a loop over all elements pays for few transfers. Counts from where a device wrote the
 * array last. Guarded by the scheduling lock.
 */
final class PageReads {

  /** Bytes that a small read brings. */
  private static final long PAGE = 4 << 10;

  /** Arrays up to this size in bytes are brought whole: that takes hardly longer than a page. */
  private static final long WHOLE = 64 << 10;

  /** After so many pages, each next to the one before, everything is brought. */
  private static final double SIDE_BY_SIDE = 4;

  /** Bytes that are brought in the time of one transfer more: 10 us at 12 GB/s. */
  private static final double BYTES_FOR_A_PAGE = 120e3;

  /** What a read of a page that is there costs, of a transfer: a lock and a deoptimisation. */
  private static final double THERE = 1 / 8.0;

  /** A read asks again after each transfer that it waits for; pages may have parts of so many. */
  private static final int UNCOUNTED = 8;

  /** What reads have cost since a device wrote the array, of the cost to bring everything. */
  private double cost;

  /** Where the pages end that were read last. */
  private long lastEnd = -1;

  /**
   * So many more reads of these pages are not counted: they are the read for which the pages were
   * brought, which asks again.
   */
  private int uncounted;

  /** A device has written the array. */
  void restart() {
    cost = 0;
    uncounted = 0;
  }

  /** Whether a read of {@code region} brings no more than its pages. */
  boolean isByPage(Region region) {
    return region.length() <= PAGE
        && region.allocation().bytes() > WHOLE
        && (cost < 1 || waitsFor(end(region)));
  }

  /** The pages of {@code region}. */
  static Region pages(Region region) {
    long begin = region.offset() / PAGE * PAGE;
    return new Region(region.allocation(), begin, end(region) - begin);
  }

  private static long end(Region region) {
    return Math.min(region.allocation().bytes(), (region.end() + PAGE - 1) / PAGE * PAGE);
  }

  /** Whether a read of pages that end there is the one for which they were brought. */
  private boolean waitsFor(long end) {
    return end == lastEnd && uncounted > 0;
  }

  /** Counts a read of {@code pages}, which are on the host or are brought there. */
  void count(Region pages, boolean isThere) {
    if (waitsFor(pages.end())) {
      uncounted--;
      return;
    }
    double enough = pages.allocation().bytes() / BYTES_FOR_A_PAGE;
    boolean isNear = pages.offset() <= lastEnd && lastEnd <= pages.end();
    cost += (isThere ? THERE : 1) / (isNear ? SIDE_BY_SIDE : Math.max(SIDE_BY_SIDE, enough));
    uncounted = isThere ? 0 : UNCOUNTED;
    lastEnd = pages.end();
  }
}
