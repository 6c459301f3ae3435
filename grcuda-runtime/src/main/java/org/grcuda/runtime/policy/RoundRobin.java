package org.grcuda.runtime.policy;

/** The next candidate after the device chosen last. */
final class RoundRobin implements DeviceSelectionPolicy {

  private int next;

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    long above = candidates & -1L << next;
    int chosen = Long.numberOfTrailingZeros(above != 0 ? above : candidates);
    next = chosen + 1 < context.deviceCount() ? chosen + 1 : 0;
    return chosen;
  }
}
