package org.grcuda.runtime.policy;

/** The candidate with the fewest busy streams; the first of several. */
final class StreamAware implements DeviceSelectionPolicy {

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    int best = Long.numberOfTrailingZeros(candidates);
    int fewest = context.busyStreams(best);
    for (long rest = candidates & candidates - 1; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      int busy = context.busyStreams(device);
      if (busy < fewest) {
        best = device;
        fewest = busy;
      }
    }
    return best;
  }
}
