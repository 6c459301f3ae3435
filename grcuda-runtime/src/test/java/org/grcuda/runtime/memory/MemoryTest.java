package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Allocations: where they are valid, when they go. */
class MemoryTest {

  private static final long HOST = Places.of(Places.HOST);
  private static final long GPU0 = Places.of(0);
  private static final long GPU1 = Places.of(1);

  private static void use(Rig rig, int device, Region region, AccessMode mode) {
    rig.submit(
        new Vertex(
            "k",
            rig.launch("k", 0),
            new Access[] {new Access(region, mode)},
            Placement.onDevice(device)));
  }

  private static Vertex free(Rig rig, Allocation allocation, Vertex... parents) {
    Vertex vertex =
        new Vertex("free", new Operation.Free(allocation), new Access[0], Placement.ANYWHERE);
    vertex.setParents(parents, null);
    return rig.submit(vertex);
  }

  @Test
  void aReaderAddsItsDeviceAndAWriterIsTheOnlyHolder() {
    try (Rig rig = Rig.holding(2, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 1024);
      assertEquals(HOST, x.holders());
      use(rig, 0, x.whole(), AccessMode.READ);
      assertEquals(HOST | GPU0, x.holders());
      use(rig, 1, x.whole(), AccessMode.READ);
      assertEquals(HOST | GPU0 | GPU1, x.holders());
      use(rig, 1, x.whole(), AccessMode.READ_WRITE);
      assertEquals(GPU1, x.holders());
      rig.runtime.memory().hostAccess(x.whole(), AccessMode.READ);
      assertEquals(HOST | GPU1, x.holders());
      rig.runtime.memory().hostAccess(x.whole(), AccessMode.WRITE);
      assertEquals(HOST, x.holders());
    }
  }

  @Test
  void partsHaveLocationsOfTheirOwn() {
    try (Rig rig = Rig.holding(2, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 1000);
      use(rig, 0, new Region(x, 0, 500), AccessMode.WRITE);
      use(rig, 1, new Region(x, 500, 500), AccessMode.WRITE);
      assertEquals(0, x.holders());
      assertEquals(GPU0, x.holders(100, 300));
      assertEquals(GPU1, x.holders(500, 1));
      assertEquals(300, x.missingBytes(200, 600, 0));
      use(rig, 0, x.whole(), AccessMode.READ);
      assertEquals(GPU0, x.holders());
      use(rig, 1, x.whole(), AccessMode.WRITE);
      assertEquals(GPU1, x.holders());
      assertEquals(0, x.missingBytes(0, 1000, 1));
    }
  }

  @Test
  void anUnusedAllocationIsFreedAtOnce() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 1024);
      assertEquals(1024, rig.runtime.memory().allocatedBytes());
      assertTrue(free(rig, x).isComplete());
      assertEquals(0, rig.driver.liveAllocations());
      assertEquals(0, rig.runtime.memory().allocatedBytes());
    }
  }

  @Test
  void aFreeIsOrderedAfterItsParentsAndBlocksNobody() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 1024);
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b");
      Vertex free = free(rig, x, a, b);
      assertFalse(free.isComplete());
      assertEquals(1, rig.driver.liveAllocations());
      rig.complete("a");
      assertEquals(1, rig.driver.liveAllocations());
      rig.complete("b");
      rig.runtime.await(free);
      assertEquals(0, rig.driver.liveAllocations());
    }
  }

  @Test
  void aFreeTakesNoDeviceAndNoTurn() {
    try (Rig rig =
        Rig.holding(2, options -> options.deviceSelection(DeviceSelection.ROUND_ROBIN))) {
      Allocation x = rig.runtime.memory().allocate("x", 1024);
      Vertex user = rig.submit("user");
      assertEquals(0, user.device());
      int commands = rig.driver.log().size();
      Vertex free = free(rig, x, user);
      assertEquals(Places.HOST, free.device());
      assertEquals(commands, rig.driver.log().size());
      assertEquals(2, rig.runtime.unfinished());
      assertEquals(1, rig.submit("next").device());
      rig.complete("user");
      assertTrue(free.isComplete());
      assertEquals(0, rig.driver.liveAllocations());
      assertEquals(1, rig.runtime.unfinished());
    }
  }

  @Test
  void anAllocationWaitsForFreesBeforeItGivesUp() {
    NullSettings settings = NullSettings.defaults().withHostMemory(1000, false);
    try (Rig rig = new Rig(settings, options -> options)) {
      rig.driver.hold();
      Allocation x = rig.runtime.memory().allocate("x", 600);
      Vertex user = rig.submit("user");
      free(rig, x, user);
      Thread releaser = new Thread(rig.driver::release);
      releaser.start();
      Allocation y = rig.runtime.memory().allocate("y", 600);
      DriverException error =
          assertThrows(DriverException.class, () -> rig.runtime.memory().allocate("z", 600));
      assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, error.result());
      assertEquals(600, rig.runtime.memory().allocatedBytes());
      assertEquals("y", y.name());
    }
  }

  /** Host code of another thread may be waiting for memory, too. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anAllocationDoesNotWaitForHostCode() throws InterruptedException {
    NullSettings settings = NullSettings.defaults().withHostMemory(1000, false);
    try (Rig rig = new Rig(settings, options -> options)) {
      Vertex host = new Vertex("host", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
      Thread other = new Thread(() -> rig.runtime.enter(host, Rig.BY_HAND));
      other.start();
      other.join();
      Allocation x = rig.runtime.memory().allocate("x", 600);
      free(rig, x, rig.submit("user", host));
      DriverException error =
          assertThrows(DriverException.class, () -> rig.runtime.memory().allocate("y", 600));
      assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, error.result());
      rig.runtime.finish(host, null);
      assertEquals("y", rig.runtime.memory().allocate("y", 600).name());
    }
  }

  @Test
  void foreignMemoryIsNeverFreedNorMoved() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation host = rig.runtime.memory().wrapHost(null, 0x1000, 64);
      use(rig, 0, host.whole(), AccessMode.READ_WRITE);
      assertEquals(HOST, host.holders());
      assertEquals(2, rig.driver.log().size(), "launch and record, no prefetch");
      rig.driver.completeAll();
      rig.poll();
      free(rig, host);
      assertEquals("host memory 1", host.name());
      assertTrue(rig.runtime.memory().resource("globals").isForeign());
    }
  }

  @Test
  void deviceMemoryOfSomeoneElseStaysWhereItIs() {
    try (Rig rig = Rig.holding(2, options -> options)) {
      Allocation variable = rig.runtime.memory().wrapDevice("variable 'v'", 0x1000, 64, 1);
      assertEquals(Places.of(1), variable.holders());
      assertEquals(0, variable.missingBytes(0, 64, 1));
      use(rig, 1, variable.whole(), AccessMode.READ_WRITE);
      use(rig, 0, variable.whole(), AccessMode.READ);
      assertEquals(Places.of(1), variable.holders());
      assertEquals(Placement.ANY_DEVICE, variable.device());
      variable.confineTo(1);
      assertEquals(1, variable.device());
      assertEquals(0, rig.runtime.memory().allocatedBytes());
      rig.driver.completeAll();
      rig.poll();
      free(rig, variable);
    }
  }

  @Test
  void closingWaitsFreesAndRefuses() {
    NullDriver driver;
    GpuRuntime runtime;
    Allocation x;
    Vertex vertex;
    try (Rig rig = Rig.holding(2, options -> options)) {
      driver = rig.driver;
      runtime = rig.runtime;
      x = runtime.memory().allocate("x", 64);
      runtime.memory().allocate("y", 64);
      runtime.streams().createUserStream(1);
      vertex = rig.submit("k");
      rig.submit("l", vertex);
      driver.release();
      runtime.close();
      assertTrue(vertex.isComplete());
      assertTrue(x.isFreed());
      assertFalse(x.isHostReadable());
      assertEquals(0, driver.liveAllocations());
      assertEquals(0, driver.openStreams());
      assertEquals(0, driver.openEvents());
      assertThrows(IllegalStateException.class, () -> rig.submit("late"));
      assertThrows(IllegalStateException.class, () -> runtime.memory().allocate("z", 64));
      assertEquals(0, driver.liveAllocations());
      runtime.close();
    }
  }

  @Test
  void twoRuntimesOnOneDriverLeaveEachOtherAlone() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation mine = rig.runtime.memory().allocate("mine", 64);
      try (GpuRuntime other =
          GpuRuntime.open(rig.driver, RuntimeOptions.defaults(1), Blocker.uninterruptible())) {
        other.memory().allocate("other", 64);
        assertEquals(2, rig.driver.liveAllocations());
      }
      assertEquals(1, rig.driver.liveAllocations());
      assertTrue(mine.isHostReadable());
      rig.submit("k");
      rig.complete("k");
    }
  }
}
