package org.grcuda.runtime.policy;

import org.grcuda.runtime.pull.PullPolicy;

/**
 * Chooses the device of a computation: the policy manager of the multi-GPU paper, section III-B3.
 * One instance serves one runtime. It is called with the scheduling lock held, once for each
 * computation that the program has not placed itself. So it needs no synchronisation, and must
 * neither wait nor submit anything.
 */
@FunctionalInterface
public interface DeviceSelectionPolicy {

  /**
   * Ordinal of the chosen device.
   *
   * @param context the computation and the state of the machine; valid during the call, and not to
   *     be kept
   * @param candidates the devices to choose from: bit d for device d, not empty
   */
  int select(DeviceSelectionContext context, long candidates);

  /**
   * Whether {@link #select} asks for bandwidths. If so, they are loaded, or measured, when the
   * context is opened.
   */
  default boolean usesBandwidth() {
    return false;
  }

  /** Whether the policy needs durations of kernels, so that they are measured now and then. */
  default boolean usesDurations() {
    return usesPredictions();
  }

  /**
   * Whether {@link #select} asks for predictions, at this time. If so, the model follows what is
   * dispatched and what ends.
   */
  default boolean usesPredictions() {
    return false;
  }

  /**
   * Whether the policy should choose among all devices, not only among those of the parents: true
   * of a policy that weighs what would have to move. Constant.
   */
  default boolean choosesAmongAll() {
    return false;
  }

  /**
   * Whether computations are kept back for a while. Then {@link #select} is called first for the
   * computation on which most depends, and can see what depends on it. Constant.
   */
  default boolean looksAhead() {
    return false;
  }

  /**
   * What decides where devices take computations when they have room for more; null for a policy
   * that chooses a device as soon as all that comes before a computation is on its way. Constant.
   */
  default PullPolicy pulls() {
    return null;
  }

  /**
   * Whether devices always take computations as {@link #pulls} decides. If not, they do only while
   * arrays take more memory than the devices have, and {@link #select} chooses otherwise; where the
   * driver moves data, it always chooses. Constant.
   */
  default boolean alwaysPulls() {
    return pulls() != null;
  }

  /**
   * With {@link #looksAhead}: computations whose {@link DeviceSelectionContext#linkNanos} are at
   * least this value are kept back. Constant; 0 keeps back all.
   */
  default double keepsBackFrom() {
    return 0;
  }
}
