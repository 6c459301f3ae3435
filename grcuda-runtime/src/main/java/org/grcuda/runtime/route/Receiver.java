package org.grcuda.runtime.route;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.runtime.computation.Region;

/** The receiving end of a router at one of its targets. Methods may be called from any thread. */
public final class Receiver {

  private final Router router;
  private final int index;
  private final String endpoint;
  private final ArrayDeque<Buffer> free = new ArrayDeque<>();
  private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();

  /** What was received and not released. */
  private final Set<Arrival> held = new LinkedHashSet<>();

  /** Whether it receives packets only when they are there. */
  private boolean landed;

  /** Senders that close when this one is done. */
  private final List<Sender> closing = new ArrayList<>();

  Receiver(Router router, int index, String endpoint) {
    this.router = router;
    this.index = index;
    this.endpoint = endpoint;
  }

  /** Position of its endpoint in the router's list of targets. */
  public int index() {
    return index;
  }

  /** The router that it receives from. */
  public Router router() {
    return router;
  }

  /**
   * Gives it one more buffer.
   *
   * @param memory of a packet, at the endpoint's place
   * @param owner an object whose collection would free the memory
   */
  public void addBuffer(Region memory, Object owner) {
    router.locked(
        () -> {
          free.add(new Buffer(memory, owner));
          router.match();
        });
  }

  /**
   * From now on it receives a packet only when its copy has ended. Packets of different sources may
   * then overtake each other.
   */
  public void receiveLanded() {
    router.locked(() -> landed = true);
  }

  void release(Arrival arrival) {
    router.exchange().release(arrival);
  }

  // With the scheduling lock held.

  int freeBuffers() {
    free.removeIf(buffer -> !buffer.isUsable());
    return free.size();
  }

  Buffer takeBuffer() {
    return free.remove();
  }

  void giveBack(Buffer buffer) {
    free.add(buffer);
  }

  void arrived(Arrival arrival) {
    arrivals.add(arrival);
  }

  boolean isLanded() {
    return landed;
  }

  /** What arrived first and was not received yet; null if there is nothing. */
  Arrival first() {
    return landed ? firstLanded() : arrivals.peek();
  }

  private Arrival firstLanded() {
    Set<Integer> late = new HashSet<>();
    for (Arrival arrival : arrivals) {
      if (arrival.isThere() && !late.contains(arrival.source())) {
        return arrival;
      }
      late.add(arrival.source());
    }
    return null;
  }

  /** Takes {@link #first}. */
  Arrival take() {
    Arrival taken = first();
    arrivals.remove(taken);
    if (taken.buffer() != null) {
      held.add(taken);
    }
    return taken;
  }

  void forget(Arrival arrival) {
    arrivals.remove(arrival);
    held.remove(arrival);
  }

  int arrivedCount() {
    return arrivals.size();
  }

  int heldCount() {
    return held.size();
  }

  /** Whether nothing more will arrive than what was received. */
  boolean isExhausted() {
    return arrivals.isEmpty() && router.isOver(index);
  }

  /** Whether it is exhausted, and all that was received was released. */
  boolean isDone() {
    return held.isEmpty() && isExhausted();
  }

  void closes(Sender sender) {
    closing.add(sender);
  }

  /** Closes the senders that were waiting for this to be done. */
  void closeSenders() {
    if (!closing.isEmpty() && isDone()) {
      closing.removeIf(Sender::closeIfDone);
    }
  }

  @Override
  public String toString() {
    return "receiver " + endpoint + " of " + router;
  }
}
