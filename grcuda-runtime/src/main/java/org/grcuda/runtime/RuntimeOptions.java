package org.grcuda.runtime;

import java.util.Objects;
import java.util.function.Supplier;
import org.grcuda.runtime.memory.Eviction;
import org.grcuda.runtime.memory.MemoryAdvicePolicy;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.observation.ComputationTiming;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.runtime.policy.RetrieveNewStreamPolicy;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;
import org.grcuda.runtime.policy.StreamPolicy;
import org.grcuda.runtime.sync.SyncPolicy;

/**
 * The options of a runtime: how it schedules. Immutable; {@link #with} makes a variant. An option
 * is a field with its default, a getter, and a method of the {@link Builder}.
 */
public final class RuntimeOptions implements Cloneable {

  private final int deviceCount;
  private ExecutionPolicy execution = ExecutionPolicy.ASYNC;
  private RetrieveNewStreamPolicy newStream = RetrieveNewStreamPolicy.REUSE;

  /** Null if {@link #stream()} chooses the policy that suits the other options. */
  private StreamPolicy stream;

  private Supplier<? extends DeviceSelectionPolicy> deviceSelection;
  private BandwidthMatrix bandwidths;
  private double dataThreshold = 0.1;
  private SyncPolicy sync = SyncPolicy.HYBRID;
  private long syncThresholdNanos;
  private MemoryManagement memory = MemoryManagement.AUTO;
  private double devicePoolShare = 0.9;
  private Eviction eviction = Eviction.AUTO;
  private boolean inputPrefetch = true;
  private MemoryAdvicePolicy memoryAdvice = MemoryAdvicePolicy.AUTO;
  private boolean streamAttach;

  /** CUDA has 32 queues for a device: two are for transfers, two for streams of the program. */
  private int maxStreamsPerDevice = 28;

  private int maxUnfinished = 1 << 17;
  private int window = 64;
  private int taskBufferDepth = 8;
  private ComputationTiming timing = ComputationTiming.OFF;
  private boolean recording;

  private RuntimeOptions(int deviceCount) {
    this.deviceCount = deviceCount;
    deviceSelection = DeviceSelection.AUTO;
    bandwidths = BandwidthMatrix.assumed(deviceCount);
  }

  private RuntimeOptions copy() {
    try {
      return (RuntimeOptions) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** The default options on a machine with {@code deviceCount} devices. */
  public static RuntimeOptions defaults(int deviceCount) {
    return new RuntimeOptions(deviceCount);
  }

  /** A builder that starts from the values of these options. */
  public Builder with() {
    return new Builder(copy());
  }

  /** Whether submissions wait for their computations. */
  public ExecutionPolicy execution() {
    return execution;
  }

  /** Which stream a computation gets if it takes no parent's stream. */
  public RetrieveNewStreamPolicy newStream() {
    return newStream;
  }

  /**
   * Which parent's stream a computation takes. The default is {@code disjoint} on one device. On
   * several devices it is {@code multigpu-early-disjoint} for device selections that weigh what
   * must move, and {@code multigpu-disjoint} for others.
   */
  public StreamPolicy stream() {
    if (stream != null) {
      return stream;
    }
    if (deviceCount == 1) {
      return RetrieveParentStreamPolicy.DISJOINT;
    }
    return newDeviceSelection().choosesAmongAll()
        ? RetrieveParentStreamPolicy.MULTIGPU_EARLY_DISJOINT
        : RetrieveParentStreamPolicy.MULTIGPU_DISJOINT;
  }

  /** A new policy that chooses devices. */
  public DeviceSelectionPolicy newDeviceSelection() {
    return deviceSelection instanceof DeviceSelection known
        ? known.on(deviceCount)
        : deviceSelection.get();
  }

  /** The bandwidths between places that the policies see at first. */
  public BandwidthMatrix bandwidths() {
    return bandwidths;
  }

  /** Share of the needed bytes, 0 to 1, below which a device counts as holding nothing. */
  public double dataThreshold() {
    return dataThreshold;
  }

  /** How host threads wait. */
  public SyncPolicy sync() {
    return sync;
  }

  /** Longest time that a hybrid wait polls, in nanoseconds; 0 for the time that a wake-up takes. */
  public long syncThresholdNanos() {
    return syncThresholdNanos;
  }

  /** Where allocations live. */
  public MemoryManagement memory() {
    return memory;
  }

  /** Share of the free memory of a device that the pool of replicated memory takes, up to 1. */
  public double devicePoolShare() {
    return devicePoolShare;
  }

  /** Which memory is evicted when the pool of a device is full. */
  public Eviction eviction() {
    return eviction;
  }

  /** Whether managed data that is not on the chosen device is prefetched to it. */
  public boolean inputPrefetch() {
    return inputPrefetch;
  }

  /** Which advice is given about managed memory. */
  public MemoryAdvicePolicy memoryAdvice() {
    return memoryAdvice;
  }

  /** Whether managed arrays are attached to the streams of the computations that write them. */
  public boolean streamAttach() {
    return streamAttach;
  }

  /** Most streams that the runtime makes on a device, besides two for transfers. */
  public int maxStreamsPerDevice() {
    return maxStreamsPerDevice;
  }

  /** Most computations that may be submitted and not completed; a submission beyond that waits. */
  public int maxUnfinished() {
    return maxUnfinished;
  }

  /**
   * Most computations that are kept back for a policy that looks ahead. If devices take
   * computations from a queue, they begin when so many are held back.
   */
  public int window() {
    return window;
  }

  /**
   * Most computations that a device has taken and that have not ended, if devices take computations
   * from a queue.
   */
  public int taskBufferDepth() {
    return taskBufferDepth;
  }

  /** Which computations have their duration measured. */
  public ComputationTiming timing() {
    return timing;
  }

  /** Whether the schedule is recorded. */
  public boolean recording() {
    return recording;
  }

  private static int atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " " + value + " < 1");
    }
    return value;
  }

  /**
   * Collects options. Each method sets what the getter of the same name returns. It refuses null
   * with a NullPointerException, unless it says otherwise, and a value out of range with an
   * IllegalArgumentException.
   */
  public static final class Builder {

    private final RuntimeOptions draft;

    private Builder(RuntimeOptions draft) {
      this.draft = draft;
    }

    /** {@link RuntimeOptions#execution}. */
    public Builder execution(ExecutionPolicy policy) {
      draft.execution = Objects.requireNonNull(policy, "execution");
      return this;
    }

    /** {@link RuntimeOptions#newStream}. */
    public Builder newStream(RetrieveNewStreamPolicy policy) {
      draft.newStream = Objects.requireNonNull(policy, "newStream");
      return this;
    }

    /**
     * {@link RuntimeOptions#stream}: {@link RetrieveParentStreamPolicy} or the user's own; null for
     * the default.
     */
    public Builder stream(StreamPolicy policy) {
      draft.stream = policy;
      return this;
    }

    /** {@link RuntimeOptions#deviceSelection}: {@link DeviceSelection} or the user's own. */
    public Builder deviceSelection(Supplier<? extends DeviceSelectionPolicy> policy) {
      draft.deviceSelection = Objects.requireNonNull(policy, "deviceSelection");
      return this;
    }

    /** {@link RuntimeOptions#bandwidths}, of at least as many devices as the runtime has. */
    public Builder bandwidths(BandwidthMatrix matrix) {
      draft.bandwidths = Objects.requireNonNull(matrix, "bandwidths");
      return this;
    }

    /** {@link RuntimeOptions#dataThreshold}, 0 to 1. */
    public Builder dataThreshold(double share) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("dataThreshold " + share + " is not 0 to 1");
      }
      draft.dataThreshold = share;
      return this;
    }

    /** {@link RuntimeOptions#sync}. */
    public Builder sync(SyncPolicy policy) {
      draft.sync = Objects.requireNonNull(policy, "sync");
      return this;
    }

    /** {@link RuntimeOptions#syncThresholdNanos}. */
    public Builder syncThresholdNanos(long nanos) {
      draft.syncThresholdNanos = nanos;
      return this;
    }

    /** {@link RuntimeOptions#memory}. */
    public Builder memory(MemoryManagement management) {
      draft.memory = Objects.requireNonNull(management, "memory");
      return this;
    }

    /** {@link RuntimeOptions#devicePoolShare}, above 0 and at most 1. */
    public Builder devicePoolShare(double share) {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "devicePoolShare " + share + " is not above 0 and at most 1");
      }
      draft.devicePoolShare = share;
      return this;
    }

    /** {@link RuntimeOptions#eviction}. */
    public Builder eviction(Eviction policy) {
      draft.eviction = Objects.requireNonNull(policy, "eviction");
      return this;
    }

    /** {@link RuntimeOptions#inputPrefetch}. */
    public Builder inputPrefetch(boolean prefetch) {
      draft.inputPrefetch = prefetch;
      return this;
    }

    /** {@link RuntimeOptions#memoryAdvice}. */
    public Builder memoryAdvice(MemoryAdvicePolicy policy) {
      draft.memoryAdvice = Objects.requireNonNull(policy, "memoryAdvice");
      return this;
    }

    /** {@link RuntimeOptions#streamAttach}. */
    public Builder streamAttach(boolean attach) {
      draft.streamAttach = attach;
      return this;
    }

    /** {@link RuntimeOptions#maxStreamsPerDevice}, at least 1. */
    public Builder maxStreamsPerDevice(int most) {
      draft.maxStreamsPerDevice = atLeastOne("maxStreamsPerDevice", most);
      return this;
    }

    /** {@link RuntimeOptions#maxUnfinished}, at least 1. */
    public Builder maxUnfinished(int most) {
      draft.maxUnfinished = atLeastOne("maxUnfinished", most);
      return this;
    }

    /** {@link RuntimeOptions#window}, at least 1. */
    public Builder window(int most) {
      draft.window = atLeastOne("window", most);
      return this;
    }

    /** {@link RuntimeOptions#taskBufferDepth}, at least 1. */
    public Builder taskBufferDepth(int most) {
      draft.taskBufferDepth = atLeastOne("taskBufferDepth", most);
      return this;
    }

    /** {@link RuntimeOptions#timing}. */
    public Builder timing(ComputationTiming which) {
      draft.timing = Objects.requireNonNull(which, "timing");
      return this;
    }

    /** {@link RuntimeOptions#recording}. */
    public Builder recording(boolean record) {
      draft.recording = record;
      return this;
    }

    /** The collected options. Later changes of this builder do not change them. */
    public RuntimeOptions build() {
      return draft.copy();
    }
  }
}
