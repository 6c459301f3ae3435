package org.grcuda.runtime.scheduling;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.EarlyMoves;
import org.grcuda.runtime.computation.NotReadyException;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/**
 * What threads do without the scheduling lock for computations that they are submitting: see {@link
 * NotReadyException}. The runtime is not closed meanwhile.
 */
public final class Preparations {

  private final SchedulingLock lock;
  private final Condition ended;

  /** What something is done for. */
  private final Set<Vertex> vertices = new HashSet<>();

  private final BiConsumer<Vertex, ComputeStream> enqueue;

  /**
   * @param enqueue puts on a stream what the device has nothing to do for
   */
  public Preparations(SchedulingLock lock, BiConsumer<Vertex, ComputeStream> enqueue) {
    this.lock = lock;
    this.enqueue = enqueue;
    ended = lock.newCondition();
  }

  /** {@code vertex} lacks something, and {@link #prepare} is called next. With the lock held. */
  public void begin(Vertex vertex) {
    vertices.add(vertex);
  }

  /**
   * Does what {@code vertex} lacks, until it is taken in. Called without the lock.
   *
   * @param again takes it in, or returns what is missing still; called without the lock. Other
   *     threads submit meanwhile, so parents are looked for again
   * @throws RuntimeException what {@code again} throws, or the driver: then the vertex is given up
   */
  public void prepare(Vertex vertex, NotReadyException first, Supplier<NotReadyException> again) {
    try {
      NotReadyException missing = first;
      while (missing != null) {
        missing.prepare();
        missing = again.get();
      }
    } catch (RuntimeException | Error e) {
      giveUp(vertex, e);
      throw e;
    } finally {
      end(vertex);
    }
  }

  /** What moves for {@code vertex} keeps the memory until the device has moved it. */
  private void giveUp(Vertex vertex, Throwable reason) {
    lock.lock();
    try {
      EarlyMoves moves = vertex.held == null ? null : vertex.held.earlyMoves;
      Vertex marker = moves == null ? null : moves.marker();
      if (marker != null) {
        enqueue.accept(marker, moves.stream());
        vertex.held.earlyMoves = null;
      }
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    } finally {
      lock.unlock();
    }
  }

  private void end(Vertex vertex) {
    lock.lock();
    try {
      vertices.remove(vertex);
      vertex.endEarlyMoves();
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no thread prepares anything. Called with the lock held, once. */
  public void awaitNone() {
    while (!vertices.isEmpty()) {
      ended.awaitUninterruptibly();
    }
  }
}
