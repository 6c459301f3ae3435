package org.grcuda.runtime.policy;

import java.util.Arrays;

/**
 * The exploration that all policies by data share (multi-GPU paper, section III-B3). A device that
 * holds less than a threshold of the needed bytes counts as holding nothing, and is not considered.
 * If no candidate passes, the next one in turn is taken. Without exploration the device that was
 * used first would get everything.
 */
abstract class DataAware implements DeviceSelectionPolicy {

  private final RoundRobin roundRobin = new RoundRobin();
  private long[] held = new long[0];

  @Override
  public final int select(DeviceSelectionContext context, long candidates) {
    if ((candidates & candidates - 1) == 0) {
      return Long.numberOfTrailingZeros(candidates);
    }
    long passing = passing(context, candidates);
    if (passing == 0) {
      return roundRobin.select(context, candidates);
    }
    return (passing & passing - 1) == 0
        ? Long.numberOfTrailingZeros(passing)
        : best(context, passing);
  }

  /**
   * The device to take among {@code passing}, two or more that hold enough: bit d for device d. The
   * first of several equally good ones.
   */
  abstract int best(DeviceSelectionContext context, long passing);

  /** Bytes of the needed data that {@code device}, one that passes, holds. */
  final long held(int device) {
    return held[device];
  }

  private long passing(DeviceSelectionContext context, long candidates) {
    int parts = context.partCount();
    long holders = 0;
    for (int part = 0; part < parts; part++) {
      holders |= context.partDevices(part);
    }
    holders &= candidates;
    if (holders == 0) {
      return 0;
    }
    count(context, holders);
    double enough = context.dataThreshold() * context.neededBytes();
    long passing = 0;
    for (long rest = holders; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      if (held[device] >= enough) {
        passing |= 1L << device;
      }
    }
    return passing;
  }

  private void count(DeviceSelectionContext context, long holders) {
    if (held.length < context.deviceCount()) {
      held = new long[context.deviceCount()];
    } else {
      Arrays.fill(held, 0);
    }
    for (int part = 0; part < context.partCount(); part++) {
      long bytes = context.partBytes(part);
      for (long rest = context.partDevices(part) & holders; rest != 0; rest &= rest - 1) {
        held[Long.numberOfTrailingZeros(rest)] += bytes;
      }
    }
  }
}
