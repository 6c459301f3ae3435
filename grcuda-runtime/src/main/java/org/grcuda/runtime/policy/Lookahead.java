package org.grcuda.runtime.policy;

/**
 * The device on which the computation, and the longest chain of those that are submitted and come
 * after it, is predicted to finish first, with a price on moving data for it, and on bringing its
 * result together with others later. Where that later move would take long beside the kernel, no
 * device counts as earlier than all that is submitted can end, if it is spread evenly: ending
 * before that gains nothing, so parts of a partition stay together, however many links are idle.
 */
final class Lookahead implements DeviceSelectionPolicy {

  /** How much later than in an even spread all may end. */
  private static final double SLACK = 1.1;

  /** How much a nanosecond of transfer counts beside one of delay, where kernels are waited for. */
  private static final double LEAST_PRICE = 2;

  /** As {@link #LEAST_PRICE}, where the links from the host are waited for. */
  private static final double MOST_PRICE = 3;

  /** As {@link #LEAST_PRICE}, of transfers that would follow. */
  private static final double NEXT_PRICE = 2;

  /** A result takes long to bring to others from so many times the duration of its kernel on. */
  private static final double BULKY = 2;

  /** How much a nanosecond of work that a device was given counts: decides between equals. */
  private static final double LOAD_PRICE = 0.01;

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    int best = Long.numberOfTrailingZeros(candidates);
    if ((candidates & candidates - 1) == 0) {
      return best;
    }
    double soonest = staysTogether(context, candidates) ? evenSpread(context) : 0;
    double price = LEAST_PRICE + (MOST_PRICE - LEAST_PRICE) * context.hostShare();
    double following = context.followingNanos();
    double least = Double.POSITIVE_INFINITY;
    for (long rest = candidates; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      double end = context.predictedFinish(device) + following;
      double cost =
          Math.max(end, soonest)
              + price * context.transferNanos(device)
              + NEXT_PRICE * context.nextTransferNanos(device)
              + LOAD_PRICE * context.predictedReady(device);
      if (cost < least) {
        least = cost;
        best = device;
      }
    }
    return best;
  }

  private static double evenSpread(DeviceSelectionContext context) {
    double now = context.predictedNow();
    return now + SLACK * (context.horizonNanos() - now);
  }

  /** Whether bringing the result to others may take long, beside making it. */
  private static boolean staysTogether(DeviceSelectionContext context, long candidates) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (long rest = candidates; rest != 0; rest &= rest - 1) {
      double next = context.nextTransferNanos(Long.numberOfTrailingZeros(rest));
      least = Math.min(least, next);
      most = Math.max(most, next);
    }
    return most - least > BULKY * context.expectedNanos(Long.numberOfTrailingZeros(candidates));
  }

  @Override
  public boolean usesBandwidth() {
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
}
