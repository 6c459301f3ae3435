package org.grcuda.runtime.policy;

/**
 * Chooses as {@link Lookahead} for a computation with much data, and as {@link CompletionTime} for
 * one with little. Keeping back a computation with little data gains nothing, as little data moves
 * wherever it runs: it goes to its device at once.
 */
final class Auto extends PullsBeyondMemory {

  /**
   * A computation is kept back if its data takes at least this long over the link from the host:
   * about the time for which a computation may be kept back while a device is idle.
   */
  private static final double KEPT_NANOS = 1_000_000;

  private final DeviceSelectionPolicy lookahead = new Lookahead();
  private final DeviceSelectionPolicy completionTime = new CompletionTime();

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    boolean isKept = context.linkNanos() >= KEPT_NANOS;
    return (isKept ? lookahead : completionTime).select(context, candidates);
  }

  @Override
  public boolean usesBandwidth() {
    return true;
  }

  @Override
  public boolean choosesAmongAll() {
    return true;
  }

  @Override
  public boolean usesPredictions() {
    return true;
  }

  @Override
  public boolean looksAhead() {
    return true;
  }

  @Override
  public double keepsBackFrom() {
    return KEPT_NANOS;
  }
}
