package org.grcuda.runtime.policy;

/** The device to which the fewest bytes have to move: the one that holds the most. */
final class MinTransferSize extends DataAware {

  @Override
  int best(DeviceSelectionContext context, long passing) {
    int best = Long.numberOfTrailingZeros(passing);
    for (long rest = passing & passing - 1; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      if (held(device) > held(best)) {
        best = device;
      }
    }
    return best;
  }
}
