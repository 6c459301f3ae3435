package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.KernelLookup;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.DeviceSelectionContext;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is kept back by a window, and what makes it go to the driver. */
class HoldBackTest {

  /** Round robin over what a window gives out. */
  private static final Supplier<DeviceSelectionPolicy> LOOKING_AHEAD =
      () ->
          new DeviceSelectionPolicy() {
            private final DeviceSelectionPolicy order = DeviceSelection.ROUND_ROBIN.get();

            @Override
            public int select(DeviceSelectionContext context, long candidates) {
              return order.select(context, candidates);
            }

            @Override
            public boolean looksAhead() {
              return true;
            }
          };

  private static RuntimeOptions.Builder window16(RuntimeOptions.Builder options) {
    return options.deviceSelection(LOOKING_AHEAD).window(16);
  }

  private static Rig holding(int devices, int window) {
    return Rig.holding(devices, options -> options.deviceSelection(LOOKING_AHEAD).window(window));
  }

  /** Keeps every device busy, so that the reaper has no reason to give anything out. */
  private static void occupy(Rig rig, int devices) {
    for (int device = 0; device < devices; device++) {
      String name = "busy" + device;
      rig.submit(new Vertex(name, rig.launch(name), new Access[0], Placement.onDevice(device)));
    }
    rig.driver.clearLog();
  }

  @Test
  void readyComputationsAreKeptUpToTheSizeOfTheWindow() {
    try (Rig rig = holding(1, 2)) {
      occupy(rig, 1);
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b", a);
      assertEquals(Vertex.Status.PENDING, a.status());
      assertEquals(List.of(), rig.launched());
      rig.submit("c");
      assertEquals(List.of("a"), rig.launched());
      assertFalse(b.isDispatched());
      rig.submit("d");
      assertEquals(List.of("a", "b"), rig.launched());
    }
  }

  /** Under the default policy: a kernel of little data is not kept waiting for others. */
  @Test
  void autoKeepsBackWhatUsesMuchData() {
    try (Rig rig = Rig.holding(2, options -> options.deviceSelection(DeviceSelection.AUTO))) {
      occupy(rig, 2);
      submitReader(rig, "much", 64 << 20);
      submitReader(rig, "little", 1 << 10);
      assertEquals(List.of("little"), rig.launched());
    }
  }

  private static void submitReader(Rig rig, String kernel, long bytes) {
    Region region = rig.runtime.memory().allocate(kernel, bytes).whole();
    Access[] accesses = {new Access(region, AccessMode.READ)};
    Vertex reader = new Vertex(kernel, rig.launch(kernel), accesses, Placement.ANYWHERE);
    reader.setParents(new Vertex[0], null);
    rig.submit(reader);
  }

  @Test
  void aWaitFlushesWhatItNeeds() {
    NullSettings settings = NullSettings.defaults();
    try (Rig rig = new Rig(settings, HoldBackTest::window16)) {
      rig.driver.hold();
      occupy(rig, 1);
      Vertex a = rig.submit("a");
      rig.submit("other");
      Vertex b = rig.submit("b", a);
      Thread completer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    Rig.eventually(() -> rig.launched().contains("b"));
                    rig.driver.complete(rig.ready("a"));
                    rig.driver.complete(rig.ready("b"));
                  });
      rig.runtime.await(b);
      Blocker.uninterruptible().block(Thread::join, completer);
      assertEquals(List.of("a", "other", "b"), rig.launched());
    }
  }

  @Test
  void aTaskOfTheHostKeepsNothingBack() {
    try (Rig rig = new Rig(NullSettings.defaults(), HoldBackTest::window16)) {
      rig.driver.hold();
      Vertex a = rig.submit("a");
      assertFalse(a.isDispatched());
      Operation finished = new Operation.HostTask((task, at) -> rig.runtime.finish(task, null));
      Vertex task = new Vertex("task", finished, new Access[0], Placement.ANYWHERE);
      task.setParents(new Vertex[] {a}, null);
      rig.submit(task);
      assertTrue(a.isDispatched());
      rig.driver.release();
    }
  }

  @Test
  void hostCodeFlushesItsParents() {
    try (Rig rig = new Rig(NullSettings.defaults(), HoldBackTest::window16)) {
      Vertex a = rig.submit("a");
      Vertex call = new Vertex("call", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
      call.setParents(new Vertex[] {a}, null);
      assertEquals(true, rig.runtime.call(call, Rig.BY_HAND, addresses -> a.isComplete()));
    }
  }

  @Test
  void synchronizeAndCloseFlushEverything() {
    Vertex[] last = new Vertex[2];
    try (Rig rig = new Rig(NullSettings.defaults(), HoldBackTest::window16)) {
      last[0] = rig.submit("b", rig.submit("a"));
      rig.runtime.synchronize();
      assertTrue(last[0].isComplete());
      assertEquals(0, rig.runtime.unfinished());
      last[1] = rig.submit("d", rig.submit("c"));
    }
    assertTrue(last[1].isComplete());
  }

  @Test
  void anIdleDeviceIsGivenWhatIsKept() {
    try (Rig rig = holding(2, 16)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b", a);
      Rig.eventually(b::isDispatched);
    }
  }

  @Test
  void nothingIsGivenOutWhileAllDevicesAreBusy() throws InterruptedException {
    try (Rig rig = holding(2, 16)) {
      occupy(rig, 2);
      Vertex a = rig.submit("a");
      // It would be given out within this time: a device that is idle is noticed each millisecond.
      Thread.sleep(20);
      assertFalse(a.isDispatched());
      rig.complete("busy1");
      Rig.eventually(a::isDispatched);
    }
  }

  @Test
  void aDeviceThatBecomesIdleIsFedAtTheNextSubmission() {
    try (Rig rig = holding(1, 16)) {
      occupy(rig, 1);
      rig.submit("a");
      rig.submit("b");
      rig.driver.complete(rig.ready("busy0"));
      rig.submit("c");
      assertTrue(rig.launched().contains("a"), () -> rig.launched().toString());
    }
  }

  @Test
  void freesWaitForWhatIsKeptAndAwaitFreesFlushes() {
    try (Rig rig = new Rig(NullSettings.defaults(), HoldBackTest::window16)) {
      Allocation x = rig.runtime.memory().allocate("x", 64);
      Vertex user =
          new Vertex(
              "k",
              rig.launch("k", 0),
              new Access[] {new Access(x.whole(), AccessMode.READ_WRITE)},
              Placement.ANYWHERE);
      rig.submit(user);
      Vertex free = new Vertex("free", new Operation.Free(x), new Access[0], Placement.ANYWHERE);
      free.setParents(new Vertex[] {user}, null);
      rig.submit(free);
      rig.runtime.awaitFrees();
      assertEquals(0, rig.runtime.memory().allocatedBytes());
    }
  }

  @Test
  void whatTheDeviceRefusesLaterFailsTheComputation() {
    try (Rig rig = new Rig(NullSettings.defaults(), HoldBackTest::window16)) {
      LaunchShape impossible = new LaunchShape(1, 1, 1, 4096, 1, 1, 0);
      Vertex refused =
          new Vertex(
              "refused", rig.launch("refused", impossible), new Access[0], Placement.ANYWHERE);
      rig.submit(refused);
      Vertex child = rig.submit("child", refused);
      Vertex other = rig.submit("other");
      ComputationFailedException error =
          assertThrows(ComputationFailedException.class, () -> rig.runtime.await(child));
      assertTrue(error.getMessage().contains("refused"), error.getMessage());
      rig.runtime.await(other);
    }
  }

  /** As of a thread that is cancelled while a module is loaded. */
  @Test
  @Timeout(60)
  void anErrorOfAThreadThatDispatchesLaterFailsTheComputation() {
    try (Rig rig = new Rig(NullSettings.defaults(), HoldBackTest::window16)) {
      Error cancelled = new AssertionError("cancelled");
      KernelLookup lookup =
          device -> {
            throw cancelled;
          };
      LaunchShape shape = new LaunchShape(1, 1, 1, 32, 1, 1, 0);
      Operation launch = new Operation.Launch(lookup, shape, new long[0], 0, new int[0]);
      Vertex failed = new Vertex("failed", launch, new Access[0], Placement.ANYWHERE);
      rig.submit(failed);
      Vertex child = rig.submit("child", failed);
      Vertex other = rig.submit("other");
      ComputationFailedException error =
          assertThrows(ComputationFailedException.class, () -> rig.runtime.await(child));
      assertSame(cancelled, error.getCause());
      rig.runtime.await(other);
    }
  }

  @Test
  void whatNamesItsDeviceOrStreamPasses() {
    try (Rig rig = holding(2, 16)) {
      ComputeStream stream = rig.runtime.streams().createUserStream(1);
      rig.submit(new Vertex("u", rig.launch("u"), new Access[0], Placement.onStream(stream)));
      rig.submit(new Vertex("d", rig.launch("d"), new Access[0], Placement.onDevice(0)));
      assertEquals(List.of("u", "d"), rig.launched());
    }
  }
}
