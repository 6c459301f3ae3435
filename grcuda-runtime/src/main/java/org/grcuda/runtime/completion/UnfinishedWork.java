package org.grcuda.runtime.completion;

import java.util.List;
import java.util.function.Consumer;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Gate;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.stream.StreamManager;
import org.grcuda.runtime.sync.Blocker;

/**
 * All computations that were submitted and have not ended, as one thing to wait for. Methods are
 * called without the scheduling lock, unless they say otherwise.
 */
public final class UnfinishedWork {

  private final SchedulingLock lock;
  private final Gate gate;
  private final StreamManager streams;
  private final Deferred deferred;
  private final CompletionTracker completion;
  private final VertexWaits waits;

  /** The ready computations that are kept back; null if none ever are. */
  private final KeptBack kept;

  public UnfinishedWork(
      SchedulingLock lock,
      Gate gate,
      StreamManager streams,
      Deferred deferred,
      CompletionTracker completion,
      VertexWaits waits,
      KeptBack kept) {
    this.lock = lock;
    this.gate = gate;
    this.streams = streams;
    this.deferred = deferred;
    this.completion = completion;
    this.waits = waits;
    this.kept = kept;
  }

  /**
   * The last computation of each stream, and the deferred computations, except those that wait for
   * host code of this thread. When they have ended, everything has that was submitted and does not
   * wait for that host code. With the scheduling lock held.
   */
  List<Vertex> last() {
    completion.pollAll();
    List<Vertex> last = streams.tails();
    last.addAll(deferred.upTo(gate.lastId()));
    return last;
  }

  /** Waits until {@code vertex} has ended, with or without a failure. */
  public void await(Vertex vertex) {
    if (!vertex.isComplete()) {
      waits.await(vertex);
    }
  }

  /**
   * Waits for everything submitted before, and for memory that is being released: {@code
   * GpuRuntime.synchronize}.
   */
  public void await() {
    await(lastId(), waits::await);
    lock.awaitReleases();
  }

  /** Waits for everything, blocking with {@code by}. Nothing is submitted any more. */
  public void awaitLast(Blocker by) {
    await(Long.MAX_VALUE, vertex -> waits.await(vertex, by));
  }

  private void await(long upTo, Consumer<Vertex> wait) {
    List<Vertex> some = some(upTo);
    while (!some.isEmpty()) {
      for (Vertex vertex : some) {
        if (!vertex.isComplete()) {
          wait.accept(vertex);
        }
      }
      some = some(upTo);
    }
  }

  /**
   * Whether nothing is left to wait for. What waits for host code of this thread does not count.
   */
  public boolean isEmpty() {
    return some(Long.MAX_VALUE).isEmpty();
  }

  /** Waits for all frees, except those that wait for host code: {@code GpuRuntime.awaitFrees}. */
  public void awaitFrees() {
    long upTo = lastId();
    Vertex next = onStreamUpTo(upTo);
    while (next != null) {
      waits.await(next);
      next = onStreamUpTo(upTo);
    }
    lock.awaitReleases();
  }

  /** Learns what has completed. With the scheduling lock held. */
  public void poll() {
    completion.pollAll();
  }

  /**
   * The last computation of the stream whose oldest computation was dispatched first; null if no
   * stream is busy. With the scheduling lock held.
   */
  public Vertex any() {
    completion.pollAll();
    ComputeStream stream = streams.oldest();
    return stream == null ? null : stream.tail;
  }

  private long lastId() {
    lock.lock();
    try {
      return gate.lastId();
    } finally {
      lock.unlock();
    }
  }

  private Vertex onStreamUpTo(long id) {
    lock.lock();
    try {
      if (kept != null) {
        kept.flush();
      }
      completion.pollAll();
      return streams.latestUpTo(id);
    } finally {
      lock.unlock();
    }
  }

  /**
   * One computation that is on a stream; if there is none, all deferred ones. Only computations
   * whose numbers are at most {@code id}.
   */
  private List<Vertex> some(long id) {
    lock.lock();
    try {
      completion.pollAll();
      Vertex onStream = streams.latestUpTo(id);
      return onStream != null ? List.of(onStream) : deferred.upTo(id);
    } finally {
      lock.unlock();
    }
  }
}
