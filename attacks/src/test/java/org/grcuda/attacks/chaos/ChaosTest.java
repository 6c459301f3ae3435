package org.grcuda.attacks.chaos;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads that share contexts open, use, interrupt, cancel and close them at random. {@code
 * -Dgrcuda.test.minutes=15} goes on so long, {@code -Dgrcuda.test.threads=4} with so many threads,
 * {@code -Dgrcuda.test.seed} is what each draws from.
 */
@Timeout(value = 24, unit = TimeUnit.HOURS)
final class ChaosTest {

  private static final long SUITE_SECONDS = 6;
  private static final long ENDS_WITHIN_SECONDS = 120;
  private static final long MINUTES = Long.getLong("grcuda.test.minutes", 0);
  private static final int THREADS = Integer.getInteger("grcuda.test.threads", 4);
  private static final long SEED = Long.getLong("grcuda.test.seed", 1);

  @Test
  void everyOutcomeIsAResultOrADocumentedError() throws Exception {
    long seconds = MINUTES == 0 ? SUITE_SECONDS : TimeUnit.MINUTES.toSeconds(MINUTES);
    try (Engine engine =
        Engine.newBuilder("grcuda").option("engine.WarnInterpreterOnly", "false").build()) {
      Chaos chaos = new Chaos(engine, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
      List<Thread> workers = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        Random random = new Random(SEED * 1000 + t);
        workers.add(new Thread(() -> chaos.work(random, workers), "chaos " + t));
      }
      workers.forEach(Thread::start);
      long limit = TimeUnit.SECONDS.toMillis(seconds + ENDS_WITHIN_SECONDS);
      long start = System.currentTimeMillis();
      for (Thread worker : workers) {
        worker.join(Math.max(1, start + limit - System.currentTimeMillis()));
        if (worker.isAlive()) {
          fail(worker + " does not end\n" + threads());
        }
      }
      System.out.printf("chaos for %d s, %d threads: %s%n", seconds, THREADS, chaos.summary());
      chaos.requireNoFailure();
      assertTrue(chaos.times("compute") > 0, chaos::summary);
      new TypedWorld(new Random(SEED)).compute(new Random(SEED));
    }
  }

  private static String threads() {
    return Stream.of(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true))
        .map(ThreadInfo::toString)
        .collect(Collectors.joining());
  }
}
