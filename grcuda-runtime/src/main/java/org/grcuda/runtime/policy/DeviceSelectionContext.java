package org.grcuda.runtime.policy;

/**
 * What a {@link DeviceSelectionPolicy} may look at: one computation, and the state of the machine
 * after all computations scheduled before it, whether they have run or not. No method allocates.
 *
 * <p>The data that a computation needs are the regions whose contents it reads, or keeps because it
 * may write only a part of them. This interface shows them twice: access by access, and as
 * <em>parts</em>, runs of needed bytes that the same places hold. All data is up to date in at
 * least one place.
 */
public interface DeviceSelectionContext {

  /** Name of the computation: the kernel's, for a launch. */
  String name();

  /** Number of devices. */
  int deviceCount();

  /** The device that the submitting thread made current, 0 at first. */
  int currentDevice();

  /** Streams of {@code device} with unfinished work. */
  int busyStreams(int device);

  /** The devices of the unfinished computations that this one depends on: bit d for device d. */
  long parentDevices();

  /** Number of accesses: one for each region that the computation reads or writes. */
  int accessCount();

  /** Bytes of access {@code index}, from 0. */
  long accessBytes(int index);

  /** Whether access {@code index} may read. */
  boolean reads(int index);

  /** Whether access {@code index} may write. */
  boolean writes(int index);

  /**
   * Whether {@code place}, a device or {@link BandwidthMatrix#HOST}, holds all of access {@code
   * index} up to date.
   */
  boolean holds(int index, int place);

  /** Bytes that the computation needs, each region once. */
  long neededBytes();

  /** Those of the {@link #neededBytes} that {@code device} does not hold up to date. */
  long missingBytes(int device);

  /** Number of parts of the needed data. */
  int partCount();

  /** Bytes of part {@code part}, from 0. */
  long partBytes(int part);

  /** The devices that hold part {@code part} up to date: bit d for device d. */
  long partDevices(int part);

  /** Whether the host holds part {@code part} up to date. */
  boolean isPartOnHost(int part);

  /** The bandwidths in use; another object after they have been measured again. */
  BandwidthMatrix bandwidths();

  /**
   * Nanoseconds that the computation is expected to take on {@code device}: from earlier launches
   * of the kernel there, else from launches on other devices or at another size; negative if no
   * launch was timed.
   */
  double expectedNanos(int device);

  /**
   * Nanoseconds that the computation is expected to take on the device where it takes least; a
   * guess from its bytes if no launch was timed.
   */
  double likelyNanos();

  /**
   * Predicted time at which the computation would finish on {@code device}. It begins after the
   * device's earlier work, after its parents, and after its data has arrived over links that may be
   * busy. In nanoseconds, on a clock that follows the work; for comparison between devices. For
   * policies that say {@link DeviceSelectionPolicy#usesPredictions}.
   */
  double predictedFinish(int device);

  /** The time now, on the clock of {@link #predictedFinish}. */
  double predictedNow();

  /**
   * Predicted time at which {@code device} will have finished its earlier work, without this
   * computation. On the clock of {@link #predictedFinish}, for the same policies.
   */
  double predictedReady(int device);

  /**
   * Nanoseconds that the links would be busy with data for the computation if it ran on {@code
   * device}, each part coming over the link that brings it first. For policies that say {@link
   * DeviceSelectionPolicy#usesPredictions}.
   */
  double transferNanos(int device);

  /** The part of {@link #transferNanos} for data from the host. */
  double hostTransferNanos(int device);

  /**
   * Nanoseconds that everything the computation reads and writes would take over an idle link from
   * the host. {@link DeviceSelectionPolicy#keepsBackFrom} is a bound on this.
   */
  double linkNanos();

  /**
   * Nanoseconds of later link time, if the computation ran on {@code device}, to bring its results
   * together with results written elsewhere: for computations that are already submitted, wait for
   * this one, and need both. For policies that say {@link DeviceSelectionPolicy#looksAhead}; else
   * 0.
   */
  double nextTransferNanos(int device);

  /**
   * Predicted time at which all dispatched work, this computation and all kept-back work would end,
   * if devices and links shared it evenly. Ending earlier than that gains nothing. On the clock of
   * {@link #predictedFinish}. For policies that say {@link DeviceSelectionPolicy#looksAhead}.
   */
  double horizonNanos();

  /**
   * Nanoseconds of host-link time that the other kept-back work still needs per device, if the
   * links shared it evenly: the longest time for which this computation can keep others from such a
   * link. For policies that say {@link DeviceSelectionPolicy#looksAhead}; else 0.
   */
  double awaitedNanos();

  /**
   * Nanoseconds of the longest chain of computations that are submitted and come after this one, as
   * far as they are kept back. For policies that say {@link DeviceSelectionPolicy#looksAhead}; else
   * 0.
   */
  double followingNanos();

  /** Share of the needed bytes, 0 to 1, below which a device counts as holding nothing. */
  double dataThreshold();
}
