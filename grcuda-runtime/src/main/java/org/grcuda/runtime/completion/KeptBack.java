package org.grcuda.runtime.completion;

import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.grcuda.runtime.computation.Vertex;

/**
 * Takes computations out of a {@link ReadyQueue} and dispatches them, whenever there is a reason
 * to. Guarded by the scheduling lock.
 */
public final class KeptBack {

  private final ReadyQueue queue;
  private final Consumer<Vertex> dispatch;
  private final WorkSignal signal;
  private final int devices;
  private final IntUnaryOperator busyStreams;
  private final IntSupplier heldBack;

  /** Devices that had unfinished work after the last {@link #feed}: bit d for device d. */
  private long wereBusy;

  private long latestId;
  private long latestAtTick;

  /**
   * @param busyStreams number of busy streams of a device
   * @param heldBack number of computations that are held back, in the queue or for another reason
   * @param dispatch hands a computation that was kept back to the driver, and releases what waited
   *     for it
   * @param signal is given when something is kept; {@link #tick} is to be called from then on
   */
  public KeptBack(
      ReadyQueue queue,
      int devices,
      IntUnaryOperator busyStreams,
      IntSupplier heldBack,
      Consumer<Vertex> dispatch,
      WorkSignal signal) {
    this.dispatch = dispatch;
    this.signal = signal;
    this.queue = queue;
    this.devices = devices;
    this.busyStreams = busyStreams;
    this.heldBack = heldBack;
  }

  /**
   * Offers {@code ready} to the queue.
   *
   * @return whether the queue keeps it; if not, the caller dispatches it
   */
  public boolean keep(Vertex ready) {
    boolean kept = queue.offer(ready);
    if (kept) {
      latestId = Math.max(latestId, ready.id);
      signal.give();
    }
    return kept;
  }

  /** Tells the queue of {@code vertex}, which waits until others are dispatched. */
  public void announce(Vertex vertex) {
    if (!queue.isEmpty()) {
      queue.announce(vertex);
    }
  }

  /**
   * Gives devices that have become idle their work, and dispatches what the queue will not keep any
   * longer. Called when something was submitted or has ended.
   */
  public void feed() {
    if (queue.isEmpty()) {
      return;
    }
    long idle = idle();
    for (long asking = idle & wereBusy; asking != 0; asking &= asking - 1) {
      dispatchUnlessNull(queue.request(Long.numberOfTrailingZeros(asking)));
    }
    Vertex surplus = queue.surplus(heldBack.getAsInt());
    while (surplus != null) {
      dispatch.accept(surplus);
      surplus = queue.surplus(heldBack.getAsInt());
    }
    wereBusy = ~idle();
  }

  /** Dispatches what {@code wanted} needs: a thread waits for it, and it is not dispatched. */
  public void demand(Vertex wanted) {
    if (queue.isEmpty()) {
      return;
    }
    for (Vertex next = queue.demanded(wanted); next != null; next = queue.demanded(wanted)) {
      dispatch.accept(next);
    }
  }

  /** Dispatches everything that the queue keeps, except what waits for the end of a computation. */
  public void flush() {
    for (Vertex next = queue.take(); next != null; next = queue.take()) {
      dispatch.accept(next);
    }
  }

  /**
   * If a device is idle, dispatches what was kept at the last call already. Called about once a
   * millisecond.
   */
  void tick() {
    if (!queue.isEmpty() && idle() != 0) {
      for (Vertex next = queue.overdue(latestAtTick);
          next != null;
          next = queue.overdue(latestAtTick)) {
        dispatch.accept(next);
      }
    }
    latestAtTick = latestId;
  }

  /** Whether something is kept that devices ask for when computations have ended. */
  boolean isPulled() {
    return queue.isPulled() && !queue.isEmpty();
  }

  /** Whether {@link #tick} is to be called about once a millisecond. */
  boolean isTicked() {
    return queue.isTicked();
  }

  /** Something has ended: devices that ask for more then get it. */
  public void progressed() {
    if (isPulled()) {
      feed();
    }
  }

  private void dispatchUnlessNull(Vertex vertex) {
    if (vertex != null) {
      dispatch.accept(vertex);
    }
  }

  /** The devices without unfinished work: bit d for device d. */
  private long idle() {
    long idle = 0;
    for (int device = 0; device < devices; device++) {
      if (busyStreams.applyAsInt(device) == 0) {
        idle |= 1L << device;
      }
    }
    return idle;
  }
}
