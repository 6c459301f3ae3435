package org.grcuda.runtime.policy;

/**
 * Chooses the device of a computation: the policy manager of the multi-GPU paper, section III-B3.
 * One instance serves one runtime. It is called with the scheduling lock held, once for each
 * computation that the program has not placed itself, so it needs no synchronisation, and must
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
   * Whether {@link #select} asks for bandwidths: then they are loaded, or measured, when the
   * context is opened.
   */
  default boolean usesBandwidth() {
    return false;
  }

  /** Whether the durations of kernels are to be measured now and then, for it to go by. */
  default boolean usesDurations() {
    return usesPredictions();
  }

  /**
   * Whether {@link #select} asks for predicted finishes, at this time: then what is dispatched and
   * what ends is followed.
   */
  default boolean usesPredictions() {
    return false;
  }

  /**
   * Whether it is at its best when it chooses among all devices, since it weighs what would have to
   * move, rather than among those of the parents. Constant.
   */
  default boolean choosesAmongAll() {
    return false;
  }

  /**
   * Whether computations are kept back for a while, so that {@link #select} is asked first for the
   * one on which most depends, and can see what depends on it. Constant.
   */
  default boolean looksAhead() {
    return false;
  }

  /**
   * Where {@link #looksAhead}: computations are kept back whose {@link
   * DeviceSelectionContext#linkNanos} are at least this. Constant; 0 keeps back all.
   */
  default double keepsBackFrom() {
    return 0;
  }
}
