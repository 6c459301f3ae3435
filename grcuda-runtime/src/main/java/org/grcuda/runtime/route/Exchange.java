package org.grcuda.runtime.route;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.completion.Deferred;
import org.grcuda.runtime.completion.EndNotices;
import org.grcuda.runtime.completion.Standstill;
import org.grcuda.runtime.completion.VertexWaits;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Gate;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/** The routers of a runtime, and what they have in common: the lock, waiting, and the end. */
public final class Exchange {

  private final SchedulingLock lock;
  private final Gate gate;
  private final Outbox outbox;
  private final VertexWaits waits;
  private final CompletionTracker completion;
  private final EndNotices notices;
  private final Deferred deferred;
  private final Standstill standstill;

  /** Routers with a packet that comes after one that has not left. */
  private final Set<Router> blocked = new LinkedHashSet<>();

  private long arrivals;

  public Exchange(
      SchedulingLock lock,
      Gate gate,
      Outbox outbox,
      VertexWaits waits,
      CompletionTracker completion,
      EndNotices notices,
      Deferred deferred,
      Standstill standstill) {
    this.lock = lock;
    this.gate = gate;
    this.outbox = outbox;
    this.waits = waits;
    this.completion = completion;
    this.notices = notices;
    this.deferred = deferred;
    this.standstill = standstill;
  }

  /**
   * A new router.
   *
   * @param dependencies finds what a packet must wait for
   * @param name of the router and its packets in messages and exports
   */
  public Router router(
      DependencyTracker dependencies, String name, RoutingPolicy policy, RouterShape shape) {
    return new Router(this, dependencies, name, policy, shape);
  }

  /**
   * Waits for a packet.
   *
   * @param some receivers, at least one
   * @return what arrived first at any of them; null if nothing more will arrive at all of them
   * @throws ComputationFailedException if the packet has failed before it got a buffer
   * @throws org.grcuda.driver.UsageException if nothing can arrive, but senders are open
   */
  public Arrival receive(List<Receiver> some) {
    join();
    waits.awaitPackets(() -> isOver(some), () -> "receive: no packet can come; " + states(some));
    return get(() -> take(some));
  }

  /** Whether a wait for packets is over. */
  private boolean isOver(List<Receiver> some) {
    return gate.isClosed()
        || some.stream().anyMatch(receiver -> receiver.first() != null)
        || some.stream().allMatch(Receiver::isExhausted);
  }

  private Arrival take(List<Receiver> some) {
    gate.requireOpen();
    Receiver earliest = null;
    for (Receiver receiver : some) {
      if (receiver.first() != null
          && (earliest == null || receiver.first().sequence() < earliest.first().sequence())) {
        earliest = receiver;
      }
    }
    if (earliest == null) {
      return null;
    }
    Arrival taken = earliest.take();
    earliest.closeSenders();
    if (taken.error() != null) {
      throw new ComputationFailedException(earliest.toString(), taken.error());
    }
    return taken;
  }

  private static String states(List<Receiver> some) {
    return some.stream()
        .map(Receiver::router)
        .distinct()
        .map(Router::state)
        .collect(Collectors.joining("; "));
  }

  /** Whether all of {@code some} have ended. */
  boolean areDone(List<Vertex> some) {
    return get(
        () -> {
          completion.pollAll();
          return some.stream().allMatch(Vertex::isComplete);
        });
  }

  /** Waits until all of {@code some}, the packets of {@code message}, have ended. */
  void await(Message message, List<Vertex> some) {
    join();
    for (Vertex send : some) {
      waits.awaitPackets(
          () -> deferred.sendBefore(send) == null,
          () -> message + ": no receiver can take it; " + message.sender().router().state());
      waits.await(send);
      send.throwIfFailed();
    }
  }

  /** Whether {@code vertex} waits for a packet that has not left. */
  public boolean isBehindPacket(Vertex vertex) {
    return get(() -> !vertex.isDispatched() && deferred.sendBefore(vertex) != null);
  }

  /** Drops all packets that have not left. With the lock held: the runtime closes. */
  public void close() {
    blocked.clear();
    deferred.sends().forEach(send -> drop(send, null));
    wake();
  }

  /** The current thread uses routers. */
  private void join() {
    locked(() -> {});
  }

  // For routers.

  void locked(Runnable action) {
    lock.lock();
    try {
      gate.requireOpen();
      standstill.join();
      action.run();
    } finally {
      lock.unlock();
    }
  }

  <T> T get(Supplier<T> read) {
    return lock.get(read);
  }

  /** Gives the buffer of {@code arrival} back when everything that uses it has ended. */
  void release(Arrival arrival) {
    lock.lock();
    try {
      if (arrival.isReleased()) {
        return;
      }
      arrival.markReleased();
      standstill.join();
      Receiver receiver = arrival.receiver();
      receiver.forget(arrival);
      if (!gate.isClosed() && arrival.buffer().isUsable()) {
        giveBack(arrival);
        receiver.closeSenders();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives the buffer of {@code arrival} back when everything that uses it has ended. Until then its
   * packet may be forwarded, so new uses may come.
   */
  private void giveBack(Arrival arrival) {
    Receiver receiver = arrival.receiver();
    Router router = receiver.router();
    Buffer buffer = arrival.buffer();
    arrival.beginGivingBack();
    afterEnd(
        notices.before(router.probe(buffer.memory()), router.dependencies()),
        () -> {
          if (arrival.wasForwarded() && buffer.isUsable()) {
            giveBack(arrival);
            return;
          }
          arrival.markGone();
          receiver.giveBack(buffer);
          router.match();
          router.closeSenders();
        });
  }

  /** Runs {@code action} when the reader of {@code count} has ended. */
  void whenCounted(RowCount count, Runnable action) {
    afterEnd(List.of(count.reader()), action);
  }

  private void afterEnd(List<Vertex> some, Runnable action) {
    Standstill.Group group = standstill.begin(some);
    notices.afterEnd(
        some,
        () -> {
          standstill.ended(group);
          // Closing has dropped the packets.
          if (!gate.isClosed()) {
            action.run();
          }
        });
  }

  void submit(Vertex send, DependencyTracker dependencies) {
    outbox.submit(send, dependencies);
  }

  void deliver(Vertex send, Outbox.Way way, DependencyTracker dependencies) {
    outbox.deliver(send, way, dependencies);
    unblock();
    wake();
  }

  void drop(Vertex send, Throwable reason) {
    outbox.drop(send, reason);
    unblock();
    wake();
  }

  /**
   * Whether {@code send} comes after a packet that has not left. It would take up a buffer until
   * that one has left, which may need the same buffer. {@code router} is matched again when a
   * packet has left.
   */
  boolean isBlocked(Vertex send, Router router) {
    for (Vertex parent : send.parents()) {
      if (!parent.isDispatched() && deferred.sendBefore(parent) != null) {
        blocked.add(router);
        return true;
      }
    }
    return false;
  }

  private void unblock() {
    if (!blocked.isEmpty()) {
      List<Router> some = List.copyOf(blocked);
      blocked.clear();
      some.forEach(Router::match);
    }
  }

  long nextSequence() {
    return arrivals++;
  }

  /** Wakes threads that wait for packets when {@code copy} has ended. */
  void wakeAfter(Vertex copy) {
    afterEnd(List.of(copy), this::wake);
  }

  /** Wakes threads that wait for packets. */
  void wake() {
    deferred.wakeWaiters();
  }
}
