package org.grcuda.cpu.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RangeAllocatorTest {

  private static final long BASE = 1L << 20;

  @Test
  void rangesNeverOverlapAndAllComeBack() {
    for (int seed = 0; seed < 20; seed++) {
      long bytes = 1 << 20;
      RangeAllocator allocator = new RangeAllocator(BASE, bytes);
      TreeMap<Long, Long> live = new TreeMap<>();
      Random random = new Random(seed);
      for (int step = 0; step < 5000; step++) {
        if (random.nextInt(100) < 55) {
          long size = 1 + random.nextInt(random.nextInt(10) == 0 ? 50_000 : 2000);
          long address = allocator.allocate(size);
          if (address >= 0) {
            checkApart(live, address, size, BASE + bytes);
            live.put(address, size);
          }
        } else if (!live.isEmpty()) {
          List<Long> addresses = new ArrayList<>(live.keySet());
          long address = addresses.get(random.nextInt(addresses.size()));
          allocator.release(address, live.remove(address));
        }
      }
      live.forEach(allocator::release);
      assertEquals(BASE, allocator.top());
      assertEquals(BASE, allocator.allocate(bytes));
    }
  }

  private static void checkApart(TreeMap<Long, Long> live, long address, long size, long end) {
    assertEquals(0, address % RangeAllocator.ALIGNMENT);
    assertTrue(address >= BASE && address + size <= end);
    var below = live.floorEntry(address);
    assertTrue(below == null || below.getKey() + below.getValue() <= address);
    Long above = live.ceilingKey(address);
    assertTrue(above == null || address + size <= above);
  }

  @Test
  void fullRangeRefusesAndHolesAreReused() {
    RangeAllocator allocator = new RangeAllocator(BASE, 4 * 256);
    long[] addresses = new long[4];
    for (int i = 0; i < 4; i++) {
      addresses[i] = allocator.allocate(200);
    }
    assertEquals(-1, allocator.allocate(1));
    allocator.release(addresses[1], 200);
    allocator.release(addresses[2], 200);
    assertEquals(-1, allocator.allocate(513));
    assertEquals(addresses[1], allocator.allocate(512));
  }

  @Test
  void smallestHoleThatFitsIsTaken() {
    RangeAllocator allocator = new RangeAllocator(BASE, 1 << 20);
    long large = allocator.allocate(4 * 256);
    allocator.allocate(1);
    long small = allocator.allocate(2 * 256);
    allocator.allocate(1);
    allocator.release(large, 4 * 256);
    allocator.release(small, 2 * 256);
    assertEquals(small, allocator.allocate(2 * 256));
    assertEquals(large, allocator.allocate(256));
  }
}
