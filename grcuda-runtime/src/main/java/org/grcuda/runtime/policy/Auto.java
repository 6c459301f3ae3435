package org.grcuda.runtime.policy;

/**
 * Goes by min-max transfer time at first, and by predicted completion once it is known how long the
 * computations take that are submitted; goes back if that is no longer so. The same computations
 * with the same history always get the same devices.
 */
final class Auto implements DeviceSelectionPolicy {

  /** Most that computations of known duration are ahead of those of unknown duration. */
  private static final int MOST = 32;

  /** Lead from which on predictions are gone by. */
  private static final int ENOUGH = 8;

  /** Lead below which they no longer are. */
  private static final int TOO_FEW = 2;

  private final DeviceSelectionPolicy byData = new TransferTime(LinkChoice.SLOWEST);
  private final DeviceSelectionPolicy byTime = new CompletionTime();
  private int lead;
  private boolean predicts;

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    boolean known = context.expectedNanos(Long.numberOfTrailingZeros(candidates)) >= 0;
    lead = known ? Math.min(MOST, lead + 1) : Math.max(0, lead - 1);
    predicts = lead >= (predicts ? TOO_FEW : ENOUGH);
    return (predicts ? byTime : byData).select(context, candidates);
  }

  @Override
  public boolean usesBandwidth() {
    return true;
  }

  /** From the start: predictions need to know what the devices were given before. */
  @Override
  public boolean usesPredictions() {
    return true;
  }
}
