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
 * Bounds the computations that are unfinished, and so the memory that they take: whoever submits
 * beyond that waits. Also bounds those on each device: where the driver's queue is full it blocks
 * whoever submits, who holds the scheduling lock, and so all others.
 */
public final class Admission {

  /** Of the computations that may be unfinished, the part that ends while a submitter waits. */
  private static final int SHARE = 64;

  /** Of the computations that fill a device's queue, the part that ends while a submitter waits. */
  private static final int QUEUE_SHARE = 8;

  private final int most;

  /** Of each device; null if no queue is bounded. */
  private final int[] capacities;

  private final SchedulingLock lock;
  private final StreamManager streams;
  private final CompletionTracker completion;
  private final VertexWaits waits;

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
   * Where as much is unfinished as may be, waits, out of the lock, for the oldest computations
   * until a little less is: so the submitter is not woken for each one, and the devices never run
   * dry. What waits for host code may wait for this very thread, and does not count once nothing
   * else is left. Called with the lock held, once; the runtime may be closed meanwhile.
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
   * Where {@code vertex}, just submitted, fills the queue of its device, waits, out of the lock,
   * until there is room: it is this thread that has to, not one that submits to another device.
   * Called with the lock held, once; the runtime may be closed meanwhile.
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
