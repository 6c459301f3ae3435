package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Allocation;
import org.junit.jupiter.api.Test;

/** Arrays share page-locked memory where it is costly. */
class HostPoolTest {

  private static final long MB = 1 << 20;

  private static NullDriver driver(long hostMemory, boolean costly) {
    return new NullDriver(
        NullSettings.defaults()
            .withHostMemory(hostMemory, false)
            .withCostlyHostMemory(costly)
            .withLog(false));
  }

  @Test
  void smallArraysShareAnAllocation() {
    try (NullDriver driver = driver(1 << 30, true)) {
      HostPool pool = new HostPool(driver);
      for (int i = 0; i < 1000; i++) {
        pool.allocate(1000);
      }
      assertEquals(1, driver.liveAllocations());
      pool.close();
      assertEquals(0, driver.liveAllocations());
    }
  }

  @Test
  void chunksGrowWithWhatIsUsed() {
    try (NullDriver driver = driver(1L << 40, true)) {
      HostPool pool = new HostPool(driver);
      for (int i = 0; i < 256; i++) {
        pool.allocate(MB);
      }
      // 2, 2, 4, 8, 16, 32, and three of 64 MB.
      assertEquals(9, driver.liveAllocations());
      pool.close();
    }
  }

  @Test
  void largeArraysAreAllocationsOfTheirOwn() {
    try (NullDriver driver = driver(1 << 30, true)) {
      HostPool pool = new HostPool(driver);
      long large = pool.allocate(16 * MB + 1);
      long small = pool.allocate(16 * MB);
      assertEquals(2, driver.liveAllocations());
      pool.free(large);
      assertEquals(1, driver.liveAllocations());
      pool.free(small);
      assertEquals(1, driver.liveAllocations(), "kept for the next arrays");
      pool.close();
      assertEquals(0, driver.liveAllocations());
    }
  }

  @Test
  void oneUnusedChunkIsKept() {
    try (NullDriver driver = driver(1 << 30, true)) {
      HostPool pool = new HostPool(driver);
      List<Long> arrays = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        arrays.add(pool.allocate(MB));
      }
      assertEquals(4, driver.liveAllocations());
      arrays.forEach(pool::free);
      assertEquals(1, driver.liveAllocations());
      pool.close();
    }
  }

  @Test
  void anAllocationIsOneOfTheDriverWhereItCostsNothing() {
    try (NullDriver driver = driver(1 << 30, false)) {
      HostPool pool = new HostPool(driver);
      long one = pool.allocate(1000);
      pool.allocate(1000);
      assertEquals(2, driver.liveAllocations());
      pool.free(one);
      assertEquals(1, driver.liveAllocations());
    }
  }

  @Test
  void wantsNoWholeChunkWhereMemoryIsScarce() {
    try (NullDriver driver = driver(3 * MB, true)) {
      HostPool pool = new HostPool(driver);
      List<Long> arrays = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        arrays.add(pool.allocate(MB));
      }
      DriverException e = assertThrows(DriverException.class, () -> pool.allocate(MB));
      assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, e.result());
      arrays.forEach(pool::free);
      pool.allocate(3 * MB);
      assertEquals(1, driver.liveAllocations(), "the unused chunk was given back");
      pool.close();
    }
  }

  @Test
  void partsNeverOverlap() {
    Random random = new Random(1);
    try (NullDriver driver = driver(1L << 40, true)) {
      HostPool pool = new HostPool(driver);
      TreeMap<Long, Long> live = new TreeMap<>();
      for (int i = 0; i < 20_000; i++) {
        if (random.nextInt(3) > 0 || live.isEmpty()) {
          long bytes = 1 + (long) Math.exp(random.nextDouble() * Math.log(20.0 * MB));
          long address = pool.allocate(bytes);
          assertEquals(0, address % PoolAllocator.ALIGNMENT);
          Map.Entry<Long, Long> below = live.floorEntry(address);
          assertTrue(below == null || below.getKey() + below.getValue() <= address);
          Long above = live.ceilingKey(address);
          assertTrue(above == null || address + bytes <= above);
          live.put(address, bytes);
        } else {
          Long address = live.ceilingKey(live.firstKey() + random.nextInt(1 << 30));
          long freed = address == null ? live.lastKey() : address;
          live.remove(freed);
          pool.free(freed);
        }
      }
      live.keySet().forEach(pool::free);
      assertEquals(1, driver.liveAllocations());
      pool.close();
    }
  }

  @Test
  void arraysOfReplicatedMemoryComeFromThePool() {
    try (Rig rig =
        new Rig(
            NullSettings.defaults().withCostlyHostMemory(true),
            options -> options.memory(MemoryManagement.REPLICATED))) {
      Allocation x = rig.runtime.memory().allocate("x", 1000);
      Allocation y = rig.runtime.memory().allocate("y", 1000);
      assertEquals(1, rig.driver.liveAllocations());
      rig.runtime.memory().release(x);
      rig.runtime.memory().release(y);
      assertEquals(1, rig.driver.liveAllocations());
    }
  }
}
