package org.grcuda.runtime.policy;

import java.util.Arrays;

/**
 * The device that the data reaches soonest (multi-GPU paper, section III-B3). The time is a sum
 * over all parts of the needed data: the bytes of a part over the bandwidth of one link from a
 * place that holds it; 0 for a part that is there already.
 */
final class TransferTime extends DataAware {

  private final LinkChoice choice;
  private LinkTimes links;
  private double[] nanos = new double[0];

  TransferTime(LinkChoice choice) {
    this.choice = choice;
  }

  @Override
  public boolean usesBandwidth() {
    return true;
  }

  @Override
  int best(DeviceSelectionContext context, long passing) {
    if (links == null || links.matrix() != context.bandwidths()) {
      links = new LinkTimes(context.bandwidths(), choice);
    }
    sum(context);
    int best = Long.numberOfTrailingZeros(passing);
    for (long rest = passing & passing - 1; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      if (nanos[device] < nanos[best]) {
        best = device;
      }
    }
    return best;
  }

  private void sum(DeviceSelectionContext context) {
    int devices = context.deviceCount();
    if (nanos.length < devices) {
      nanos = new double[devices];
    } else {
      Arrays.fill(nanos, 0);
    }
    for (int part = 0; part < context.partCount(); part++) {
      double bytes = context.partBytes(part);
      double[] perByte = links.nanosPerByte(context.partDevices(part), context.isPartOnHost(part));
      for (int device = 0; device < devices; device++) {
        nanos[device] += bytes * perByte[device];
      }
    }
  }
}
