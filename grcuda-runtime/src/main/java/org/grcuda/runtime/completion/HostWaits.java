package org.grcuda.runtime.completion;

import java.util.concurrent.locks.LockSupport;
import org.grcuda.driver.Event;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Observation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.HybridWait;
import org.grcuda.runtime.sync.HybridWaits;
import org.grcuda.runtime.sync.SyncPolicy;
import org.grcuda.runtime.sync.WaitKey;

/**
 * The way in which host threads wait for the events of computations, as the {@link SyncPolicy}
 * says. For hybrid waits it notes when the work of each stream began, because predictions count
 * from that time.
 *
 * <p>Guarded by the scheduling lock, except for the waits themselves.
 */
public final class HostWaits {

  private final SyncPolicy policy;
  private final HybridWaits hybrid;

  /**
   * Waits by {@code policy}.
   *
   * @param thresholdNanos longest time that a hybrid wait polls, in nanoseconds; 0 for what a
   *     wake-up was measured to take
   */
  public HostWaits(SyncPolicy policy, long thresholdNanos) {
    this.policy = policy;
    hybrid =
        policy == SyncPolicy.HYBRID
            ? new HybridWaits(System::nanoTime, LockSupport::parkNanos, thresholdNanos)
            : null;
  }

  /**
   * Notes that work begins on {@code stream}, which had none: {@code first} was dispatched to it.
   */
  void workBegins(ComputeStream stream, Vertex first) {
    if (hybrid != null) {
      stream.workBegan = hybrid.now();
      stream.workSequence = first.sequence - 1;
    }
  }

  /** Begins a wait for {@code vertex}, which is on a stream. */
  HostWait begin(Vertex vertex) {
    ComputeStream stream = vertex.stream;
    if (hybrid == null) {
      return new HostWait(vertex, policy, null);
    }
    int depth = (int) (vertex.sequence - stream.workSequence);
    WaitKey key =
        new WaitKey(vertex.name(), stream.device(), threads(vertex), bytes(vertex), depth);
    return new HostWait(
        vertex, policy, hybrid.begin(vertex.event, key, stream.workBegan, guess(vertex, depth)));
  }

  /** Learns from {@code wait}, which saw its vertex complete. */
  void end(HostWait wait) {
    if (wait.hybrid != null) {
      Vertex vertex = wait.vertex;
      ComputeStream stream = vertex.stream;
      if (isMeasured(vertex) && vertex.sequence == stream.workSequence + 1) {
        wait.hybrid.measured(vertex.event.elapsedNanos(vertex.observation.begin));
      }
      hybrid.end(wait.hybrid);
      if (stream != null && vertex.sequence > stream.workSequence) {
        stream.workBegan = wait.hybrid.ended();
        stream.workSequence = vertex.sequence;
      }
    }
  }

  /** Whether the device has measured how long {@code vertex}, which is complete, took. */
  private static boolean isMeasured(Vertex vertex) {
    return vertex.stream != null
        && vertex.observation != null
        && vertex.observation.timed
        && vertex.event.failure() == null;
  }

  /** How long launches like {@code vertex} took before, by the device's clock; -1 if unknown. */
  private static long guess(Vertex vertex, int depth) {
    Observation observation = vertex.observation;
    if (depth != 1 || observation == null || observation.profile == null) {
      return -1;
    }
    return (long) observation.profile.expectedNanos(vertex.device(), observation.sizeClass);
  }

  private static long threads(Vertex vertex) {
    LaunchShape shape = vertex.shape;
    return shape == null ? 0 : shape.blocks() * shape.threadsPerBlock();
  }

  private static long bytes(Vertex vertex) {
    long bytes = 0;
    for (Access access : vertex.accesses()) {
      bytes += access.region().length();
    }
    return bytes;
  }

  /** One wait, by one thread. */
  static final class HostWait {

    private final Vertex vertex;
    private final Event event;
    private final SyncPolicy policy;
    private final HybridWait hybrid;

    private HostWait(Vertex vertex, SyncPolicy policy, HybridWait hybrid) {
      this.vertex = vertex;
      this.event = vertex.event;
      this.policy = policy;
      this.hybrid = hybrid;
    }

    /** What is waited for; it keeps its event meanwhile. */
    Vertex vertex() {
      return vertex;
    }

    Event event() {
      return event;
    }

    /** Returns when the event has completed. May be called again after an interrupt. */
    void await() throws InterruptedException {
      if (hybrid != null) {
        hybrid.await();
      } else {
        policy.await(event);
      }
    }
  }
}
