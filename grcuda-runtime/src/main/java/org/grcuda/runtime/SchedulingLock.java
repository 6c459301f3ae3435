package org.grcuda.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The one lock of a runtime. It is short: nobody waits for a device while holding it. Memory whose
 * last user was seen to have completed is released by the thread that leaves the lock, after
 * leaving it, since a driver's free may be slow.
 */
final class SchedulingLock {

  private final ReentrantLock lock = new ReentrantLock();
  private Consumer<Allocation> release = allocation -> {};
  private final Condition released = lock.newCondition();
  private List<Allocation> unused = new ArrayList<>();
  private int unreleased;

  /** What releases memory; set once, before the lock is used. */
  void onRelease(Consumer<Allocation> action) {
    release = action;
  }

  void lock() {
    lock.lock();
  }

  void lockInterruptibly() throws InterruptedException {
    lock.lockInterruptibly();
  }

  void unlock() {
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
      lock.unlock();
    }
  }

  Condition newCondition() {
    return lock.newCondition();
  }

  /** Nothing uses {@code allocation} any more. Called with the lock held. */
  void releaseLater(Allocation allocation) {
    unused.add(allocation);
    unreleased++;
  }

  /** Waits until what nothing uses is released, by the other threads that do it. */
  void awaitReleases() {
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
