package org.grcuda.runtime.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations of kernels: their figures, their classes, and what is expected of the next launch. */
final class KernelHistoryTest {

  private static final int SMALL = SizeClass.of(256, 4096);

  private final KernelHistory history = new KernelHistory();
  private final KernelProfile profile = history.profile("square", "");

  /** Launches that share the device, or wait for their data, take longer than the kernel. */
  @Test
  void whatAKernelTakesAloneFollowsShorterDurations() {
    assertEquals(-1, profile.aloneNanos(0, SMALL));
    for (int i = 0; i < 20; i++) {
      profile.add(0, SMALL, 100_000);
    }
    assertEquals(100_000, profile.aloneNanos(0, SMALL), 1e-6);
    for (int i = 0; i < 8; i++) {
      profile.add(0, SMALL, 1000);
    }
    assertEquals(1000, profile.aloneNanos(0, SMALL), 400);
    profile.add(0, SMALL, 17_000);
    assertEquals(2000, profile.aloneNanos(0, SMALL), 400);
    for (int i = 0; i < 100; i++) {
      profile.add(0, SMALL, 17_000);
    }
    assertEquals(17_000, profile.aloneNanos(0, SMALL), 50, "and longer ones in the end");
  }

  @Test
  void figuresAreThoseOfAllDurations() {
    Random random = new Random(1);
    long[] nanos = random.longs(1000, 1_000, 1_000_000).toArray();
    for (long duration : nanos) {
      profile.add(2, SMALL, duration);
    }
    KernelHistory.Row row = history.rows().getFirst();
    double mean = LongStream.of(nanos).average().orElseThrow();
    double squares = LongStream.of(nanos).mapToDouble(n -> (n - mean) * (n - mean)).sum();
    assertEquals("square", row.kernel());
    assertEquals(2, row.device());
    assertEquals(1000, row.durations().count());
    assertEquals(mean, row.durations().meanNanos(), 1e-6 * mean);
    assertEquals(squares / 999, row.durations().varianceNanos(), 1e-6 * squares);
    assertEquals(LongStream.of(nanos).min().orElseThrow(), row.durations().minNanos());
    assertEquals(nanos[999], row.durations().lastNanos());
    assertArrayEquals(nanos, profile.times());
  }

  @Test
  void theLatestDurationsAreExpected() {
    assertEquals(-1, profile.expectedNanos(0, SMALL));
    profile.add(0, SMALL, 100);
    assertEquals(100, profile.expectedNanos(0, SMALL));
    for (int i = 0; i < 100; i++) {
      profile.add(0, SMALL, 900);
    }
    assertEquals(900, profile.expectedNanos(0, SMALL), 1);
    assertEquals(-1, profile.expectedNanos(1, SMALL));
    assertEquals(-1, profile.expectedNanos(0, SizeClass.of(512, 4096)));
  }

  @Test
  void whatWasNeverTimedIsEstimatedFromItsNeighbours() {
    assertEquals(-1, profile.estimateNanos(0, SMALL));
    profile.add(1, SMALL, 1000);
    assertEquals(1000, profile.estimateNanos(0, SMALL), 1e-6);
    int large = SizeClass.of(1 << 20, 16L << 20);
    profile.add(0, large, 4_096_000);
    assertEquals(1000, profile.estimateNanos(0, SMALL), 1e-6);
    int twice = SizeClass.of(2 << 20, 32L << 20);
    assertEquals(2 * 4_096_000, profile.estimateNanos(3, twice), 100);
  }

  @Test
  void nothingIsEstimatedFromDevicesOfOtherModels() {
    KernelProfile mixed = new KernelHistory(List.of("gpu", "gpu", "cpu")).profile("square", "");
    mixed.add(0, SMALL, 1000);
    assertEquals(1000, mixed.estimateNanos(1, SMALL), 1e-6);
    assertEquals(-1, mixed.estimateNanos(2, SMALL));
    mixed.add(2, SizeClass.of(2 << 20, 32L << 20), 5_000_000);
    assertTrue(mixed.estimateNanos(2, SMALL) > 0, "from its own launches of another size");
    assertEquals(1000, mixed.estimateNanos(1, SizeClass.of(1 << 10, 0)), 1000);
  }

  @Test
  void kernelsOfOneNameAndCodeShareDurations() {
    KernelProfile same = history.profile("square", "");
    KernelProfile changed = history.profile("square", "abc");
    profile.add(0, SMALL, 50);
    assertEquals(50, same.expectedNanos(0, SMALL));
    assertEquals(-1, changed.expectedNanos(0, SMALL));
    assertEquals(0, same.times().length);
  }

  @Test
  void theFirstLaunchesAndAFewOfTheOthersAreSampled() {
    int sampled = 0;
    for (int i = 0; i < 3200; i++) {
      boolean wanted = profile.wantsSample(0, SMALL);
      assertTrue(wanted || i >= 8, "launch " + i);
      sampled += wanted ? 1 : 0;
    }
    assertEquals(8 + 99, sampled);
    assertTrue(profile.wantsSample(1, SMALL));
    assertTrue(history.rows().isEmpty(), "what has no duration has no row");
  }

  @Test
  void theLatestTimesAreKept() {
    int extra = 1000;
    for (int i = 0; i < KernelProfile.KEPT_TIMES + extra; i++) {
      profile.add(0, SMALL, i);
    }
    long[] times = profile.times();
    assertEquals(KernelProfile.KEPT_TIMES, times.length);
    assertEquals(extra, times[0]);
    assertEquals(KernelProfile.KEPT_TIMES + extra - 1, times[times.length - 1]);
  }

  @Test
  void manyClassesAreToldApart() {
    for (int device = 0; device < 8; device++) {
      for (int i = 1; i < 200; i++) {
        profile.add(device, SizeClass.of(i * 1000L, i * 7L), 1000L * device + i);
      }
    }
    for (int device = 0; device < 8; device++) {
      for (int i = 1; i < 200; i++) {
        double expected = profile.expectedNanos(device, SizeClass.of(i * 1000L, i * 7L));
        assertEquals(device, (int) expected / 1000);
      }
    }
    List<KernelHistory.Row> rows = history.rows();
    long launches = rows.stream().mapToLong(row -> row.durations().count()).sum();
    assertEquals(8 * 199, launches);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 7, 8, 1000, 4096, 1L << 40, Long.MAX_VALUE})
  void aClassHoldsWhatIsLessThanAQuarterLarger(long amount) {
    int sizeClass = SizeClass.of(amount, amount);
    long least = SizeClass.threads(sizeClass);
    assertEquals(least, SizeClass.bytes(sizeClass));
    assertTrue(least <= amount && amount - least <= least / 4, amount + " in class of " + least);
    assertEquals(sizeClass, SizeClass.of(least, least));
    assertFalse(amount > 0 && SizeClass.of(amount - amount / 4, amount) == sizeClass && amount > 4);
  }
}
