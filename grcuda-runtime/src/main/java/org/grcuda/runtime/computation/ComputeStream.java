package org.grcuda.runtime.computation;

import java.util.Arrays;
import org.grcuda.driver.Stream;

/**
 * A stream of one device, with the computations on it that have not completed, oldest first.
 * Guarded by the scheduling lock, except for its identity.
 */
public final class ComputeStream {

  private static final long[] NO_WAITS = {};

  /** Number of the stream of transfers to a device. */
  public static final int TO_DEVICE_INDEX = -2;

  /** Number of the stream of transfers from a device to the host. */
  public static final int FROM_DEVICE_INDEX = -3;

  /** What a stream is for. */
  public enum Kind {
    /** Computations, as the policies decide. */
    POOLED,
    /** Computations that name it. */
    USER,
    /** Transfers to its device. */
    TO_DEVICE,
    /** Transfers from its device to the host. */
    FROM_DEVICE
  }

  private final Stream stream;
  private final int device;
  private final int index;
  private final Kind kind;

  /** Number among the streams that the runtime made, from 0; -1 for streams of the program. */
  private final int number;

  /** Unfinished computations, linked by {@link Vertex#nextInStream}. */
  public Vertex head;

  public Vertex tail;

  /** Number of computations at its end without an event: see {@code Bursts}. */
  public int unrecorded;

  /** Position among the busy streams of the runtime, -1 while idle. */
  public int busyIndex = -1;

  public ComputeStream previousOnList;
  public ComputeStream nextOnList;

  /** Whether the program destroyed it; then it takes no new work. */
  public boolean isClosed;

  /**
   * On a stream of the program, the computation submitted last, dispatched or not; null before the
   * first.
   */
  public Vertex last;

  /** On a stream of the program, the number of submitted computations that are held back. */
  public int heldBack;

  /** The first failure on it that was not reported yet; null if there is none. */
  private Vertex failure;

  /** The latest parent on this stream of the vertex with sequence number {@code waitMark}. */
  public Vertex latestParent;

  public long waitMark;

  /**
   * What {@link StreamOrder} has seen on it; 0 while it does not look. On a stream for transfers,
   * the sources of these; on another stream, the largest sequence number.
   */
  long seen;

  /** By number of another stream, the latest sequence number there that this stream comes after. */
  private long[] waitedFor = NO_WAITS;

  /** When the work after {@link #workSequence} began on it; for predictions. */
  public long workBegan;

  /** Sequence number of the last computation before that work. */
  public long workSequence;

  public ComputeStream(Stream stream, int device, int index, Kind kind, int number) {
    this.stream = stream;
    this.device = device;
    this.index = index;
    this.kind = kind;
    this.number = number;
  }

  /** The driver's stream. */
  public Stream driverStream() {
    return stream;
  }

  /** Ordinal of its device. */
  public int device() {
    return device;
  }

  /**
   * Its number on the device, from 0; {@link #TO_DEVICE_INDEX} and {@link #FROM_DEVICE_INDEX} for
   * those of transfers.
   */
  public int index() {
    return index;
  }

  /** Whether the program made it ({@code StreamManager.createUserStream}). */
  public boolean isUser() {
    return kind == Kind.USER;
  }

  /** Whether the runtime chooses what runs on it. */
  public boolean isPooled() {
    return kind == Kind.POOLED;
  }

  /** Whether it is for transfers, in either direction. */
  public boolean isTransfer() {
    return kind == Kind.TO_DEVICE || kind == Kind.FROM_DEVICE;
  }

  /**
   * Whether it has been made to wait for {@code parent}, or for a later computation of the parent's
   * stream.
   */
  public boolean hasWaitedFor(Vertex parent) {
    int other = parent.stream.number;
    return other >= 0 && other < waitedFor.length && parent.sequence <= waitedFor[other];
  }

  /**
   * Notes that it waits for {@code parent}, on another stream, and so for everything that the
   * parent's stream had waited for.
   */
  public void waitsFor(Vertex parent) {
    ComputeStream other = parent.stream;
    if (other.number < 0) {
      return;
    }
    // Waits that the other stream was given after the parent are not implied.
    long[] implied = parent == other.tail ? other.waitedFor : NO_WAITS;
    int length = Math.max(other.number + 1, implied.length);
    if (length > waitedFor.length) {
      waitedFor = Arrays.copyOf(waitedFor, length);
    }
    for (int i = 0; i < implied.length; i++) {
      waitedFor[i] = Math.max(waitedFor[i], implied[i]);
    }
    waitedFor[other.number] = parent.sequence;
  }

  /** Forgets all noted waits, as they may not have reached the device. */
  public void forgetWaits() {
    waitedFor = NO_WAITS;
  }

  /** Remembers how {@code vertex}, which was submitted to it, ended. */
  public void noteEnd(Vertex vertex) {
    if (vertex.isFailed() && (failure == null || !failure.isUntoldFailure())) {
      failure = vertex;
    }
  }

  /** The first failure on it that was not reported yet; null if there is none. */
  public Vertex untoldFailure() {
    return failure != null && failure.isUntoldFailure() ? failure : null;
  }

  public void append(Vertex vertex) {
    if (tail == null) {
      head = vertex;
    } else {
      tail.nextInStream = vertex;
    }
    tail = vertex;
  }

  public void removeHead() {
    Vertex removed = head;
    head = removed.nextInStream;
    removed.nextInStream = null;
    if (head == null) {
      tail = null;
    }
  }

  @Override
  public String toString() {
    return switch (kind) {
      case POOLED, USER -> "stream " + index + " of device " + device;
      case TO_DEVICE -> "transfers to device " + device;
      case FROM_DEVICE -> "transfers from device " + device;
    };
  }
}
