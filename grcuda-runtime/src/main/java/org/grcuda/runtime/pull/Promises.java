package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * How many tasks in the plan and in the buffer of each device read a datum. Only data that such a
 * task reads take memory for each device.
 */
final class Promises {

  private final int devices;
  private final Numbers records = new Numbers();

  /** By datum: where its record begins, plus one; 0 without a record. */
  private int[] record = new int[0];

  /** Of each record: all of its counts together; then, by device, those of plan and buffer. */
  private int[] counts = new int[0];

  Promises(int devices) {
    this.devices = devices;
  }

  /** Data have numbers below {@code capacity}. */
  void reserve(int capacity) {
    record = Arrays.copyOf(record, capacity);
  }

  /** How many tasks of the plan of {@code device} read {@code datum}. */
  int planned(int datum, int device) {
    int at = record[datum];
    return at == 0 ? 0 : counts[at + 2 * device];
  }

  /** Whether some task that {@code device} has planned or pulled reads {@code datum}. */
  boolean any(int datum, int device) {
    int at = record[datum];
    return at != 0 && (counts[at + 2 * device] | counts[at + 2 * device + 1]) != 0;
  }

  /** Adds to the counts of a device, which do not become negative. */
  void add(int datum, int device, int planned, int buffered) {
    int at = record[datum];
    if (at == 0) {
      at = newRecord(datum);
    }
    counts[at + 2 * device] += planned;
    counts[at + 2 * device + 1] += buffered;
    counts[at - 1] += planned + buffered;
    if (counts[at - 1] == 0) {
      records.giveBack((at - 1) / length());
      record[datum] = 0;
    }
  }

  private int newRecord(int datum) {
    int begin = records.take() * length();
    if (begin == counts.length) {
      counts = Arrays.copyOf(counts, length() * PullData.grown(begin / length()));
    }
    record[datum] = begin + 1;
    return begin + 1;
  }

  private int length() {
    return 1 + 2 * devices;
  }
}
