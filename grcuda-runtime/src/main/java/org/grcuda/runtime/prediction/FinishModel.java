package org.grcuda.runtime.prediction;

import java.util.Arrays;
import org.grcuda.runtime.policy.BandwidthMatrix;

/**
 * Predicts when a computation would finish on each device, as HEFT does (Topcuoglu et al. 2002,
 * "earliest finish time"): the expected duration after the latest of three times: when the device
 * has finished its earlier work, when the parents have finished, and when the data has arrived.
 * Arrival takes into account what is queued on each link.
 *
 * <p>The clock follows the work, not the wall clock: it stands still until a computation is seen to
 * have ended, and then moves to that computation's predicted end. So predictions do not depend on
 * how fast the host submits, nor on when it is interrupted, and the same submissions and
 * completions always give the same predictions. If a device lags behind the others, all its
 * predictions shift; a device with no work left is ready at once.
 *
 * <p>One computation at a time: {@link #begin}, then {@link #after} for each parent that has not
 * ended and {@link #needs} for each part of its data, then {@link #finish} for as many devices as
 * wanted, and {@link #dispatched} for the device that it goes to. The cost is the number of parts
 * times the number of devices asked for; nothing is allocated. Times are in nanoseconds. Not
 * thread-safe.
 */
public final class FinishModel {

  /** Fixed time of a transfer, besides its bytes: a copy between two devices or from the host. */
  static final double TRANSFER_NANOS = 10_000;

  /** Fixed time of a kernel, besides its bytes, where nothing is known of it. */
  static final double KERNEL_NANOS = 5_000;

  /**
   * Weight of transfer duration against waiting time when choosing a source among several. With 1
   * the link that brings the data first is taken, however long it is then busy.
   */
  private static final double BUSY_PRICE = 1.25;

  /** Bytes that a device moves in its own memory per nanosecond, where that was not measured. */
  private static final double ASSUMED_MEMORY = 300;

  /** Bytes that the host moves in its memory per nanosecond, where nothing is known of the work. */
  private static final double ASSUMED_HOST = 10;

  private final int devices;

  /** Nanoseconds per byte from one place to another; places are the host and then the devices. */
  private final double[] nanosPerByte;

  /** When each link is busy. */
  private final Bookings[] moves;

  /** When each device is busy, if it had no lag. */
  private final Bookings[] work;

  /** The latest predicted finish among the computations that have ended on each device. */
  private final double[] last;

  /**
   * How far the clock was beyond that finish when it was seen: later work of the device is delayed
   * by as much.
   */
  private final double[] lag;

  private final int[] unfinished;

  /** The latest predicted finish among all computations that have ended. */
  private double now;

  /** The computation at hand. */
  private final Request request;

  /** By place: when a link from there is free again of the parts that were looked at so far. */
  private final double[] queued;

  /** The device that the next three are about: what {@link #arrive} found last; -1 for none. */
  private int movingTo = -1;

  private double moving;

  private double movingFromHost;

  private double movedAt;

  private final Move move = new Move();

  private double arrived;

  // What was booked last.
  private double bookedStart;
  private double bookedNanos;

  /** A machine of {@code devices} devices, idle. */
  public FinishModel(BandwidthMatrix matrix, int devices) {
    this.devices = devices;
    nanosPerByte = new double[(devices + 1) * (devices + 1)];
    moves = idle(nanosPerByte.length);
    work = idle(devices);
    last = new double[devices];
    lag = new double[devices];
    unfinished = new int[devices];
    queued = new double[devices + 1];
    request = new Request(devices);
    install(matrix);
  }

  private static Bookings[] idle(int count) {
    Bookings[] made = new Bookings[count];
    for (int i = 0; i < count; i++) {
      made[i] = new Bookings();
    }
    return made;
  }

  /** Uses these bandwidths from now on. */
  public void install(BandwidthMatrix matrix) {
    movingTo = -1;
    for (int from = 0; from <= devices; from++) {
      for (int to = 0; to <= devices; to++) {
        nanosPerByte[link(from, to)] = 1 / matrix.between(from - 1, to - 1);
      }
    }
  }

  /**
   * Turns to a new computation.
   *
   * @param bytes of the memory that it reads or writes; a guess of its duration is based on them
   * @param share of a device that it can use, above 0 and at most 1; the rest is left to other
   *     computations
   */
  public void begin(long bytes, double share) {
    request.begin(bytes, share, now);
    movingTo = -1;
  }

  /**
   * It comes after a computation on {@code device}.
   *
   * @param finish what {@link #dispatched} returned for that one
   */
  public void after(int device, double finish) {
    request.after(device, finish + lag[device]);
    movingTo = -1;
  }

  /**
   * It needs {@code bytes} bytes that {@code places} hold up to date, or will hold when the parents
   * there have finished.
   *
   * @param places bit 0 for the host, bit d + 1 for device d; not empty
   * @param available since when copies are there: at index d for device d, the value of {@link
   *     #arrival} for the computation that brought the copy; null if all have been there for long
   */
  public void needs(long bytes, long places, double[] available) {
    request.needs(bytes, places, available);
    movingTo = -1;
  }

  /**
   * When it would finish on {@code device}, on the clock of the model: for comparison.
   *
   * @param nanos its expected duration there; negative if nothing is known of it
   */
  public double finish(int device, double nanos) {
    double duration = duration(device, nanos);
    move(device);
    return start(device, movedAt, duration) + lag[device] + duration;
  }

  /**
   * When it would finish on the host, which takes the data from the devices one after the other.
   *
   * @param nanos its expected duration there; negative if nothing is known of it
   * @param queued nanoseconds of work that the host does before
   */
  public double finishOnHost(double nanos, double queued) {
    double arrival = now;
    for (int part = 0; part < request.parts(); part++) {
      if ((request.places(part) & 1) == 0) {
        arrival = arriveOnHost(part, arrival);
      }
    }
    double duration = nanos >= 0 ? nanos : KERNEL_NANOS + request.touchedBytes() / ASSUMED_HOST;
    return Math.max(Math.max(request.latestParent(), arrival), now + queued) + duration;
  }

  private double arriveOnHost(int part, double begin) {
    double first = Double.POSITIVE_INFINITY;
    for (long rest = request.places(part); rest != 0; rest &= rest - 1) {
      int from = Long.numberOfTrailingZeros(rest);
      double nanos = TRANSFER_NANOS + request.bytes(part) * nanosPerByte[link(from, 0)];
      first = Math.min(first, Math.max(begin, since(part, from)) + nanos);
    }
    return first;
  }

  /**
   * When {@code device} would begin work of length {@code duration}, after the parents and the
   * data, if it had no lag.
   */
  private double start(int device, double arrival, double duration) {
    double earliest = Math.max(request.latestParent(), arrival);
    return work[device].fit(earliest - lag[device], request.share() * duration);
  }

  /** The time now, on the clock of the model. */
  public double now() {
    return now;
  }

  /** When {@code device} will have finished its work. */
  public double ready(int device) {
    return Math.max(now, work[device].end() + lag[device]);
  }

  /**
   * When the devices and their links from the host will have finished their work and the given
   * further work, if they share it evenly.
   *
   * @param kernelNanos more work of all devices together
   * @param hostNanos more transfers over the links from the host together
   */
  public double horizon(double kernelNanos, double hostNanos) {
    double kernels = kernelNanos;
    double transfers = hostNanos;
    for (int device = 0; device < devices; device++) {
      kernels += ready(device) - now;
      transfers += Math.max(0, moves[link(0, device + 1)].end() - now);
    }
    return now + Math.max(kernels, transfers) / devices;
  }

  /** How long the links would be busy with its data if it ran on {@code device}. */
  public double transferNanos(int device) {
    move(device);
    return moving;
  }

  /** The part of {@link #transferNanos} for data from the host. */
  public double hostTransferNanos(int device) {
    move(device);
    return movingFromHost;
  }

  /** Finds how its data would move to {@code device}, unless that was found last. */
  private void move(int device) {
    if (movingTo != device) {
      movedAt = arrive(device, false);
      movingTo = device;
    }
  }

  /**
   * It goes to {@code device}: later ones queue behind it, and behind its data.
   *
   * @param nanos as in {@link #finish}
   * @return the predicted finish, for {@link #after} and {@link #ended}
   */
  public double dispatched(int device, double nanos) {
    double duration = duration(device, nanos);
    double arrival = arrive(device, true);
    movingTo = -1;
    double start = start(device, arrival, duration);
    bookedStart = start;
    bookedNanos = request.share() * duration;
    work[device].book(bookedStart, bookedNanos);
    unfinished[device]++;
    arrived = arrival - lag[device];
    return start + duration;
  }

  /** When the data of the computation that was dispatched last has arrived on its device. */
  public double arrival() {
    return arrived;
  }

  /**
   * The computation for which {@link #dispatched} was called last did not go to {@code device},
   * though its data may have.
   */
  public void refused(int device) {
    work[device].cancel(bookedStart, bookedNanos);
    leave(device);
  }

  private void leave(int device) {
    movingTo = -1;
    if (--unfinished[device] == 0) {
      work[device].clear(now);
      last[device] = now;
      lag[device] = 0;
    } else {
      work[device].forgetBefore(now - lag[device]);
    }
  }

  /**
   * A computation was seen to have ended on {@code device}.
   *
   * @param finish what {@link #dispatched} returned for it
   */
  public void ended(int device, double finish) {
    now = Math.max(now, finish);
    last[device] = Math.max(last[device], finish);
    lag[device] = now - last[device];
    leave(device);
  }

  private double duration(int device, double nanos) {
    return nanos >= 0 ? nanos : passNanos(device, request.touchedBytes());
  }

  /** How long a computation takes on {@code device} if it uses all of {@code bytes} once. */
  public double passNanos(int device, long bytes) {
    double own = nanosPerByte[link(device + 1, device + 1)];
    return KERNEL_NANOS + bytes * (own > 0 ? own : 1 / ASSUMED_MEMORY);
  }

  /** How long {@code bytes} take from one device to another, over an idle link. */
  public double transferNanos(int from, int to, long bytes) {
    return TRANSFER_NANOS + bytes * nanosPerByte[link(from + 1, to + 1)];
  }

  /**
   * When its data has arrived on {@code device}, each part over the link that brings it first.
   *
   * @param book whether to queue it on the links
   */
  private double arrive(int device, boolean book) {
    double latest = now;
    boolean anyQueued = false;
    moving = 0;
    movingFromHost = 0;
    for (int part = 0; part < request.parts(); part++) {
      if ((request.places(part) & 2L << device) != 0) {
        latest = Math.max(latest, since(part, device + 1));
        continue;
      }
      if (!anyQueued) {
        Arrays.fill(queued, 0);
        anyQueued = true;
      }
      choose(part, device);
      moving += move.nanos;
      if (move.from == 0) {
        movingFromHost += move.nanos;
      }
      double end = move.begin + move.nanos;
      queued[move.from] = end;
      latest = Math.max(latest, end);
      if (book) {
        moves[link(move.from, device + 1)].forgetBefore(now);
        moves[link(move.from, device + 1)].book(move.begin, move.nanos);
      }
    }
    return latest;
  }

  /** Sets {@link #move} to the one that brings a part to {@code device} first. */
  private void choose(int part, int device) {
    move.from = 0;
    move.begin = 0;
    move.nanos = 0;
    double least = Double.POSITIVE_INFINITY;
    for (long rest = request.places(part); rest != 0; rest &= rest - 1) {
      int from = Long.numberOfTrailingZeros(rest);
      int link = link(from, device + 1);
      double nanos = TRANSFER_NANOS + request.bytes(part) * nanosPerByte[link];
      double begin = moves[link].fit(Math.max(queued[from], since(part, from)), nanos);
      if (begin + BUSY_PRICE * nanos < least) {
        least = begin + BUSY_PRICE * nanos;
        move.from = from;
        move.begin = begin;
        move.nanos = nanos;
      }
    }
  }

  /** Since when {@code place} has a part. */
  private double since(int part, int place) {
    if (place == 0) {
      return now;
    }
    double[] available = request.available(part);
    double written = request.parents(place - 1);
    return available == null ? written : Math.max(written, available[place - 1] + lag[place - 1]);
  }

  /** The move of a part of the data over a link. */
  private static final class Move {

    /** 0 for the host, d + 1 for device d. */
    int from;

    double begin;
    double nanos;
  }

  private int link(int from, int to) {
    return from * (devices + 1) + to;
  }
}
