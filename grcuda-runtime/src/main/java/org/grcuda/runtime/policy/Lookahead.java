package org.grcuda.runtime.policy;

/**
 * The device on which the computation, with the longest chain of submitted computations that depend
 * on it, is predicted to finish first. Moving data for the computation has a price, and so has
 * bringing its result together with others later. A transfer from the host costs others at most the
 * time that kept-back work still needs of that link: a copy that no other transfer waits behind is
 * nearly free.
 *
 * <p>Finishing before the balanced end, when all submitted work would end if it were spread evenly,
 * earns nothing: later computations can fill the time that is left, and moving data now would be
 * worse. If bringing the result together with others would take long compared with the kernel,
 * finishing before all other work earns nothing either. So parts of a partition stay together,
 * however many links are idle.
 *
 * <p>How much the numbers below matter is measured in docs/performance.md, "How much the numbers of
 * the policies matter".
 */
final class Lookahead implements DeviceSelectionPolicy {

  /** Ending before this share of the time until the balanced end gains nothing. */
  private static final double EARLIEST = 0.6;

  /** As {@link #EARLIEST}, where bringing the result to others takes long. */
  private static final double EARLIEST_TOGETHER = 1.1;

  /** Weight of a nanosecond of transfer from a device against a nanosecond of delay. */
  private static final double DEVICE_PRICE = 2;

  /** As {@link #DEVICE_PRICE}, for a transfer from the host that no other transfer waits behind. */
  private static final double FREE_PRICE = 0.5;

  /** As {@link #DEVICE_PRICE}, for a transfer from the host while others need the link. */
  private static final double AWAITED_PRICE = 4;

  /** As {@link #DEVICE_PRICE}, for later transfers that the choice would cause. */
  private static final double NEXT_PRICE = 2;

  /**
   * Bringing a result to others takes long if it takes at least this many times its kernel's
   * duration.
   */
  private static final double BULKY = 4;

  /**
   * Weight of a nanosecond of work that a device was given; small, it only decides between equal
   * choices.
   */
  private static final double LOAD_PRICE = 0.008;

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    int best = Long.numberOfTrailingZeros(candidates);
    if ((candidates & candidates - 1) == 0) {
      return best;
    }
    double soonest = soonest(context, candidates);
    double awaited = context.awaitedNanos();
    double following = context.followingNanos();
    double least = Double.POSITIVE_INFINITY;
    for (long rest = candidates; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      double end = context.predictedFinish(device) + following;
      double cost =
          Math.max(end, soonest)
              + transferCost(context, device, awaited)
              + NEXT_PRICE * context.nextTransferNanos(device)
              + LOAD_PRICE * context.predictedReady(device);
      if (cost < least) {
        least = cost;
        best = device;
      }
    }
    return best;
  }

  /**
   * What moving the data costs others: the computation must end sooner by more than that to be
   * worth the move.
   */
  private static double transferCost(DeviceSelectionContext context, int device, double awaited) {
    double fromHost = context.hostTransferNanos(device);
    return DEVICE_PRICE * (context.transferNanos(device) - fromHost)
        + FREE_PRICE * fromHost
        + (AWAITED_PRICE - FREE_PRICE) * Math.min(fromHost, awaited);
  }

  private static double soonest(DeviceSelectionContext context, long candidates) {
    double now = context.predictedNow();
    double share = staysTogether(context, candidates) ? EARLIEST_TOGETHER : EARLIEST;
    return now + share * (context.horizonNanos() - now);
  }

  /** Whether bringing the result to others may take long compared with computing it. */
  private static boolean staysTogether(DeviceSelectionContext context, long candidates) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (long rest = candidates; rest != 0; rest &= rest - 1) {
      double next = context.nextTransferNanos(Long.numberOfTrailingZeros(rest));
      least = Math.min(least, next);
      most = Math.max(most, next);
    }
    return most - least > BULKY * context.likelyNanos();
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
}
