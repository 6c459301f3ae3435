package org.grcuda.runtime.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Event;
import org.grcuda.driver.UsageException;
import org.grcuda.runtime.completion.HostWaits.HostWait;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.Blocker;

/**
 * Lets threads wait until a computation has ended. A thread waits for the computation's event;
 * before there is an event, it waits until there is one. Under virtual time, the waiting thread
 * lets time pass and does what comes due. No other thread, no sleep and no clock of the host
 * influences that.
 */
public final class VertexWaits {

  /** How long a thread that waits for one of several computations sleeps on those that run. */
  private static final long PAUSE_NANOS = 1_000_000;

  /** On so many of them it sleeps: others wake it late, but a wait costs no more. */
  private static final int MOST_AWAITED = 64;

  /** How long a thread that waits for other threads sleeps before it looks whether they live. */
  private static final long OTHERS_NANOS = 100_000_000;

  private final SchedulingLock lock;
  private final CompletionTracker completion;
  private final Deferred deferred;
  private final HostWaits waits;
  private final Standstill standstill;
  private final Blocker blocker;
  private final boolean virtualTime;
  private final DispatchWaits dispatches;
  private final VirtualWaits virtual;
  private final OwnWork own;

  /** The ready computations that are kept back; null if none ever are. */
  private final KeptBack kept;

  /**
   * @param blocker how threads block
   */
  public VertexWaits(
      Driver driver,
      SchedulingLock lock,
      CompletionTracker completion,
      Deferred deferred,
      HostWaits waits,
      Standstill standstill,
      Blocker blocker,
      KeptBack kept) {
    this.lock = lock;
    this.completion = completion;
    this.deferred = deferred;
    this.waits = waits;
    this.standstill = standstill;
    this.blocker = blocker;
    this.kept = kept;
    virtualTime = driver.hasVirtualTime();
    own = new OwnWork(lock);
    dispatches = new DispatchWaits(driver, lock, deferred, completion, own, this::demand);
    virtual = new VirtualWaits(driver, lock, completion, deferred, kept, dispatches);
  }

  /**
   * Threads that wait for a computation that is not with the driver drive {@code progress} from now
   * on; null if they drive nothing. For one of several computations they do not, unless time is
   * virtual.
   */
  public void driveWith(HostProgress progress) {
    dispatches.driveWith(progress);
  }

  /** Threads that wait execute {@code work} first, and whenever there is more of it. */
  public void workWith(ThreadWork work) {
    own.set(work);
  }

  /** Waits until {@code vertex} has ended, with or without a failure. Called without the lock. */
  public void await(Vertex vertex) {
    await(vertex, blocker);
  }

  /** As {@link #await(Vertex)}, but blocks with {@code by}. */
  public void await(Vertex vertex, Blocker by) {
    boolean foreign = false;
    while (!vertex.isComplete()) {
      if (own.execute(vertex)) {
        continue;
      }
      HostWait wait = pin(vertex);
      if (wait == null) {
        if (!vertex.isComplete()) {
          if (!foreign) {
            requireForeign(vertex);
            // Once is enough: this thread begins no host code while it waits.
            foreign = true;
          }
          awaitSendBefore(vertex, by);
          awaitProgress(vertex, by);
        }
        continue;
      }
      boolean done = false;
      try {
        by.block(event -> wait.await(), wait.event());
        done = true;
      } finally {
        unpin(wait, done, done);
      }
    }
  }

  /**
   * Waits until one of {@code some}, at least one, has ended, with or without a failure. Returns
   * the first of them that has. Called without the lock.
   */
  public Vertex awaitAny(List<Vertex> some) {
    return awaitAny(some, blocker);
  }

  private Vertex awaitAny(List<Vertex> some, Blocker by) {
    if (some.isEmpty()) {
      throw new IllegalArgumentException("nothing to wait for");
    }
    Vertex ended = firstEnded(some);
    while (ended == null) {
      boolean worked = own.execute(some.getFirst());
      if (!worked && virtualTime) {
        by.block(virtual::letTimePass, some);
      } else if (!worked) {
        awaitBriefly(some, by);
      }
      ended = firstEnded(some);
    }
    return ended;
  }

  private Vertex firstEnded(List<Vertex> some) {
    lock.lock();
    try {
      completion.pollAll();
      for (Vertex vertex : some) {
        if (vertex.isComplete()) {
          return vertex;
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until one of {@code some} has ended that is with the driver, but not long: another may
   * come to the driver and end earlier. If none is there, waits until one may be.
   */
  private void awaitBriefly(List<Vertex> some, Blocker by) {
    List<Vertex> pinned = pinFirst(some);
    if (pinned.isEmpty()) {
      by.block(this::awaitDispatchOfAny, some);
      return;
    }
    List<Event> events = pinned.stream().map(vertex -> vertex.event).toList();
    try {
      List<Event> others = events.subList(1, events.size());
      by.block(event -> event.awaitAny(others, PAUSE_NANOS), events.getFirst());
    } finally {
      unpin(pinned);
    }
  }

  /** What tells the ends of the first of {@code some} that are with the driver, until unpinned. */
  private List<Vertex> pinFirst(List<Vertex> some) {
    List<Vertex> pinned = new ArrayList<>();
    lock.lock();
    try {
      for (Vertex vertex : some) {
        demand(vertex);
        completion.poll(vertex);
        Vertex told = pinned.size() < MOST_AWAITED ? completion.pin(vertex) : null;
        if (told != null) {
          pinned.add(told);
        }
      }
      return pinned;
    } finally {
      lock.unlock();
    }
  }

  private void unpin(List<Vertex> pinned) {
    lock.lock();
    try {
      // Whoever waits polls next, and so learns what has ended.
      pinned.forEach(vertex -> completion.waited(vertex, false));
    } finally {
      lock.unlock();
    }
  }

  private void awaitDispatchOfAny(List<Vertex> some) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (some.stream().noneMatch(Vertex::isDispatched)) {
        deferred.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until {@code isMet}, which is asked with the lock held whenever packets may have moved.
   * Called without the lock.
   *
   * @param problem what is wrong if that can never be: called with the lock held
   * @throws UsageException with that text, if nothing moves any more by itself, and every thread
   *     that uses a router waits
   */
  public void awaitPackets(BooleanSupplier isMet, Supplier<String> problem) {
    awaitPackets(isMet, problem, blocker);
  }

  private void awaitPackets(BooleanSupplier isMet, Supplier<String> problem, Blocker by) {
    try {
      List<Vertex> next = beginWait(isMet, problem);
      while (next != null) {
        if (next.isEmpty()) {
          by.block(this::awaitOthers, isMet);
        } else if (virtualTime) {
          by.block(virtual::letTimePass, next);
        } else {
          awaitBriefly(next, by);
        }
        next = beginWait(isMet, problem);
      }
    } finally {
      endWait();
    }
  }

  private void endWait() {
    lock.lock();
    try {
      standstill.endWait();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The unfinished computations after whose end packets may move; none if other threads have to
   * move them; null if the wait is over.
   */
  private List<Vertex> beginWait(BooleanSupplier isMet, Supplier<String> problem) {
    lock.lock();
    try {
      completion.pollAll();
      if (isMet.getAsBoolean()) {
        return null;
      }
      List<Vertex> next = standstill.inFlight();
      if (next.isEmpty() && standstill.isReached()) {
        throw new UsageException(problem.get());
      }
      standstill.beginWait(isMet);
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void awaitOthers(BooleanSupplier isMet) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!isMet.getAsBoolean()) {
        // A thread that ends tells nobody, and may have been the last that could send.
        deferred.await(OTHERS_NANOS);
      }
    } finally {
      lock.unlock();
    }
  }

  /** If {@code vertex} waits for a send, waits until that has a destination. */
  private void awaitSendBefore(Vertex vertex, Blocker by) {
    Vertex send = sendBefore(vertex);
    if (send != null) {
      awaitPackets(
          () -> deferred.sendBefore(vertex) == null,
          () ->
              vertex.name()
                  + " waits for a packet of "
                  + send.name()
                  + ", for which no receiver has a free buffer: receive and release segments first",
          by);
    }
  }

  private Vertex sendBefore(Vertex vertex) {
    lock.lock();
    try {
      return deferred.sendBefore(vertex);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until {@code vertex}, which is not with the driver, may have been dispatched. */
  private void awaitProgress(Vertex vertex, Blocker by) {
    List<Vertex> next = virtualTime ? List.of() : nextToEnd();
    if (!next.isEmpty()) {
      awaitAny(next, by);
    } else if (virtualTime) {
      by.block(virtual::letTimePass, List.of(vertex));
    } else {
      by.block(dispatches::await, vertex);
    }
  }

  /** The computations after whose end devices may take more; none if they take none. */
  private List<Vertex> nextToEnd() {
    lock.lock();
    try {
      return kept != null && kept.isPulled() ? completion.heads() : List.of();
    } finally {
      lock.unlock();
    }
  }

  /**
   * As {@link #await(Vertex)}, for the reaper: waits at most {@code nanos} nanoseconds, and an
   * interrupt ends the wait.
   */
  void awaitInterruptibly(Vertex vertex, long nanos) throws InterruptedException {
    HostWait wait = pin(vertex);
    if (wait != null) {
      boolean done = false;
      try {
        done = wait.event().await(nanos);
      } finally {
        unpin(wait, false, done);
      }
    }
  }

  /**
   * Begins a wait for the event that tells the end of {@code vertex}, which is kept until {@link
   * #unpin}. Returns null if the vertex has ended, if it is on no stream, or if time is virtual.
   */
  private HostWait pin(Vertex vertex) {
    lock.lock();
    try {
      demand(vertex);
      completion.poll(vertex);
      Vertex told = virtualTime ? null : completion.pin(vertex);
      return told == null ? null : waits.begin(told);
    } finally {
      lock.unlock();
    }
  }

  /** Asks for the dispatch of kept-back computations that {@code vertex} waits for. */
  private void demand(Vertex vertex) {
    if (kept != null && !vertex.isDispatched()) {
      kept.demand(vertex);
    }
  }

  /**
   * Ends {@code wait}.
   *
   * @param learns whether later waits learn from it; only if {@code done}
   * @param done whether the event was seen complete
   */
  private void unpin(HostWait wait, boolean learns, boolean done) {
    lock.lock();
    try {
      if (learns) {
        waits.end(wait);
      }
      completion.waited(wait.vertex(), done);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Refuses to wait for a vertex that is host code of the current thread, or waits for it.
   *
   * @throws UsageException naming the host code
   */
  private void requireForeign(Vertex vertex) {
    lock.lock();
    try {
      Vertex own = deferred.ownHostCallBefore(vertex);
      if (own != null) {
        throw new UsageException(
            own == vertex
                ? vertex.name() + " was begun by this thread and has not ended"
                : vertex.name()
                    + " waits for "
                    + own.name()
                    + ", which this thread has begun and not ended");
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks once whether {@code vertex} has ended, for a program that asks until it has. Under virtual
   * time, asking must make time pass, and the query of an event does. For a vertex without an
   * event, the kept-back computations that it waits for are dispatched, and some streams are
   * queried.
   */
  public void query(Vertex vertex) {
    lock.lock();
    try {
      completion.poll(vertex);
      if (virtualTime && vertex.stream == null && !vertex.isComplete()) {
        demand(vertex);
        completion.poll();
      }
    } finally {
      lock.unlock();
    }
  }
}
