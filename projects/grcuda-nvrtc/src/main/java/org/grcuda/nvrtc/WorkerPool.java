package org.grcuda.nvrtc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The compiler processes of this process: one for each simultaneous compilation, up to a bound. One
 * process stays for the next compilation.
 */
final class WorkerPool {

  private static final int MOST = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());
  private static final int MOST_IDLE = 2;

  /** An idle process with more memory than this is ended, which frees what large programs left. */
  private static final long MOST_IDLE_BYTES = 1L << 30;

  private static final long IDLE_SECONDS = 300;

  /** The pool of all compilers in this process. */
  static final WorkerPool SHARED = new WorkerPool(WorkerProcess::start);

  private final Semaphore places = new Semaphore(MOST, true);
  private final Deque<WorkerProcess> idle = new ArrayDeque<>();
  private final Executor afterIdleTime =
      CompletableFuture.delayedExecutor(IDLE_SECONDS, TimeUnit.SECONDS);

  private final Supplier<WorkerProcess> starter;

  WorkerPool(Supplier<WorkerProcess> starter) {
    this.starter = starter;
  }

  /**
   * A process that nobody else uses; the caller must give it back.
   *
   * @throws NvrtcException if none can be started
   */
  WorkerProcess take(CompileWait waiting) {
    if (!places.tryAcquire()) {
      waiting.block(places::acquire);
    }
    WorkerProcess taken = null;
    try {
      taken = pollAlive();
      taken = taken != null ? taken : starter.get();
      return taken;
    } finally {
      if (taken == null) {
        places.release();
      }
    }
  }

  private WorkerProcess pollAlive() {
    WorkerProcess kept = poll();
    while (kept != null && !kept.isAlive()) {
      kept = poll();
    }
    return kept;
  }

  /** Takes back a process that has answered, or ends it. */
  void giveBack(WorkerProcess process, boolean hasAnswered) {
    if (!hasAnswered || process.residentBytes() > MOST_IDLE_BYTES || !keep(process)) {
      process.kill();
    } else {
      afterIdleTime.execute(() -> endIfIdle(process));
    }
    places.release();
  }

  private synchronized boolean keep(WorkerProcess process) {
    if (idle.size() == MOST_IDLE) {
      return false;
    }
    idle.push(process);
    return true;
  }

  private synchronized WorkerProcess poll() {
    return idle.poll();
  }

  /**
   * If a process was used meanwhile and is ended anyway, it is started again when needed: that
   * costs little.
   */
  private synchronized void endIfIdle(WorkerProcess process) {
    if (idle.remove(process)) {
      process.kill();
    }
  }
}
