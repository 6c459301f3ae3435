package org.grcuda.runtime;

import java.util.function.Supplier;

/**
 * How a runtime schedules.
 *
 * @param execution whether submissions wait
 * @param newStream the stream of a computation that takes no parent's
 * @param stream which parent's stream a computation takes; {@link RetrieveParentStreamPolicy} or
 *     the user's own
 * @param deviceSelection makes the policy that chooses devices; {@link DeviceSelection} or the
 *     user's own
 * @param sync how host threads wait
 * @param inputPrefetch whether managed data that is not on the chosen device is prefetched to it
 * @param maxStreamsPerDevice most streams that the runtime makes on a device, at least 1
 * @param maxUnfinished most computations submitted and not completed; a submission over it waits
 */
public record RuntimeOptions(
    ExecutionPolicy execution,
    RetrieveNewStreamPolicy newStream,
    StreamPolicy stream,
    Supplier<? extends DeviceSelectionPolicy> deviceSelection,
    SyncPolicy sync,
    boolean inputPrefetch,
    int maxStreamsPerDevice,
    int maxUnfinished) {

  /** Checks the limits. */
  public RuntimeOptions {
    if (maxStreamsPerDevice < 1) {
      throw new IllegalArgumentException("maxStreamsPerDevice " + maxStreamsPerDevice + " < 1");
    }
    if (maxUnfinished < 1) {
      throw new IllegalArgumentException("maxUnfinished " + maxUnfinished + " < 1");
    }
  }

  /** The defaults on a machine with {@code deviceCount} devices. */
  public static RuntimeOptions defaults(int deviceCount) {
    boolean several = deviceCount > 1;
    return new RuntimeOptions(
        ExecutionPolicy.ASYNC,
        RetrieveNewStreamPolicy.REUSE,
        several
            ? RetrieveParentStreamPolicy.MULTIGPU_DISJOINT
            : RetrieveParentStreamPolicy.DISJOINT,
        several ? DeviceSelection.ROUND_ROBIN : DeviceSelection.SINGLE_GPU,
        SyncPolicy.BLOCK,
        true,
        16,
        1 << 17);
  }

  /** These, with another execution policy. */
  public RuntimeOptions with(ExecutionPolicy policy) {
    return new RuntimeOptions(
        policy,
        newStream,
        stream,
        deviceSelection,
        sync,
        inputPrefetch,
        maxStreamsPerDevice,
        maxUnfinished);
  }

  /** These, with another policy for new streams. */
  public RuntimeOptions with(RetrieveNewStreamPolicy policy) {
    return new RuntimeOptions(
        execution,
        policy,
        stream,
        deviceSelection,
        sync,
        inputPrefetch,
        maxStreamsPerDevice,
        maxUnfinished);
  }

  /** These, with another stream policy. */
  public RuntimeOptions with(StreamPolicy policy) {
    return new RuntimeOptions(
        execution,
        newStream,
        policy,
        deviceSelection,
        sync,
        inputPrefetch,
        maxStreamsPerDevice,
        maxUnfinished);
  }

  /** These, with another device selection policy. */
  public RuntimeOptions with(Supplier<? extends DeviceSelectionPolicy> policy) {
    return new RuntimeOptions(
        execution,
        newStream,
        stream,
        policy,
        sync,
        inputPrefetch,
        maxStreamsPerDevice,
        maxUnfinished);
  }

  /** These, with another way to wait. */
  public RuntimeOptions with(SyncPolicy policy) {
    return new RuntimeOptions(
        execution,
        newStream,
        stream,
        deviceSelection,
        policy,
        inputPrefetch,
        maxStreamsPerDevice,
        maxUnfinished);
  }

  /** These, with input prefetch or without. */
  public RuntimeOptions withInputPrefetch(boolean prefetch) {
    return new RuntimeOptions(
        execution,
        newStream,
        stream,
        deviceSelection,
        sync,
        prefetch,
        maxStreamsPerDevice,
        maxUnfinished);
  }

  /** These, with other limits. */
  public RuntimeOptions withLimits(int streamsPerDevice, int unfinished) {
    return new RuntimeOptions(
        execution,
        newStream,
        stream,
        deviceSelection,
        sync,
        inputPrefetch,
        streamsPerDevice,
        unfinished);
  }
}
