package org.grcuda.driver.queue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.Device;
import org.grcuda.driver.Stream;
import org.grcuda.driver.UsageException;

/** A stream of {@link CommandQueues}. */
public final class QueuedStream implements Stream {

  private final CommandQueues queues;
  private final Device device;
  private final int number;
  // The batches not yet done, oldest first.
  private Batch head;
  private Batch tail;
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
    queues.executor().asked();
    // A thread that saw the last event complete must see the stream idle, so a "no" is checked
    // again.
    synchronized (queues) {
      return idle;
    }
  }

  @Override
  public void synchronize() {
    requireOpen();
    if (!idle) {
      queues.awaitUninterruptibly(queues.end(this));
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
      throw new UsageException(this + " is closed");
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** The oldest batch that is not done; the lock of the queues is held, as below. */
  Batch head() {
    return head;
  }

  /** The commands not yet done, oldest first. */
  List<QueuedCommand> pending() {
    List<QueuedCommand> pending = new ArrayList<>();
    for (Batch batch = head; batch != null; batch = batch.next) {
      for (int i = batch.done(); i < batch.count() && batch.isSubmitted(); i++) {
        pending.add(batch.command(i));
      }
    }
    return pending;
  }

  void add(Batch batch) {
    if (tail == null) {
      head = batch;
      idle = false;
    } else {
      tail.next = batch;
    }
    tail = batch;
  }

  /** Takes the oldest command out. */
  void remove(QueuedCommand.State end) {
    Batch batch = head;
    batch.settle(end);
    busy = false;
    if (!batch.isDone()) {
      return;
    }
    head = batch.next;
    batch.next = null;
    if (head == null) {
      tail = null;
      idle = true;
    }
  }

  /** Whether the executor has begun the head. */
  boolean isBusy() {
    return busy;
  }

  void setBusy() {
    busy = true;
  }
}
