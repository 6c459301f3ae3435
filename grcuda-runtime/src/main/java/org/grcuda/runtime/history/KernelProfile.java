package org.grcuda.runtime.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * How long one kernel takes, and how often it was launched: found once when the kernel is made,
 * asked at each launch. May be used from any thread, without a lock unless a method says otherwise.
 */
public final class KernelProfile {

  /** Durations kept for {@link #times}. */
  public static final int KEPT_TIMES = 1 << 16;

  /** With sampling, the first launches of a class are timed: this many of them. */
  private static final int FIRST_SAMPLES = 8;

  /** After these, one launch in this many is timed. */
  private static final int SAMPLING_INTERVAL = 32;

  private static final long[] NO_TIMES = {};

  /** A store that other threads see, without the fence of a volatile one. */
  private static final VarHandle LAUNCHES;

  static {
    try {
      LAUNCHES = MethodHandles.lookup().findVarHandle(KernelProfile.class, "launches", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String kernel;
  private final DurationTable table;

  /**
   * The entry of the latest launch; the next launch often has the same. Guarded by the scheduling
   * lock.
   */
  private Durations latest;

  /** Written with the scheduling lock held, read without: see {@link #LAUNCHES}. */
  private long launches;

  private volatile boolean wanted;
  private long[] times = NO_TIMES;
  private long timeCount;

  KernelProfile(String kernel, DurationTable table) {
    this.kernel = kernel;
    this.table = table;
  }

  /** The kernel's name. */
  public String kernel() {
    return kernel;
  }

  /**
   * Expected duration of a launch, from launches of the same class on the same device.
   *
   * @param device ordinal
   * @param sizeClass see {@link SizeClass}
   * @return nanoseconds; -1 if none has been timed
   */
  public double expectedNanos(int device, int sizeClass) {
    Durations known = table.find(device, sizeClass);
    return known == null ? -1 : known.average();
  }

  /**
   * Estimated duration of a launch that shares the device with no other and waits for no data.
   *
   * @param device ordinal
   * @param sizeClass see {@link SizeClass}
   * @return nanoseconds; -1 if none has been timed
   */
  public double aloneNanos(int device, int sizeClass) {
    Durations known = table.find(device, sizeClass);
    return known == null ? -1 : known.alone();
  }

  /**
   * As {@link #aloneNanos}; if no launch of that class was timed on that device, it is estimated
   * from launches on other devices of its model, or from the nearest class in proportion to its
   * size.
   *
   * @return nanoseconds; -1 if no launch of the kernel has been timed on a device of that model
   */
  public double estimateNanos(int device, int sizeClass) {
    return table.estimate(device, sizeClass);
  }

  /**
   * Counts a launch, and says whether it is to be timed where durations are sampled: the first
   * launches of a class are timed, and a few of the later ones. Called with the scheduling lock
   * held.
   */
  public boolean wantsSample(int device, int sizeClass) {
    if (latest == null || latest.sizeClass() != sizeClass || latest.device() != device) {
      latest = table.get(device, sizeClass);
    }
    int before = latest.nextLaunch();
    return before < FIRST_SAMPLES || before % SAMPLING_INTERVAL == 0;
  }

  /** A launch of the kernel was accepted. Called with the scheduling lock held. */
  public void launched() {
    LAUNCHES.setRelease(this, launches + 1);
  }

  /** How many launches of the kernel were accepted. */
  public long launches() {
    return (long) LAUNCHES.getAcquire(this);
  }

  /** Durations are to be measured now and then, whatever the policy of the context. */
  public void want() {
    wanted = true;
  }

  /** Whether {@link #want} was called. */
  public boolean isWanted() {
    return wanted;
  }

  /**
   * How often tasks have chosen this kernel or function for work of a class. Called with the
   * scheduling lock held, as is {@link #chosen}.
   *
   * @param place a device's ordinal, or -1 for the host
   */
  public int choices(int place, int sizeClass) {
    Durations known = table.find(place, sizeClass);
    return known == null ? 0 : known.choices();
  }

  /** Counts a choice. */
  public void chosen(int place, int sizeClass) {
    table.get(place, sizeClass).chosen();
  }

  /** A launch took {@code nanos} nanoseconds. */
  public void add(int device, int sizeClass, long nanos) {
    table.get(device, sizeClass).add(nanos);
    keep(nanos);
  }

  private synchronized void keep(long nanos) {
    if (timeCount == times.length && times.length < KEPT_TIMES) {
      times = Arrays.copyOf(times, Math.max(16, 2 * times.length));
    }
    times[(int) (timeCount++ % times.length)] = nanos;
  }

  /**
   * The durations of the launches of this kernel object, in nanoseconds, in the order in which they
   * ended; the latest {@value #KEPT_TIMES} of them.
   */
  public synchronized long[] times() {
    if (timeCount <= times.length) {
      return Arrays.copyOf(times, (int) timeCount);
    }
    int oldest = (int) (timeCount % times.length);
    long[] inOrder = new long[times.length];
    System.arraycopy(times, oldest, inOrder, 0, times.length - oldest);
    System.arraycopy(times, 0, inOrder, times.length - oldest, oldest);
    return inOrder;
  }
}
