package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.grcuda.runtime.memory.PoolAllocator.Chunk;
import org.junit.jupiter.api.Test;

/** The pool: nothing overlaps, nothing is lost, nothing that fits is refused. */
class PoolAllocatorTest {

  private static final long BASE = 1L << 20;
  private static final long GRANULE = PoolAllocator.ALIGNMENT;

  @Test
  void allOfItCanBeHadAtOnce() {
    var pool = new PoolAllocator(BASE, 1000 * GRANULE);
    Chunk all = pool.allocate(1000 * GRANULE);
    assertEquals(BASE, all.address());
    assertEquals(0, pool.freeBytes());
    assertNull(pool.allocate(1));
    pool.release(all);
    assertNotNull(pool.allocate(999 * GRANULE + 1));
  }

  @Test
  void sizesAreRoundedUp() {
    var pool = new PoolAllocator(BASE, 8 * GRANULE);
    assertEquals(GRANULE, pool.allocate(1).bytes());
    assertEquals(2 * GRANULE, pool.allocate(GRANULE + 1).bytes());
    assertEquals(5 * GRANULE, pool.freeBytes());
  }

  /** Also the last chunk of the very class, which is not the first of its list. */
  @Test
  void whatFitsIsFound() {
    var pool = new PoolAllocator(BASE, 64 * GRANULE);
    Chunk large = pool.allocate(11 * GRANULE);
    Chunk wall = pool.allocate(GRANULE);
    Chunk small = pool.allocate(10 * GRANULE);
    Chunk rest = pool.allocate(42 * GRANULE);
    pool.release(large);
    pool.release(small);
    assertEquals(PoolAllocator.classOf(large.bytes()), PoolAllocator.classOf(small.bytes()));
    assertEquals(large.address(), pool.allocate(11 * GRANULE).address());
    pool.release(wall);
    pool.release(rest);
    assertEquals(53 * GRANULE, pool.freeBytes());
    assertNotNull(pool.allocate(53 * GRANULE));
  }

  @Test
  void aChunkIsReleasedOnce() {
    var pool = new PoolAllocator(BASE, 4 * GRANULE);
    Chunk chunk = pool.allocate(1);
    pool.release(chunk);
    assertThrows(IllegalStateException.class, () -> pool.release(chunk));
    assertThrows(IllegalArgumentException.class, () -> pool.allocate(0));
    assertThrows(IllegalArgumentException.class, () -> new PoolAllocator(1, GRANULE));
  }

  @Test
  void classesGrowWithTheSize() {
    int last = -1;
    for (long size = GRANULE; size <= 4096 * GRANULE; size += GRANULE) {
      int next = PoolAllocator.classOf(size);
      assertTrue(next >= last, "size " + size);
      last = next;
    }
    assertTrue(PoolAllocator.classOf(1L << 62) > last);
  }

  @Test
  void randomProgramsNeitherOverlapNorLeak() {
    for (long seed = 0; seed < 300; seed++) {
      run(new Random(seed), "seed " + seed);
    }
  }

  private static void run(Random random, String seed) {
    long capacity = GRANULE * (1 + random.nextInt(400));
    var pool = new PoolAllocator(BASE, capacity);
    TreeMap<Long, Chunk> used = new TreeMap<>();
    for (int step = 0; step < 400; step++) {
      if (used.isEmpty() || random.nextInt(5) < 3) {
        long bytes = 1 + random.nextLong(random.nextBoolean() ? capacity : 4 * GRANULE);
        Chunk chunk = pool.allocate(bytes);
        if (chunk == null) {
          assertTrue(largestGap(used, capacity) < PoolAllocator.rounded(bytes), seed);
          continue;
        }
        assertTrue(chunk.bytes() >= bytes && chunk.address() % GRANULE == 0, seed);
        assertTrue(chunk.address() >= BASE && chunk.end() <= BASE + capacity, seed);
        Map.Entry<Long, Chunk> below = used.floorEntry(chunk.address());
        Map.Entry<Long, Chunk> above = used.ceilingEntry(chunk.address());
        assertTrue(below == null || below.getValue().end() <= chunk.address(), seed);
        assertTrue(above == null || chunk.end() <= above.getKey(), seed);
        used.put(chunk.address(), chunk);
      } else {
        List<Chunk> all = new ArrayList<>(used.values());
        Chunk chunk = all.get(random.nextInt(all.size()));
        used.remove(chunk.address());
        pool.release(chunk);
      }
      long inUse = used.values().stream().mapToLong(Chunk::bytes).sum();
      assertEquals(capacity - inUse, pool.freeBytes(), seed);
    }
    used.values().forEach(pool::release);
    assertEquals(capacity, pool.freeBytes(), seed);
    assertNotNull(pool.allocate(capacity), seed);
  }

  private static long largestGap(TreeMap<Long, Chunk> used, long capacity) {
    long largest = 0;
    long at = BASE;
    for (Chunk chunk : used.values()) {
      largest = Math.max(largest, chunk.address() - at);
      at = chunk.end();
    }
    return Math.max(largest, BASE + capacity - at);
  }
}
