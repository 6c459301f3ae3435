package org.grcuda.runtime.policy;

import org.grcuda.runtime.pull.Darts;
import org.grcuda.runtime.pull.DartsRules;
import org.grcuda.runtime.pull.PullPolicy;

/**
 * Chooses devices while arrays fit into their memory and computations share little data. Else
 * devices take computations as {@link Darts} decides.
 */
abstract class PullsBeyondMemory implements DeviceSelectionPolicy {

  @Override
  public final PullPolicy pulls() {
    return (data, links) -> new Darts(data, DartsRules.ALL);
  }

  @Override
  public final boolean alwaysPulls() {
    return false;
  }
}
