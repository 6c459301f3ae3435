package org.grcuda.runtime.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.grcuda.driver.Device;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.policy.RetrieveNewStreamPolicy;

/** The streams of one device: at most a given number of pooled ones, and those of the program. */
final class DeviceStreams {

  private final Device device;
  private final RetrieveNewStreamPolicy newStream;
  private final int limit;
  private final IntSupplier numbers;
  private final List<ComputeStream> pooled = new ArrayList<>();
  private final List<ComputeStream> user = new ArrayList<>();
  private ComputeStream toDevice;
  private ComputeStream fromDevice;

  /** Pooled streams without work, the one that has been idle for the longest time first. */
  private final StreamList free = new StreamList();

  /** The other pooled streams, the one that got no work for the longest time first. */
  private final StreamList inUse = new StreamList();

  private int userStreamsMade;
  private int asked;
  int busy;

  /** Computations on its streams, those of transfers too. */
  int unfinished;

  /**
   * @param numbers gives each stream that the runtime makes a number, from 0
   */
  DeviceStreams(Device device, RetrieveNewStreamPolicy newStream, int limit, IntSupplier numbers) {
    this.device = device;
    this.newStream = newStream;
    this.limit = limit;
    this.numbers = numbers;
  }

  /**
   * A stream for a computation that takes no parent's. It stays free until work is put on it. If
   * none is free and none may be made, it is the stream that got no work for the longest time. So
   * even then as many independent computations run side by side as there are streams.
   */
  ComputeStream retrieve() {
    boolean mayCreate = pooled.size() < limit;
    ComputeStream idle = free.first();
    if (idle != null && !(mayCreate && newStream == RetrieveNewStreamPolicy.ALWAYS_NEW)) {
      return idle;
    }
    if (mayCreate) {
      ComputeStream created =
          new ComputeStream(
              device.createStream(),
              device.ordinal(),
              pooled.size(),
              ComputeStream.Kind.POOLED,
              numbers.getAsInt());
      pooled.add(created);
      free.add(created);
      return created;
    }
    return inUse.first();
  }

  /** One of the pooled streams, each in turn; there must be at least one. */
  ComputeStream nextToAsk() {
    asked = asked + 1 < pooled.size() ? asked + 1 : 0;
    return pooled.get(asked);
  }

  boolean hasFree() {
    return free.first() != null;
  }

  boolean isFull() {
    return pooled.size() >= limit;
  }

  ComputeStream createUserStream() {
    int index = limit + userStreamsMade++;
    ComputeStream created =
        new ComputeStream(
            device.createStream(), device.ordinal(), index, ComputeStream.Kind.USER, -1);
    user.add(created);
    return created;
  }

  /**
   * Refuses new work on {@code stream}; its earlier work is still done, and may still get its event
   * there.
   */
  void closeUserStream(ComputeStream stream) {
    stream.isClosed = true;
    closeIfDone(stream);
  }

  /** Releases a stream of the program that was closed, once all its work has ended. */
  void closeIfDone(ComputeStream stream) {
    boolean done = stream.heldBack == 0 && stream.head == null;
    if (stream.isClosed && done && user.remove(stream)) {
      stream.driverStream().close();
    }
  }

  /** The stream of transfers to this device. */
  ComputeStream toDevice() {
    if (toDevice == null) {
      toDevice =
          new ComputeStream(
              device.createStream(),
              device.ordinal(),
              ComputeStream.TO_DEVICE_INDEX,
              ComputeStream.Kind.TO_DEVICE,
              numbers.getAsInt());
    }
    return toDevice;
  }

  /** The stream of transfers from this device to the host. */
  ComputeStream fromDevice() {
    if (fromDevice == null) {
      fromDevice =
          new ComputeStream(
              device.createStream(),
              device.ordinal(),
              ComputeStream.FROM_DEVICE_INDEX,
              ComputeStream.Kind.FROM_DEVICE,
              numbers.getAsInt());
    }
    return fromDevice;
  }

  void markBusy(ComputeStream stream) {
    if (stream.isTransfer()) {
      return;
    }
    busy++;
    if (stream.isPooled()) {
      free.remove(stream);
      inUse.add(stream);
    }
  }

  /** Work was put on {@code stream}, which already has work. */
  void markUsed(ComputeStream stream) {
    if (stream.isPooled()) {
      inUse.remove(stream);
      inUse.add(stream);
    }
  }

  void markIdle(ComputeStream stream) {
    if (stream.isTransfer()) {
      return;
    }
    busy--;
    if (stream.isPooled()) {
      inUse.remove(stream);
      free.add(stream);
    }
  }

  int count() {
    return pooled.size();
  }

  List<ComputeStream> pooled() {
    return pooled;
  }

  void close() {
    for (ComputeStream stream : pooled) {
      stream.driverStream().close();
    }
    for (ComputeStream stream : user) {
      stream.driverStream().close();
    }
    if (toDevice != null) {
      toDevice.driverStream().close();
    }
    if (fromDevice != null) {
      fromDevice.driverStream().close();
    }
    pooled.clear();
    user.clear();
    toDevice = null;
    fromDevice = null;
    free.clear();
    inUse.clear();
  }
}
