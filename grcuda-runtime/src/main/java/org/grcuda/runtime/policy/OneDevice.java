package org.grcuda.runtime.policy;

/** The only device that there is. */
final class OneDevice extends PullsBeyondMemory {

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    return Long.numberOfTrailingZeros(candidates);
  }
}
