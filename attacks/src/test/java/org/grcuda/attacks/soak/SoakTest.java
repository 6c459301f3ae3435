package org.grcuda.attacks.soak;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Contexts that are opened and closed, and distinct kernels that are loaded, run and dropped: the
 * process uses no more and more of anything. {@code -Dgrcuda.test.minutes=60} goes on so long and
 * prints a line each minute, {@code -Dgrcuda.test.seed} is that of the first kernel.
 */
@Timeout(value = 24, unit = TimeUnit.HOURS)
final class SoakTest {

  private static final long MINUTES = Long.getLong("grcuda.test.minutes", 0);
  private static final long FIRST = Long.getLong("grcuda.test.seed", 1);
  private static final long SUITE_MILLIS = 10_000;
  private static final int LEAST_SAMPLES = 12;

  @TempDir private Path folder;

  @Test
  void usesNoMoreAndMore() throws Exception {
    long millis = MINUTES == 0 ? SUITE_MILLIS : TimeUnit.MINUTES.toMillis(MINUTES);
    long interval = Math.min(TimeUnit.MINUTES.toMillis(1), millis / LEAST_SAMPLES);
    Samples samples = new Samples();
    Lives lives = new Lives(folder, FIRST);
    System.out.printf("%8s%10s%10s%s%n", "s", "contexts", "kernels", Samples.titles());
    long start = System.nanoTime();
    for (long next = interval; next <= millis; next += interval) {
      while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(next)) {
        lives.one();
      }
      String sample = samples.take();
      System.out.printf(
          "%8d%10d%10d%s%n",
          TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
          lives.contexts(),
          lives.kernels(),
          sample);
    }
    assertTrue(lives.contexts() > 1, () -> lives.contexts() + " contexts");
    samples.assertFlat();
  }
}
