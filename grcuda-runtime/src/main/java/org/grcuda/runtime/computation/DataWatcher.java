package org.grcuda.runtime.computation;

/**
 * Who schedules by where data is: told when that changes, and asked which data is needed next. Of
 * one allocation. Guarded by the scheduling lock.
 */
public interface DataWatcher {

  /** The places of bytes {@code [from, to)} have changed. */
  void placesChanged(long from, long to);

  /**
   * How many computations planned for {@code device} read some of bytes {@code [from, to)}; -1 if
   * none does, planned or not, that has not ended. The largest number if so many read it that it
   * should stay on every device.
   */
  int plannedUses(long from, long to, int device);
}
