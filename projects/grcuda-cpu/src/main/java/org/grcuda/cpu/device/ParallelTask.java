package org.grcuda.cpu.device;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Work in equal units, which the workers of a {@link WorkerPool} take in chunks, so that a worker
 * with fast units takes more of them.
 */
abstract class ParallelTask {

  /** Another worker is woken for each such amount of work: about the cost of the wake-up. */
  private static final long NANOS_PER_WORKER = 10_000;

  /** Chunks per worker: few enough to cost nothing, enough to balance the load. */
  private static final int CHUNKS_PER_WORKER = 16;

  private final long units;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong busyNanos = new AtomicLong();
  private volatile Throwable failure;
  private long chunk = 1;

  /** The fields below are guarded by the pool's lock: workers that may join, joined, and left. */
  int openings = 1;

  int joined;
  int left;

  /** Work of {@code units} units, at least 1. */
  ParallelTask(long units) {
    this.units = units;
  }

  /** Nanoseconds that one unit is expected to take, 0 where unknown. */
  abstract long expectedUnitNanos();

  /**
   * Called once, by the first worker.
   *
   * @param participants most workers that will take part
   */
  void prepare(int participants) {}

  /** Does the units {@code [from, to)}. */
  abstract void run(long from, long to, Worker worker);

  /** Called once, by the first worker that fails: makes the others stop. */
  void cancel() {}

  /**
   * Called once, when no worker is in {@link #run} any more.
   *
   * @param failure the first error that {@link #prepare} or {@link #run} threw, or null
   */
  abstract void finish(Throwable failure);

  final long units() {
    return units;
  }

  /** Time that the workers have spent in it, in nanoseconds, together. */
  final long busyNanos() {
    return busyNanos.get();
  }

  final Throwable failure() {
    return failure;
  }

  /** How many workers the work is worth, at most {@code workers}. */
  final int usefulWorkers(int workers) {
    long useful = Math.min(workers, units);
    long expected = expectedUnitNanos();
    if (expected > 0 && units < NANOS_PER_WORKER * workers / expected) {
      useful = Math.min(useful, 1 + units * expected / NANOS_PER_WORKER);
    }
    return (int) useful;
  }

  /** As {@link #prepare}; an error becomes the task's failure. */
  final void begin(int participants) {
    chunk = Math.max(1, units / ((long) participants * CHUNKS_PER_WORKER));
    try {
      prepare(participants);
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Does all of it on the calling thread. */
  final void runAlone(Worker worker) {
    worker.setParticipant(0);
    begin(1);
    work(worker);
    finish(failure);
  }

  /** Does chunks until there are none left. */
  final void work(Worker worker) {
    long start = System.nanoTime();
    try {
      long from;
      while ((from = next.getAndAdd(chunk)) < units && failure == null) {
        run(from, Math.min(from + chunk, units), worker);
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    busyNanos.addAndGet(System.nanoTime() - start);
  }

  /** Ends the task with an error, if it is its first. */
  final void fail(Throwable error) {
    synchronized (next) {
      if (failure != null) {
        return;
      }
      failure = error;
    }
    next.set(units);
    cancel();
  }
}
