package org.grcuda.runtime;

import java.util.Arrays;
import org.grcuda.driver.Stream;

/**
 * A stream of one device, with the computations on it that have not completed, oldest first.
 * Guarded by the scheduling lock, but for its identity.
 */
public final class ComputeStream {

  private static final long[] NO_WAITS = {};

  private final Stream stream;
  private final int device;
  private final int index;
  private final boolean user;

  /** Number among the pooled streams of the runtime, from 0; -1 for streams of the program. */
  private final int number;

  /** Unfinished computations, linked by {@link Vertex#nextInStream}. */
  Vertex head;

  Vertex tail;

  /** Position among the busy streams of the runtime, -1 while idle. */
  int busyIndex = -1;

  ComputeStream previousFree;
  ComputeStream nextFree;
  boolean isFree;

  /** Whether the program destroyed it: takes no new work. */
  boolean isClosed;

  /** What was submitted to it last, dispatched or not; null before. Of streams of the program. */
  Vertex last;

  /** Computations submitted to it that are held back. Of streams of the program. */
  int heldBack;

  /** The first failure on it that nobody was told of; null if there is none. */
  private Vertex failure;

  /** The latest parent on this stream of the vertex with sequence number {@code waitMark}. */
  Vertex latestParent;

  long waitMark;

  /** By number of another stream the latest sequence number there that this one comes after. */
  private long[] waitedFor = NO_WAITS;

  /** When the work on it began that is counted from {@link #workSequence}; for predictions. */
  long workBegan;

  /** Sequence number of the last computation before that work. */
  long workSequence;

  ComputeStream(Stream stream, int device, int index, int number) {
    this.stream = stream;
    this.device = device;
    this.index = index;
    this.user = number < 0;
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

  /** Its number on the device, from 0. */
  public int index() {
    return index;
  }

  /** Whether the program made it ({@link StreamManager#createUserStream}). */
  public boolean isUser() {
    return user;
  }

  /** Whether it has been made to wait for {@code parent}, or for what comes after it there. */
  boolean hasWaitedFor(Vertex parent) {
    int other = parent.stream.number;
    return other >= 0 && other < waitedFor.length && parent.sequence <= waitedFor[other];
  }

  /** It waits for {@code parent}, on another stream, and for what that one's stream waited for. */
  void waitsFor(Vertex parent) {
    ComputeStream other = parent.stream;
    if (other.number < 0) {
      return;
    }
    // What the other stream was made to wait for later than the parent is not implied.
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

  /** Waits that were noted may not have reached the device. */
  void forgetWaits() {
    waitedFor = NO_WAITS;
  }

  /** Remembers how {@code vertex}, which was submitted to it, ended. */
  void noteEnd(Vertex vertex) {
    if (vertex.isFailed() && (failure == null || !failure.isUntoldFailure())) {
      failure = vertex;
    }
  }

  /** The first failure on it that nobody was told of; null if there is none. */
  Vertex untoldFailure() {
    return failure != null && failure.isUntoldFailure() ? failure : null;
  }

  void append(Vertex vertex) {
    if (tail == null) {
      head = vertex;
    } else {
      tail.nextInStream = vertex;
    }
    tail = vertex;
  }

  void removeHead() {
    Vertex removed = head;
    head = removed.nextInStream;
    removed.nextInStream = null;
    if (head == null) {
      tail = null;
    }
  }

  @Override
  public String toString() {
    return "stream " + index + " of device " + device;
  }
}
