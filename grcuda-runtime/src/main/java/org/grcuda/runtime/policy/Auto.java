package org.grcuda.runtime.policy;

import org.grcuda.runtime.pull.Darts;
import org.grcuda.runtime.pull.DartsRules;
import org.grcuda.runtime.pull.PullPolicy;

/**
 * Chooses as {@link Lookahead} for a computation with much data, and as {@link CompletionTime} for
 * one with little. Keeping back a computation with little data gains nothing, as little data moves
 * wherever it runs: it goes to its device at once. While arrays take more memory than the devices
 * have, devices take computations as {@link Darts} decides.
 */
final class Auto implements DeviceSelectionPolicy {

  /**
   * A computation is kept back if its data takes at least this long over the link from the host:
   * about the time for which a computation may be kept back while a device is idle.
   */
  private static final double KEPT_NANOS = 1_000_000;

  private final DeviceSelectionPolicy lookahead = new Lookahead();
  private final DeviceSelectionPolicy completionTime = new CompletionTime();
  private final boolean hasChoice;

  /** On so many devices. */
  Auto(int devices) {
    hasChoice = devices > 1;
  }

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    if (!hasChoice) {
      return Long.numberOfTrailingZeros(candidates);
    }
    boolean isKept = context.linkNanos() >= KEPT_NANOS;
    return (isKept ? lookahead : completionTime).select(context, candidates);
  }

  @Override
  public boolean usesBandwidth() {
    return hasChoice;
  }

  @Override
  public boolean choosesAmongAll() {
    return true;
  }

  @Override
  public boolean usesPredictions() {
    return hasChoice;
  }

  @Override
  public boolean looksAhead() {
    return hasChoice;
  }

  @Override
  public double keepsBackFrom() {
    return KEPT_NANOS;
  }

  @Override
  public PullPolicy pulls() {
    return (data, links) -> new Darts(data, DartsRules.ALL);
  }

  @Override
  public boolean alwaysPulls() {
    return false;
  }
}
