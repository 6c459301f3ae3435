package org.grcuda.runtime.policy;

import org.grcuda.runtime.pull.PullPolicy;

/**
 * Devices take computations when they have room for more, as a {@link PullPolicy} decides. What
 * cannot wait for that goes to the device with the fewest busy streams.
 */
public final class PullSelection implements DeviceSelectionPolicy {

  private final PullPolicy policy;
  private final StreamAware other = new StreamAware();

  /** Of {@code policy}. */
  public PullSelection(PullPolicy policy) {
    this.policy = policy;
  }

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    return other.select(context, candidates);
  }

  @Override
  public PullPolicy pulls() {
    return policy;
  }

  @Override
  public boolean usesBandwidth() {
    return true;
  }

  @Override
  public boolean usesDurations() {
    return true;
  }

  @Override
  public boolean choosesAmongAll() {
    return true;
  }
}
