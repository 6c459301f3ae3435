package org.grcuda.runtime.computation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The one lock of a runtime. It is held briefly: no thread waits for a device while holding it.
 * What may take a driver long is done by the thread that leaves the lock, after it has left: it
 * releases memory whose last user was seen to have completed, and prepares what {@link #later}
 * tells.
 */
public final class SchedulingLock {

  private final ReentrantLock lock = new ReentrantLock();
  private final Consumer<Allocation> release;
  private final Condition released = lock.newCondition();
  private List<Allocation> unused = new ArrayList<>();
  private int unreleased;

  /** Memory that is not released even if nothing uses it, and how often it is kept. */
  private final Map<Allocation, Integer> kept = new HashMap<>();

  private final Set<Allocation> unusedButKept = new HashSet<>();

  /** Actions for when the lock is left after {@link #progressed}. */
  private final List<Runnable> actions = new ArrayList<>(2);

  private final ArrayDeque<Duty> duties = new ArrayDeque<>();

  /** Threads that prepare something for what others may have submitted. */
  private final Set<Thread> preparing = ConcurrentHashMap.newKeySet();

  private volatile boolean waitsForMemory;

  private boolean progressed;

  /** Something to do without the lock, and what comes after it with the lock. */
  private record Duty(Runnable preparation, Consumer<Throwable> then) {}

  /**
   * @param release releases memory that nothing uses; called without the lock
   */
  public SchedulingLock(Consumer<Allocation> release) {
    this.release = release;
  }

  /**
   * Runs {@code action} whenever something has {@link #progressed}, when the lock is left. Called
   * before there are other threads.
   */
  public void onProgress(Runnable action) {
    actions.add(action);
  }

  /** Something waits for memory, or nothing does any more. Called with the lock held. */
  public void waitForMemory(boolean waits) {
    waitsForMemory = waits;
  }

  /** Whether something waits for memory. Read without the lock, as a hint. */
  public boolean waitsForMemory() {
    return waitsForMemory;
  }

  /** A computation has ended, or memory is free again. Called with the lock held. */
  public void progressed() {
    progressed = !actions.isEmpty();
  }

  public void lock() {
    lock.lock();
  }

  public void lockInterruptibly() throws InterruptedException {
    lock.lockInterruptibly();
  }

  public void unlock() {
    while ((progressed || !duties.isEmpty()) && lock.getHoldCount() == 1) {
      if (progressed) {
        progressed = false;
        actions.forEach(Runnable::run);
      } else {
        perform(duties.remove());
      }
    }
    if (unused.isEmpty() || lock.getHoldCount() > 1) {
      lock.unlock();
      return;
    }
    List<Allocation> taken = unused;
    unused = new ArrayList<>();
    lock.unlock();
    try {
      taken.forEach(release);
    } finally {
      lock.lock();
      unreleased -= taken.size();
      released.signalAll();
      progressed();
      unlock();
    }
  }

  private void perform(Duty duty) {
    Throwable failure = null;
    lock.unlock();
    preparing.add(Thread.currentThread());
    try {
      duty.preparation.run();
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      preparing.remove(Thread.currentThread());
      lock.lock();
    }
    duty.then.accept(failure);
  }

  /**
   * Has the thread that leaves the lock next do {@code preparation} without the lock. Called with
   * the lock held.
   *
   * @param then is called afterwards, with the lock held, and receives what {@code preparation} has
   *     thrown, or null
   */
  public void later(Runnable preparation, Consumer<Throwable> then) {
    duties.add(new Duty(preparation, then));
  }

  /** Whether the current thread does what {@link #later} told. */
  public boolean isPreparing() {
    return preparing.contains(Thread.currentThread());
  }

  /** Calls {@code read} with the lock held, and returns its result. */
  public <T> T get(Supplier<T> read) {
    lock();
    try {
      return read.get();
    } finally {
      unlock();
    }
  }

  public boolean isHeldByCurrentThread() {
    return lock.isHeldByCurrentThread();
  }

  public Condition newCondition() {
    return lock.newCondition();
  }

  /**
   * Waits for {@code condition}, a condition of this lock, which is held once. If leaving the lock
   * has duties, they are done instead, outside the lock where necessary, and the caller checks
   * again.
   */
  public void await(Condition condition) throws InterruptedException {
    if (hasDuties()) {
      unlock();
      lock.lock();
    } else {
      condition.await();
    }
  }

  /** As {@link #await(Condition)}, but waits at most {@code nanos} nanoseconds. */
  public void await(Condition condition, long nanos) throws InterruptedException {
    if (hasDuties()) {
      unlock();
      lock.lock();
    } else {
      condition.awaitNanos(nanos);
    }
  }

  private boolean hasDuties() {
    return progressed || !unused.isEmpty() || !duties.isEmpty();
  }

  /** Nothing uses {@code allocation} any more. Called with the lock held. */
  public void releaseLater(Allocation allocation) {
    if (!kept.isEmpty() && kept.containsKey(allocation)) {
      unusedButKept.add(allocation);
      return;
    }
    unused.add(allocation);
    unreleased++;
  }

  /**
   * Has {@code allocation} not released until {@link #endKeeping}, although nothing may use it.
   * Called with the lock held.
   */
  void keep(Allocation allocation) {
    kept.merge(allocation, 1, Integer::sum);
  }

  /** Ends one {@link #keep}. Called with the lock held. */
  void endKeeping(Allocation allocation) {
    Integer left = kept.computeIfPresent(allocation, (key, keeps) -> keeps == 1 ? null : keeps - 1);
    if (left == null && unusedButKept.remove(allocation)) {
      releaseLater(allocation);
    }
  }

  /** Waits until other threads have released the memory that nothing uses. */
  public void awaitReleases() {
    lock.lock();
    try {
      while (unreleased > unused.size()) {
        released.awaitUninterruptibly();
      }
    } finally {
      unlock();
    }
  }
}
