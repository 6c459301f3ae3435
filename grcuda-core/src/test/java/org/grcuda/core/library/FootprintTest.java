package org.grcuda.core.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which bytes vectors and matrices lie in. */
final class FootprintTest {

  private static final int BYTES = 400;

  private final NullDriver driver = new NullDriver(NullSettings.defaults());
  private final GpuRuntime runtime =
      GpuRuntime.open(driver, RuntimeOptions.defaults(1), Blocker.uninterruptible());
  private final Allocation allocation = runtime.memory().allocate("memory", BYTES);
  private final Allocation other = runtime.memory().allocate("other", BYTES);

  @AfterEach
  void close() {
    runtime.close();
    driver.close();
  }

  private static Footprint at(
      Allocation where, long offset, long run, long columns, long stride, long batches, long next) {
    Region region = new Region(where, offset, where.bytes() - offset);
    return new Footprint(region, run, columns, stride, batches, next);
  }

  private Footprint matrix(long offset, long rows, long columns, long ld) {
    return at(allocation, offset, rows, columns, ld, 1, 0);
  }

  @Test
  void elementsFromTheFirstToTheLast() {
    assertEquals(0, Footprint.elements(0, 5, 7, 1, 0));
    assertEquals(0, Footprint.elements(5, 0, 7, 1, 0));
    assertEquals(0, Footprint.elements(5, 5, 7, 0, 0));
    assertEquals(4 * 7 + 3, Footprint.elements(3, 5, 7, 1, 100));
    assertEquals(2 * 100 + 4 * 7 + 3, Footprint.elements(3, 5, 7, 3, 100));
  }

  @Test
  void elementsThatNoMemoryHas() {
    long huge = Long.MAX_VALUE / 2;
    assertEquals(Long.MAX_VALUE, Footprint.elements(1, huge, huge, 1, 0));
    assertEquals(Long.MAX_VALUE, Footprint.elements(huge, 2, huge, 2, huge));
    assertEquals(Long.MAX_VALUE, Footprint.elements(1, 1, 1, huge, huge));
  }

  /** Blocks of one matrix, side by side or one above the other, share nothing. */
  @Test
  void blocksOfOneMatrix() {
    Footprint upper = matrix(0, 4, 10, 20);
    Footprint lower = matrix(4, 16, 10, 20);
    assertFalse(upper.overlaps(lower));
    assertTrue(upper.overlaps(matrix(3, 16, 10, 20)));
    assertTrue(matrix(3, 16, 10, 20).overlaps(upper));
    assertFalse(upper.overlaps(matrix(200, 4, 10, 20)));
    assertFalse(upper.overlaps(at(other, 0, 4, 10, 20, 1, 0)));
    assertTrue(upper.isSameAs(matrix(0, 4, 10, 20)));
    assertFalse(upper.isSameAs(matrix(0, 5, 10, 20)));
  }

  @Test
  void batches() {
    assertFalse(at(allocation, 0, 4, 3, 10, 3, 30).overlapsItself());
    assertFalse(at(allocation, 0, 5, 3, 10, 2, 5).overlapsItself());
    assertTrue(at(allocation, 0, 5, 3, 10, 3, 5).overlapsItself());
    assertTrue(at(allocation, 0, 5, 3, 10, 2, 0).overlapsItself());
    assertFalse(at(allocation, 0, 5, 3, 10, 1, 0).overlapsItself());
  }

  /** Against sets of bytes. */
  @Test
  void randomFootprints() {
    Random random = new Random(1);
    int shared = 0;
    for (int test = 0; test < 2000; test++) {
      Footprint one = random(random);
      Footprint two = random(random);
      Set<Long> common = bytes(one);
      common.retainAll(bytes(two));
      assertEquals(!common.isEmpty(), one.overlaps(two), one + " and " + two);
      shared += common.isEmpty() ? 0 : 1;
    }
    assertTrue(shared > 100 && shared < 1900, "of 2000 pairs, " + shared + " share memory");
  }

  private Footprint random(Random random) {
    long stride = 1 + random.nextInt(20);
    long run = random.nextInt((int) stride + 1);
    long columns = random.nextInt(4);
    return at(
        allocation,
        random.nextInt(60),
        run,
        columns,
        stride,
        random.nextInt(3),
        random.nextInt(40));
  }

  private static Set<Long> bytes(Footprint footprint) {
    Set<Long> all = new HashSet<>();
    for (long batch = 0; batch < footprint.batches(); batch++) {
      for (long column = 0; column < footprint.columns(); column++) {
        for (long i = 0; i < footprint.run(); i++) {
          long start = batch * footprint.batchStride() + column * footprint.stride();
          all.add(footprint.region().offset() + start + i);
        }
      }
    }
    return all;
  }
}
