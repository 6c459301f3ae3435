package org.grcuda.runtime.scheduling;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.function.Supplier;
import org.grcuda.driver.DriverException;
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

  /** Nothing is prepared. */
  public Preparations(SchedulingLock lock) {
    this.lock = lock;
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
   * @throws RuntimeException what {@code again} throws, or the driver: then the vertex is given up,
   *     and nothing moves for it any more
   */
  public void prepare(Vertex vertex, NotReadyException first, Supplier<NotReadyException> again) {
    try {
      NotReadyException missing = first;
      while (missing != null) {
        missing.prepare();
        missing = again.get();
      }
    } catch (RuntimeException | Error e) {
      awaitMoves(vertex, e);
      throw e;
    } finally {
      end(vertex);
    }
  }

  private static void awaitMoves(Vertex vertex, Throwable reason) {
    try {
      if (vertex.held != null && vertex.held.earlyMoves != null) {
        vertex.held.earlyMoves.awaitEnd();
      }
    } catch (DriverException e) {
      reason.addSuppressed(e);
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
