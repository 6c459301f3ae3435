package org.grcuda.runtime.policy;

/**
 * As {@link Lookahead} where much data is used, and as {@link CompletionTime} where little is: that
 * gains nothing by being kept back, as little moves wherever it runs, and goes to its device at
 * once.
 */
final class Auto implements DeviceSelectionPolicy {

  /** A computation may be kept back about so long while a device is idle. */
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
