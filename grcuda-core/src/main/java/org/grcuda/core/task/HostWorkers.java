package org.grcuda.core.task;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Threads that execute functions of libraries and of Java for tasks. They end by themselves when
 * they have had nothing to do for a while.
 */
final class HostWorkers {

  private static final int MOST = 4;
  private static final long IDLE_SECONDS = 1;

  private final int count = Math.min(MOST, Runtime.getRuntime().availableProcessors());
  private final AtomicInteger started = new AtomicInteger();
  private final LongAdder queuedNanos = new LongAdder();
  private final ThreadPoolExecutor executor;

  HostWorkers() {
    executor =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            this::thread);
    executor.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable body) {
    return Thread.ofPlatform()
        .daemon()
        .name("grcuda-host-" + started.getAndIncrement())
        .unstarted(body);
  }

  void execute(Runnable task) {
    executor.execute(task);
  }

  /** Work that is expected to take so long was submitted, or has ended if it is negative. */
  void addNanos(long nanos) {
    queuedNanos.add(nanos);
  }

  /** How long work that is submitted now waits for a thread, as is expected. */
  double queuedNanos() {
    return Math.max(0, queuedNanos.sum()) / (double) count;
  }
}
