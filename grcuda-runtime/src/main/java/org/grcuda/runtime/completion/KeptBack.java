package org.grcuda.runtime.completion;

import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.grcuda.runtime.computation.Vertex;

/**
 * Asks a {@link ReadyQueue} for what is to be dispatched, whenever there is a reason to. Guarded by
 * the scheduling lock.
 */
public final class KeptBack {

  private final ReadyQueue queue;
  private final Consumer<Vertex> dispatch;
  private final WorkSignal signal;
  private final int devices;
  private final IntUnaryOperator busyStreams;
  private final IntSupplier heldBack;
  private long wereBusy;
  private long latestId;
  private long latestAtTick;

  /**
   * @param busyStreams of a device
   * @param heldBack how many computations are held back, for this or another reason
   * @param dispatch hands to the driver what was kept back, and releases what waited for it
   * @param signal is given when something is kept: {@link #tick} is to be called from then on
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

  /** Whether {@code ready} is kept; else it is the caller's to dispatch. */
  public boolean keep(Vertex ready) {
    boolean kept = queue.offer(ready);
    if (kept) {
      latestId = Math.max(latestId, ready.id);
      signal.give();
    }
    return kept;
  }

  /** Computation {@code vertex} waits for others to be dispatched. */
  public void announce(Vertex vertex) {
    if (!queue.isEmpty()) {
      queue.announce(vertex);
    }
  }

  /**
   * Something was submitted or has ended: gives devices that have become idle their work, and drops
   * surplus.
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

  /** A thread waits for {@code wanted}, which is not dispatched: dispatches what that needs. */
  public void demand(Vertex wanted) {
    if (queue.isEmpty()) {
      return;
    }
    for (Vertex next = queue.demanded(wanted); next != null; next = queue.demanded(wanted)) {
      dispatch.accept(next);
    }
  }

  /** Dispatches everything, but for what waits for the end of a computation. */
  public void flush() {
    for (Vertex next = queue.take(); next != null; next = queue.take()) {
      dispatch.accept(next);
    }
  }

  /**
   * Called about once a millisecond: if a device is idle, dispatches what was there at the last
   * call already.
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

  /** Whether there is something that devices ask for when computations have ended. */
  boolean isPulled() {
    return queue.isPulled() && !queue.isEmpty();
  }

  private void dispatchUnlessNull(Vertex vertex) {
    if (vertex != null) {
      dispatch.accept(vertex);
    }
  }

  /** Devices without unfinished work: bit d for device d. */
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
