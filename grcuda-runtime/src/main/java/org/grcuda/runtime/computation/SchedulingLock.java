package org.grcuda.runtime.computation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The one lock of a runtime. It is held briefly: no thread waits for a device while holding it.
 * When the last user of some memory was seen to have completed, the thread that leaves the lock
 * releases the memory afterwards, since a driver's free may be slow.
 */
public final class SchedulingLock {

  private final ReentrantLock lock = new ReentrantLock();
  private final Consumer<Allocation> release;
  private final Condition released = lock.newCondition();
  private List<Allocation> unused = new ArrayList<>();
  private int unreleased;

  /** Actions for when the lock is left after {@link #progressed}. */
  private final List<Runnable> actions = new ArrayList<>(2);

  private volatile boolean waitsForMemory;

  private boolean progressed;

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
    while (progressed && lock.getHoldCount() == 1) {
      progressed = false;
      actions.forEach(Runnable::run);
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
    if (progressed || !unused.isEmpty()) {
      unlock();
      lock.lock();
    } else {
      condition.await();
    }
  }

  /** As {@link #await(Condition)}, but waits at most {@code nanos} nanoseconds. */
  public void await(Condition condition, long nanos) throws InterruptedException {
    if (progressed || !unused.isEmpty()) {
      unlock();
      lock.lock();
    } else {
      condition.awaitNanos(nanos);
    }
  }

  /** Nothing uses {@code allocation} any more. Called with the lock held. */
  public void releaseLater(Allocation allocation) {
    unused.add(allocation);
    unreleased++;
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
