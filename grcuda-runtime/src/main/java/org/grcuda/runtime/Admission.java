package org.grcuda.runtime;

/**
 * Bounds the computations that are unfinished, and so the memory that they take: whoever submits
 * beyond that waits.
 */
final class Admission {

  /** Of the computations that may be unfinished, the part that ends while a submitter waits. */
  private static final int SHARE = 64;

  private final int most;
  private final SchedulingLock lock;
  private final StreamManager streams;
  private final CompletionTracker completion;
  private final VertexWaits waits;

  Admission(
      int most,
      SchedulingLock lock,
      StreamManager streams,
      CompletionTracker completion,
      VertexWaits waits) {
    this.waits = waits;
    this.most = most;
    this.lock = lock;
    this.streams = streams;
    this.completion = completion;
  }

  /**
   * Where as much is unfinished as may be, waits, out of the lock, for the oldest computations
   * until a little less is: so the submitter is not woken for each one, and the devices never run
   * dry. What waits for host code may wait for this very thread, and does not count once nothing
   * else is left. Called with the lock held, once; the runtime may be closed meanwhile.
   */
  void await() {
    if (completion.unfinished() < most) {
      return;
    }
    completion.pollAll();
    if (completion.unfinished() < most) {
      return;
    }
    long enough = most - 1 - most / SHARE;
    ComputeStream oldest = streams.oldest();
    while (completion.unfinished() > enough && oldest != null) {
      Vertex first = oldest.head;
      lock.unlock();
      try {
        waits.await(first);
      } finally {
        lock.lock();
      }
      completion.pollAll();
      oldest = streams.oldest();
    }
  }
}
