package org.grcuda.runtime.policy;

/**
 * What a {@link DeviceSelectionPolicy} may look at: one computation, and the state of the machine
 * as the computations scheduled before leave it, whether they have run or not. Asking allocates
 * nothing.
 *
 * <p>The data that a computation needs are the regions whose contents it reads, or keeps because it
 * may write only a part of them. They are shown twice: access by access, and as <em>parts</em>,
 * runs of needed bytes that the same places hold. Data is up to date on at least one place.
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

  /** Of {@link #neededBytes} those that {@code device} does not hold up to date. */
  long missingBytes(int device);

  /** Number of parts of the needed data. */
  int partCount();

  /** Bytes of part {@code part}, from 0. */
  long partBytes(int part);

  /** The devices that hold part {@code part} up to date: bit d for device d. */
  long partDevices(int part);

  /** Whether the host holds part {@code part} up to date. */
  boolean isPartOnHost(int part);

  /** The bandwidths in use: another object once they have been measured again. */
  BandwidthMatrix bandwidths();

  /**
   * Nanoseconds that the computation is expected to take on {@code device}, as earlier launches of
   * the kernel did there, else on other devices, or at another size; negative if none was timed.
   */
  double expectedNanos(int device);

  /**
   * When the computation would finish on {@code device}: after what the device has been given,
   * after its parents, and after its data has arrived over links that may be busy. In nanoseconds
   * on a clock that follows the work; for comparison between devices. For policies that say {@link
   * DeviceSelectionPolicy#usesPredictions}.
   */
  double predictedFinish(int device);

  /** The time now, on the clock of {@link #predictedFinish}. */
  double predictedNow();

  /**
   * When {@code device} will have done what it was given, this computation not counted. As {@link
   * #predictedFinish}.
   */
  double predictedReady(int device);

  /**
   * Nanoseconds that the links would be busy with data for the computation if it ran on {@code
   * device}, each part coming over the link that brings it first. As {@link #predictedFinish}.
   */
  double transferNanos(int device);

  /** Of {@link #transferNanos} what comes from the host. */
  double hostTransferNanos(int device);

  /**
   * Nanoseconds that all that the computation reads and writes would take over an idle link from
   * the host: what {@link DeviceSelectionPolicy#keepsBackFrom} is held against.
   */
  double linkNanos();

  /**
   * Nanoseconds that the links would be busy later, if the computation ran on {@code device}, with
   * bringing what it writes together with what is written elsewhere: for computations that were
   * submitted already, wait for this one, and need both. For policies that say {@link
   * DeviceSelectionPolicy#looksAhead}; else 0.
   */
  double nextTransferNanos(int device);

  /**
   * When all would have ended that was given to the devices, this computation, and all that is kept
   * back, if devices and links shared it evenly: ending earlier than that gains nothing. As {@link
   * #predictedFinish}. For policies that say {@link DeviceSelectionPolicy#looksAhead}.
   */
  double horizonNanos();

  /**
   * Nanoseconds that all else that is kept back needs each device's link from the host for, if
   * these shared it evenly: the most for which this computation can keep others from such a link.
   * For policies that say {@link DeviceSelectionPolicy#looksAhead}; else 0.
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
