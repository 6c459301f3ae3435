package org.grcuda.runtime;

import org.grcuda.driver.Stream;

/**
 * A stream of one device, with the computations on it that have not completed, oldest first.
 * Guarded by the scheduling lock, but for its identity.
 */
public final class ComputeStream {

  private final Stream stream;
  private final int device;
  private final int index;
  private final boolean user;

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

  ComputeStream(Stream stream, int device, int index, boolean user) {
    this.stream = stream;
    this.device = device;
    this.index = index;
    this.user = user;
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
