package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;
import static org.grcuda.core.dag.DagRig.in;
import static org.grcuda.core.dag.DagRig.inout;
import static org.grcuda.core.dag.DagRig.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.DeviceSelection;
import org.junit.jupiter.api.Test;

/** What the host waits for: what it must, and nothing else. A wait too many fails the test. */
class HostAccessTest {

  private static void assertWaits(Runnable access) {
    AssertionError error = assertThrows(AssertionError.class, access::run);
    assertTrue(error.getMessage().startsWith("waited for"), error.getMessage());
  }

  private static void assertHost(boolean readable, boolean writable, Allocation allocation) {
    assertEquals(readable, allocation.isHostReadable(), "readable");
    assertEquals(writable, allocation.isHostWritable(), "writable");
  }

  @Test
  void aNewAllocationIsTheHosts() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      assertHost(true, true, x);
      rig.dag.hostRead(x.whole());
      rig.dag.hostWrite(x.whole());
    }
  }

  @Test
  void aReadWaitsForTheWriterOnly() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      rig.launch("w", out(x));
      rig.launch("unrelated", out(y));
      rig.launch("r", in(x));
      assertHost(false, false, x);
      assertWaits(() -> rig.dag.hostRead(x.whole()));
      rig.complete("w");
      assertTrue(rig.runtime.unfinished() > 0);
      // Learns by itself that the writer has completed: asking is not waiting.
      rig.dag.hostRead(x.whole());
      assertHost(true, false, x);
      assertEquals(Places.of(0) | Places.of(Places.HOST), x.holders());
    }
  }

  @Test
  void aWriteWaitsForTheReadersToo() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex reader = rig.launch("r", in(x));
      assertHost(true, false, x);
      rig.dag.hostRead(x.whole());
      assertWaits(() -> rig.dag.hostWrite(x.whole()));
      rig.complete("r");
      assertTrue(rig.runtime.isComplete(reader));
      rig.dag.hostWrite(x.whole());
      assertHost(true, true, x);
      assertEquals(Places.of(Places.HOST), x.holders());
    }
  }

  @Test
  void aPartIsReadWhileAnotherIsWritten() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 400);
      Vertex low = rig.launch("low", access(x, 0, 200, AccessMode.WRITE));
      rig.launch("high", access(x, 200, 200, AccessMode.WRITE));
      rig.complete("low");
      assertTrue(rig.runtime.isComplete(low));
      rig.dag.hostRead(new Region(x, 0, 200));
      assertHost(false, false, x);
      rig.dag.hostWrite(new Region(x, 4, 4));
      assertWaits(() -> rig.dag.hostRead(new Region(x, 199, 2)));
      rig.complete("high");
      rig.dag.hostRead(new Region(x, 0, 4));
      assertHost(true, false, x);
    }
  }

  @Test
  void consecutiveAccessesOfTheHostTouchOneFlag() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex writer = rig.launch("w", inout(x));
      rig.complete("w");
      assertTrue(rig.runtime.isComplete(writer));
      rig.dag.hostWrite(new Region(x, 8, 4));
      assertHost(true, true, x);
      Vertex reader = rig.launch("r", in(x));
      assertEquals(0, reader.parents().length);
      assertHost(true, false, x);
    }
  }

  @Test
  void readingWhatAFailedComputationWroteThrowsItsError() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      Allocation z = rig.allocate("z", 64);
      Vertex bad = rig.launch("bad", out(x));
      Vertex user = rig.launch("user", in(x), out(y));
      rig.launch("fine", in(z));
      rig.fail("bad");
      rig.driver.completeAll();
      assertTrue(rig.runtime.isComplete(user));
      assertTrue(bad.isFailed());
      for (Allocation poisoned : new Allocation[] {x, y, x}) {
        ComputationFailedException error =
            assertThrows(
                ComputationFailedException.class, () -> rig.dag.hostRead(poisoned.whole()));
        assertEquals("bad", error.computation());
        assertHost(false, false, poisoned);
      }
      assertThrows(ComputationFailedException.class, () -> rig.dag.hostWrite(x.whole()));
      rig.dag.hostRead(z.whole());
      Vertex late = rig.launch("late", inout(y));
      assertTrue(late.isFailed());
      assertEquals("bad", late.failedName());
    }
  }

  @Test
  void overwritingForgetsTheFailure() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      Vertex bad = rig.launch("bad", out(x), out(y));
      rig.fail("bad");
      assertTrue(rig.runtime.isComplete(bad));
      rig.dag.hostOverwrite(x.whole());
      assertHost(true, true, x);
      Vertex fill = rig.dag.fill(y.whole(), 0, 4);
      rig.driver.completeAll();
      assertTrue(rig.runtime.isComplete(fill));
      assertFalse(fill.isFailed());
      rig.dag.hostRead(y.whole());
      assertFalse(rig.launch("k", in(x), inout(y)).isFailed());
    }
  }

  @Test
  void overwritingAPartForgetsTheFailureThereOnly() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex bad = rig.launch("bad", out(x));
      rig.fail("bad");
      assertTrue(rig.runtime.isComplete(bad));
      Region part = new Region(x, 16, 16);
      rig.dag.hostOverwrite(part);
      assertHost(false, false, x);
      rig.dag.hostRead(part);
      assertThrows(ComputationFailedException.class, () -> rig.dag.hostRead(new Region(x, 0, 17)));
      assertFalse(rig.launch("k", new Access(part, AccessMode.READ)).isFailed());
    }
  }

  @Test
  void aFailedReaderLeavesWhatItReadUsable() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      Vertex bad = rig.launch("bad", in(x), out(y));
      Vertex writer = rig.launch("w", inout(x));
      rig.fail("bad");
      rig.driver.completeAll();
      assertTrue(rig.runtime.isComplete(writer));
      assertTrue(bad.isFailed());
      assertFalse(writer.isFailed());
      rig.dag.hostRead(x.whole());
    }
  }

  @Test
  void hostCallsTakePart() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Object result =
          rig.dag.call(
              "host",
              addresses -> {
                assertHost(false, false, x);
                return addresses[0];
              },
              inout(x));
      assertEquals(x.hostAddress(), result);
      rig.dag.hostRead(x.whole());
      assertEquals(Places.of(Places.HOST), x.holders());
      rig.launch("w", out(x));
      assertWaits(() -> rig.dag.call("host", addresses -> null, in(x)));
    }
  }

  /** What a device gave up is on its way: the host may write elsewhere, but not all of it. */
  @Test
  void aPartIsWrittenWhileAnotherComesBackFromAFullDevice() {
    long half = 1 << 10;
    try (DagRig rig = full(half)) {
      Allocation x = rig.allocate("x", 2 * half);
      Allocation y = rig.allocate("y", half);
      Region upper = new Region(x, half, half);
      Vertex writer = rig.launch("w", access(x, 0, half, AccessMode.OVERWRITE));
      rig.complete("w");
      assertTrue(rig.runtime.isComplete(writer));
      rig.launch("next", access(y, 0, half, AccessMode.OVERWRITE));
      assertEquals(Places.of(Places.HOST), x.holders());
      rig.dag.hostOverwrite(upper);
      assertHost(false, false, x);
      assertWaits(() -> rig.dag.hostWrite(new Region(x, 0, 4)));
      rig.driver.completeAll();
      rig.dag.hostWrite(new Region(x, 0, 4));
      assertHost(true, true, x);
    }
  }

  /** What could not be brought back is lost; who overwrites a part of it has that part. */
  @Test
  void aPartOfWhatIsLostIsOverwritten() {
    long bytes = 1 << 10;
    try (DagRig rig = full(bytes)) {
      Allocation x = rig.allocate("x", bytes);
      Allocation y = rig.allocate("y", bytes);
      Vertex writer = rig.launch("w", access(x, 0, bytes, AccessMode.OVERWRITE));
      rig.complete("w");
      assertTrue(rig.runtime.isComplete(writer));
      rig.launch("next", access(y, 0, bytes, AccessMode.OVERWRITE));
      rig.driver.fail(
          rig.driver.ready().getFirst(),
          new DriverException(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuMemcpyAsync", 0, "luck"));
      rig.runtime.poll();
      Region part = new Region(x, 0, 4);
      rig.dag.hostOverwrite(part);
      rig.dag.hostRead(part);
      assertHost(false, false, x);
      assertThrows(ComputationFailedException.class, () -> rig.dag.hostRead(x.whole()));
      rig.driver.completeAll();
    }
  }

  /** A device with room for {@code bytes}, which holds everything back; whoever waits fails. */
  private static DagRig full(long bytes) {
    DagRig rig =
        new DagRig(
            NullSettings.defaults().withDeviceMemory(bytes),
            options ->
                options
                    .memory(MemoryManagement.REPLICATED)
                    .devicePoolShare(1)
                    .deviceSelection(DeviceSelection.ROUND_ROBIN),
            DependencyPolicy.AUTO,
            DagRig.NEVER);
    rig.driver.hold();
    return rig;
  }
}
