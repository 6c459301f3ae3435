package org.grcuda.runtime.policy;

/**
 * The device on which the computation is predicted to finish first (HEFT's choice, Topcuoglu et al.
 * 2002). Moving data has a price besides the delay, since it keeps links from other transfers. So a
 * tie, or a small gain, moves nothing. Data that will move later because of the choice has a price
 * as well: it is guessed from whether the computation leaves the devices of its parents.
 */
final class CompletionTime implements DeviceSelectionPolicy {

  /** Weight of a nanosecond of transfer against a nanosecond of delay. */
  private static final double TRANSFER_PRICE = 3;

  /**
   * Added to {@link #TRANSFER_PRICE} on devices where no unfinished parent runs: later computations
   * often also need the data that the parents leave on their devices.
   */
  private static final double LEAVING_PRICE = 0.5;

  /**
   * Weight of a nanosecond of work that a device was given; small, it only decides between equal
   * choices.
   */
  private static final double LOAD_PRICE = 0.01;

  @Override
  public int select(DeviceSelectionContext context, long candidates) {
    int best = Long.numberOfTrailingZeros(candidates);
    if ((candidates & candidates - 1) == 0) {
      return best;
    }
    double least = Double.POSITIVE_INFINITY;
    for (long rest = candidates; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      double cost = cost(context, device);
      if (cost < least) {
        least = cost;
        best = device;
      }
    }
    return best;
  }

  private double cost(DeviceSelectionContext context, int device) {
    double transfers = context.transferNanos(device);
    double cost =
        context.predictedFinish(device)
            + TRANSFER_PRICE * transfers
            + LOAD_PRICE * context.predictedReady(device);
    long parents = context.parentDevices();
    boolean leaves = parents != 0 && (parents & 1L << device) == 0;
    return leaves ? cost + LEAVING_PRICE * transfers : cost;
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
}
