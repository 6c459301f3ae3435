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
 * All that was submitted and has not ended, as one thing to wait for. What is asked with the
 * scheduling lock held says so.
 */
public final class UnfinishedWork {

  private final SchedulingLock lock;
  private final Gate gate;
  private final StreamManager streams;
  private final Deferred deferred;
  private final CompletionTracker completion;
  private final VertexWaits waits;

  /** What is ready and kept back; null where nothing ever is. */
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
   * The last of each stream, and what is on none, but for what waits for host code of this thread:
   * when these have ended, all has. With the scheduling lock held.
   */
  List<Vertex> last() {
    completion.pollAll();
    List<Vertex> last = streams.tails();
    last.addAll(deferred.upTo(gate.lastId()));
    return last;
  }

  /** Waits for {@code vertex} alone, whatever its end. */
  public void await(Vertex vertex) {
    if (!vertex.isComplete()) {
      waits.await(vertex);
    }
  }

  /** Waits for everything submitted before: {@code GpuRuntime.synchronize}. */
  public void await() {
    await(lastId(), waits::await);
    lock.awaitReleases();
  }

  /** Waits for everything, blocking with {@code by}: nothing comes any more. */
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

  /** Whether there is nothing. */
  public boolean isEmpty() {
    return some(Long.MAX_VALUE).isEmpty();
  }

  /** Waits for the frees that wait for no host code: {@code GpuRuntime.awaitFrees}. */
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
   * The last computation of the stream that has waited for longest; null if none is known. With the
   * scheduling lock held.
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
   * One that is on a stream, or else all that are not; of those whose number is at most {@code id}.
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
