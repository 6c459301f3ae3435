package org.grcuda.world.progress;

/**
 * How much may be on its way to one rank that it has not handled: what exceeds it waits at the
 * sender. All ranks have the same.
 *
 * @param records from 1
 * @param bytes of these records, from 1; the last one may exceed them
 */
public record Credits(int records, long bytes) {

  /** Those of programs. */
  public static final Credits USUAL = new Credits(256, 1 << 20);

  /**
   * Whether what was handled is enough to tell the sender: half of all, so that few records are
   * about credits, and a sender that has none left is always told.
   */
  boolean isWorthTelling(long handledRecords, long handledBytes) {
    return handledRecords >= Math.max(1, records / 2) || handledBytes >= Math.max(1, bytes / 2);
  }
}
