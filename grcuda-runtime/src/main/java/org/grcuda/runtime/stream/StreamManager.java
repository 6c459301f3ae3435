package org.grcuda.runtime.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.grcuda.driver.UsageException;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Gate;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.RetrieveNewStreamPolicy;

/**
 * The streams of every device: which one a computation takes, which are busy, and which free.
 * Guarded by the scheduling lock.
 */
public final class StreamManager {

  private final DeviceStreams[] streams;
  private final SchedulingLock lock;
  private final Gate gate;
  private ComputeStream[] busy = new ComputeStream[16];
  private int busyCount;
  private int numberedCount;

  /**
   * @param newStream whether streams without work are taken before new ones are made
   * @param limit most streams that are made on a device for computations that name none
   */
  public StreamManager(
      SchedulingLock lock,
      Gate gate,
      DevicesManager devices,
      RetrieveNewStreamPolicy newStream,
      int limit) {
    this.lock = lock;
    this.gate = gate;
    streams = new DeviceStreams[devices.count()];
    for (int i = 0; i < streams.length; i++) {
      streams[i] = new DeviceStreams(devices.device(i), newStream, limit, () -> numberedCount++);
    }
  }

  /** A stream for computations that name it, beyond the limit of pooled ones. */
  public ComputeStream createUserStream(int device) {
    lock.lock();
    try {
      gate.requireOpen();
      return streams[device].createUserStream();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Closes a stream of {@link #createUserStream}, which is destroyed when its submitted work has
   * ended; later work is refused. Idempotent.
   */
  public void closeUserStream(ComputeStream stream) {
    if (!stream.isUser()) {
      throw new IllegalArgumentException(stream + " is not the program's");
    }
    lock.lock();
    try {
      streams[stream.device()].closeUserStream(stream);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The computation that was submitted last to {@code stream}, a stream of the program; null if
   * there was none.
   */
  public Vertex last(ComputeStream stream) {
    lock.lock();
    try {
      return stream.last;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The first failure on {@code stream}, a stream of the program, that was not reported yet; null
   * if there is none.
   */
  public Vertex untoldFailure(ComputeStream stream) {
    lock.lock();
    try {
      return stream.untoldFailure();
    } finally {
      lock.unlock();
    }
  }

  /** Number of streams on {@code device}, without the program's. */
  public int streamCount(int device) {
    return streams[device].count();
  }

  /** Streams of {@code device} with unfinished work, as far as known. */
  public int busyStreams(int device) {
    return streams[device].busy;
  }

  /** Computations that are on streams of {@code device}, as far as known. */
  public int unfinished(int device) {
    return streams[device].unfinished;
  }

  /** Whether {@code device} has as many streams as it may have, and none is known to be idle. */
  public boolean isFull(int device) {
    return streams[device].isFull() && !streams[device].hasFree();
  }

  /** A stream of {@code device} for a computation that takes no parent's. */
  public ComputeStream retrieve(int device) {
    return streams[device].retrieve();
  }

  /** One of the streams that the runtime made on {@code device}, each in turn. */
  public ComputeStream nextToAsk(int device) {
    return streams[device].nextToAsk();
  }

  /**
   * Refuses work on a stream that was destroyed.
   *
   * @throws UsageException naming the stream
   */
  public static void requireOpen(Vertex vertex) {
    ComputeStream stream = vertex.placement().stream();
    if (stream != null && stream.isClosed) {
      throw new UsageException(stream + " was destroyed");
    }
  }

  /** The stream of {@code device} for transfers to it. */
  public ComputeStream toDevice(int device) {
    return streams[device].toDevice();
  }

  /** The stream of {@code device} for transfers from it to the host. */
  public ComputeStream fromDevice(int device) {
    return streams[device].fromDevice();
  }

  /** The last computation of each busy stream. */
  public List<Vertex> tails() {
    List<Vertex> tails = new ArrayList<>(busyCount);
    for (int i = 0; i < busyCount; i++) {
      tails.add(busy[i].tail);
    }
    return tails;
  }

  /** Computation {@code vertex} was accepted. */
  public static void submitted(Vertex vertex) {
    ComputeStream stream = vertex.placement().stream();
    if (stream != null) {
      stream.last = vertex;
    }
  }

  /** Computation {@code vertex} is held back. */
  public static void heldBack(Vertex vertex) {
    ComputeStream stream = vertex.placement().stream();
    if (stream != null) {
      stream.heldBack++;
    }
  }

  /** Computation {@code vertex}, which was held back, is with the driver now, or has ended. */
  public void resumed(Vertex vertex) {
    ComputeStream stream = vertex.placement().stream();
    if (stream != null) {
      stream.heldBack--;
      streams[stream.device()].closeIfDone(stream);
    }
  }

  /** Puts {@code vertex} at the end of {@code stream}. */
  public void append(Vertex vertex, ComputeStream stream) {
    if (stream.head == null) {
      if (busyCount == busy.length) {
        busy = Arrays.copyOf(busy, 2 * busyCount);
      }
      stream.busyIndex = busyCount;
      busy[busyCount++] = stream;
      streams[stream.device()].markBusy(stream);
    } else {
      streams[stream.device()].markUsed(stream);
    }
    stream.append(vertex);
    streams[stream.device()].unfinished++;
  }

  /** Takes the oldest computation off {@code stream}. */
  public void removeHead(ComputeStream stream) {
    stream.removeHead();
    streams[stream.device()].unfinished--;
    if (stream.head == null) {
      ComputeStream last = busy[--busyCount];
      busy[stream.busyIndex] = last;
      last.busyIndex = stream.busyIndex;
      busy[busyCount] = null;
      stream.busyIndex = -1;
      streams[stream.device()].markIdle(stream);
    }
  }

  /** Destroys {@code stream} if the program has closed it and all its work has ended. */
  public void closeIfDone(ComputeStream stream) {
    if (stream.isClosed) {
      streams[stream.device()].closeIfDone(stream);
    }
  }

  public int busyCount() {
    return busyCount;
  }

  public ComputeStream busyStream(int index) {
    return busy[index];
  }

  /** The busy stream whose oldest computation was dispatched first; null if none is busy. */
  public ComputeStream oldest() {
    return oldest(device -> true);
  }

  /** As {@link #oldest()}, among the devices that are {@code wanted}. */
  public ComputeStream oldest(IntPredicate wanted) {
    ComputeStream oldest = null;
    for (int i = 0; i < busyCount; i++) {
      if ((oldest == null || busy[i].head.sequence < oldest.head.sequence)
          && wanted.test(busy[i].device())) {
        oldest = busy[i];
      }
    }
    return oldest;
  }

  /**
   * An unfinished computation whose number is at most {@code id}, if possible the last of its
   * stream; null if there is none.
   */
  public Vertex latestUpTo(long id) {
    for (int i = 0; i < busyCount; i++) {
      if (busy[i].tail.id <= id) {
        return busy[i].tail;
      }
    }
    for (int i = 0; i < busyCount; i++) {
      for (Vertex vertex = busy[i].head; vertex != null; vertex = vertex.nextInStream) {
        if (vertex.id <= id) {
          return vertex;
        }
      }
    }
    return null;
  }

  public void close() {
    for (DeviceStreams device : streams) {
      device.close();
    }
  }
}
