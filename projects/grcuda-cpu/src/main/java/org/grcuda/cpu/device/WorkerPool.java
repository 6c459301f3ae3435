package org.grcuda.cpu.device;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/**
 * The cores of one device: threads that carry out {@link ParallelTask}s, oldest first. Each task
 * gets as many threads as it is worth. A submitted task waits for nothing, so one thread is enough
 * for any number of streams.
 */
final class WorkerPool {

  /** How long an idle worker looks for work before it sleeps: about what a wake-up costs. */
  private static final long SPIN_NANOS = 20_000;

  /** Room for the recursion of kernels: translated calls nest on the thread's own stack. */
  private static final long STACK_BYTES = 8L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition available = lock.newCondition();
  private final ArrayDeque<ParallelTask> open = new ArrayDeque<>();
  private final List<Thread> workers = new ArrayList<>();
  private volatile boolean anyOpen;
  private int sleeping;
  private boolean spinning;
  private boolean closed;

  /**
   * Starts {@code size} threads called {@code name-0} and so on.
   *
   * @param onStart called by each of them first, with its number
   */
  WorkerPool(String name, int size, IntConsumer onStart) {
    for (int index = 0; index < size; index++) {
      Worker worker = new Worker(index);
      String threadName = name + "-" + index;
      Runnable work =
          () -> {
            onStart.accept(worker.index());
            work(worker);
          };
      Thread thread = new Thread(null, work, threadName, STACK_BYTES, false);
      thread.setDaemon(true);
      workers.add(thread);
    }
    workers.forEach(Thread::start);
  }

  int size() {
    return workers.size();
  }

  /** Adds a task and returns at once. */
  void submit(ParallelTask task) {
    lock.lock();
    try {
      open.add(task);
      anyOpen = true;
      if (!spinning && sleeping > 0) {
        available.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the threads; no task is left. */
  void close() {
    lock.lock();
    try {
      closed = true;
      available.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    for (Thread worker : workers) {
      interrupted |= awaitEnd(worker);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The loop of a worker, until the pool is closed. */
  private void work(Worker worker) {
    ParallelTask task;
    while ((task = join(worker)) != null) {
      if (worker.participant() == 0) {
        int participants = task.usefulWorkers(workers.size());
        task.begin(participants);
        if (participants > 1 && task.failure() == null) {
          invite(task, participants - 1);
        }
      }
      task.work(worker);
      if (leave(task)) {
        task.finish(task.failure());
      }
    }
  }

  /** Makes a worker take part in the oldest task that it may join; null: the pool was closed. */
  private ParallelTask join(Worker worker) {
    lock.lock();
    try {
      awaitOpen();
      ParallelTask task = open.peek();
      if (task != null) {
        worker.setParticipant(task.joined++);
        task.openings--;
        if (task.openings == 0) {
          remove(task);
        }
        if (anyOpen && !spinning && sleeping > 0) {
          available.signal();
        }
      }
      return task;
    } finally {
      lock.unlock();
    }
  }

  private void awaitOpen() {
    boolean spun = false;
    while (open.isEmpty() && !closed) {
      if (!spun && !spinning) {
        spun = true;
        spinUnlocked();
      } else {
        sleeping++;
        available.awaitUninterruptibly();
        sleeping--;
        spun = false;
      }
    }
  }

  /** Looks for work for a while; the lock is held before and after, but not in between. */
  private void spinUnlocked() {
    spinning = true;
    lock.unlock();
    try {
      long end = System.nanoTime() + SPIN_NANOS;
      while (!anyOpen && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    } finally {
      lock.lock();
      spinning = false;
    }
  }

  /** Lets {@code count} more workers join; each one that joins wakes the next. */
  private void invite(ParallelTask task, int count) {
    lock.lock();
    try {
      task.openings = count;
      open.addFirst(task);
      anyOpen = true;
      if (!spinning && sleeping > 0) {
        available.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the calling worker is the last to leave. Nothing is left to do in the task. */
  private boolean leave(ParallelTask task) {
    lock.lock();
    try {
      if (task.openings > 0) {
        task.openings = 0;
        remove(task);
      }
      task.left++;
      return task.left == task.joined;
    } finally {
      lock.unlock();
    }
  }

  private void remove(ParallelTask task) {
    open.remove(task);
    anyOpen = !open.isEmpty();
  }

  private static boolean awaitEnd(Thread worker) {
    boolean interrupted = false;
    while (worker.isAlive()) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    return interrupted;
  }
}
