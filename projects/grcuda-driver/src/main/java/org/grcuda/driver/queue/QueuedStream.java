package org.grcuda.driver.queue;

import java.util.ArrayDeque;
import org.grcuda.driver.Device;
import org.grcuda.driver.Stream;

/** A stream of {@link CommandQueues}. */
public final class QueuedStream implements Stream {

  private final CommandQueues queues;
  private final Device device;
  private final int number;
  private final ArrayDeque<QueuedCommand> queue = new ArrayDeque<>();
  private boolean busy;
  private volatile boolean idle = true;
  private volatile boolean closed;

  QueuedStream(CommandQueues queues, Device device, int number) {
    this.queues = queues;
    this.device = device;
    this.number = number;
  }

  @Override
  public Device device() {
    return device;
  }

  /** Position among the streams ever created by the driver, from 0. */
  public int number() {
    return number;
  }

  @Override
  public boolean isIdle() {
    requireOpen();
    if (idle) {
      return true;
    }
    // Whoever saw the last event complete must see the stream idle, so a "no" is looked at twice.
    synchronized (queues) {
      return idle;
    }
  }

  @Override
  public void synchronize() {
    requireOpen();
    if (!idle) {
      queues.end(this).awaitUninterruptibly();
    }
  }

  @Override
  public void close() {
    synchronized (queues) {
      if (!closed) {
        closed = true;
        queues.closed(this);
      }
    }
  }

  /** One line, such as {@code "stream 3 of device 0"}. */
  @Override
  public String toString() {
    return "stream " + number + " of device " + device.ordinal();
  }

  CommandQueues queues() {
    return queues;
  }

  void requireOpen() {
    queues.requireOpen();
    if (closed) {
      throw new IllegalStateException(this + " is closed");
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** The commands not yet done, oldest first; the lock of the queues is held, as below. */
  ArrayDeque<QueuedCommand> queue() {
    return queue;
  }

  void add(QueuedCommand command) {
    queue.add(command);
    idle = false;
  }

  /** Takes the head out of the queue. */
  void remove(QueuedCommand.State end) {
    queue.remove().settle(end);
    busy = false;
    idle = queue.isEmpty();
  }

  /** Whether the executor has begun the head. */
  boolean isBusy() {
    return busy;
  }

  void setBusy() {
    busy = true;
  }
}
