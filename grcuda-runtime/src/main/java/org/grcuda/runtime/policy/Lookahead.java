package org.grcuda.runtime.policy;

/**
 * The device on which the computation, and the longest chain of those that are submitted and come
 * after it, is predicted to finish first, with a price on moving data for it, and on bringing its
 * result together with others later. A transfer from the host costs others no more than what is
 * kept back still needs of that link: a copy that nobody waits behind is nearly free.
 *
 * <p>No device counts as much earlier than all that is submitted can end, if it is spread evenly:
 * what comes after can fill what is left of that time, and better than a move now. Where bringing
 * the result together with others would take long beside the kernel, ending before all the rest
 * gains nothing, so parts of a partition stay together, however many links are idle.
 */
final class Lookahead implements DeviceSelectionPolicy {

  /** Ending before this share of the time that an even spread takes gains nothing. */
  private static final double EARLIEST = 0.6;

  /** As {@link #EARLIEST}, where the result takes long to bring to others. */
  private static final double EARLIEST_TOGETHER = 1.1;

  /** How much a nanosecond of transfer from a device counts beside one of delay. */
  private static final double DEVICE_PRICE = 2;

  /** As {@link #DEVICE_PRICE}, of transfers from the host that nobody waits behind. */
  private static final double FREE_PRICE = 0.5;

  /** As {@link #DEVICE_PRICE}, of transfers from the host while others need the link. */
  private static final double AWAITED_PRICE = 4;

  /** As {@link #DEVICE_PRICE}, of transfers that would follow. */
  private static final double NEXT_PRICE = 2;

  /** A result takes long to bring to others from so many times the duration of its kernel on. */
  private static final double BULKY = 4;

  /** How much a nanosecond of work that a device was given counts: decides between equals. */
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

  /** What moving the data costs others, and by how much an end must be sooner to be worth it. */
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
