package org.grcuda.runtime.scheduling;

import java.util.Arrays;
import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.completion.VertexWaits;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.stream.DevicesManager;
import org.grcuda.runtime.stream.StreamManager;

/**
 * Bounds the number of unfinished computations, and so the memory that they take: a thread that
 * submits beyond the bound waits. Also bounds the number on each device. A driver whose queue of a
 * device is full blocks the submitting thread; that thread holds the scheduling lock, and so would
 * block all others.
 */
public final class Admission {

  /**
   * A submitter waits until one in this many of the computations that may be unfinished has ended.
   */
  private static final int SHARE = 64;

  /**
   * A submitter waits until one in this many of the computations that fill a device's queue has
   * ended.
   */
  private static final int QUEUE_SHARE = 8;

  private final int most;

  /** The queue capacity of each device, in computations; null if no queue is bounded. */
  private final int[] capacities;

  private final SchedulingLock lock;
  private final StreamManager streams;
  private final CompletionTracker completion;
  private final VertexWaits waits;

  /**
   * Admission that bounds the work of one runtime.
   *
   * @param most most computations that may be unfinished
   */
  public Admission(
      int most,
      SchedulingLock lock,
      DevicesManager devices,
      StreamManager streams,
      CompletionTracker completion,
      VertexWaits waits) {
    this.waits = waits;
    this.most = most;
    this.lock = lock;
    this.streams = streams;
    this.completion = completion;
    capacities = capacities(devices);
  }

  private static int[] capacities(DevicesManager devices) {
    int[] capacities = new int[devices.count()];
    Arrays.setAll(capacities, device -> devices.device(device).queueCapacity());
    boolean bounded = Arrays.stream(capacities).anyMatch(capacity -> capacity < Integer.MAX_VALUE);
    return bounded ? capacities : null;
  }

  /**
   * If as many computations are unfinished as may be, waits without the lock for the oldest ones,
   * until a few fewer are. So the submitter is not woken for each one, and the devices never run
   * dry. Computations that wait for host code may wait for this very thread, so the wait ends if
   * nothing else is left. Called with the lock held, once; the runtime may be closed meanwhile.
   */
  public void await() {
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
      awaitHead(oldest);
      oldest = streams.oldest();
    }
  }

  /**
   * If {@code vertex}, which was just submitted, fills the queue of its device, waits without the
   * lock until there is room. This thread has to wait, rather than one that submits to another
   * device. Called with the lock held, once; the runtime may be closed meanwhile.
   */
  public void awaitRoom(Vertex vertex) {
    int device = vertex.deviceOrdinal;
    if (capacities == null
        || device == Places.HOST
        || streams.unfinished(device) < capacities[device]) {
      return;
    }
    completion.pollAll();
    int enough = capacities[device] - 1 - capacities[device] / QUEUE_SHARE;
    ComputeStream oldest = streams.oldest(on -> on == device);
    while (streams.unfinished(device) > enough && oldest != null) {
      awaitHead(oldest);
      oldest = streams.oldest(on -> on == device);
    }
  }

  private void awaitHead(ComputeStream stream) {
    Vertex first = stream.head;
    lock.unlock();
    try {
      waits.await(first);
    } finally {
      lock.lock();
    }
    completion.pollAll();
  }
}
