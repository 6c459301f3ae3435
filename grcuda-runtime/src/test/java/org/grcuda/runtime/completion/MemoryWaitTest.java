package org.grcuda.runtime.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.DeviceSelectionContext;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Computations that wait for memory of their device. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MemoryWaitTest {

  private static final NullSettings SETTINGS =
      NullSettings.defaults().withDevices(2).withDeviceMemory(2_000);

  private static RuntimeOptions.Builder replicated(RuntimeOptions.Builder options) {
    return options.memory(MemoryManagement.REPLICATED).devicePoolShare(1);
  }

  /** Nothing is kept back: so the thread that looks after what has ended sleeps on events. */
  private static RuntimeOptions.Builder sleeping(RuntimeOptions.Builder options) {
    return replicated(options).deviceSelection(DeviceSelection.ROUND_ROBIN);
  }

  private static Vertex use(Rig rig, String name, Placement placement) {
    Allocation array = rig.runtime.memory().allocate(name, 1500);
    Access[] accesses = {new Access(array.whole(), AccessMode.OVERWRITE)};
    return rig.submit(new Vertex(name, rig.launch(name, 0), accesses, placement));
  }

  /** Nobody submits or waits: what ends on one device is noticed whatever another one does. */
  @Test
  void theyDoNotWaitForOtherDevices() {
    try (Rig rig = new Rig(SETTINGS, MemoryWaitTest::sleeping)) {
      rig.driver.hold();
      Vertex longer = use(rig, "long", Placement.onDevice(0));
      Vertex shorter = use(rig, "short", Placement.onDevice(1));
      Vertex waiting = use(rig, "waiting", Placement.onDevice(1));
      rig.awaitSleepOn(longer, shorter);
      assertFalse(waiting.isDispatched());
      rig.driver.complete(rig.ready("short"));
      Rig.eventually(waiting::isDispatched);
      assertFalse(longer.isComplete());
      rig.driver.completeAll();
      rig.runtime.await(waiting);
    }
  }

  /** Also if the other stream of their own device has work that began earlier. */
  @Test
  void theyDoNotWaitForOtherStreams() {
    try (Rig rig = new Rig(SETTINGS, MemoryWaitTest::sleeping)) {
      rig.driver.hold();
      Vertex longer = new Vertex("long", rig.launch("long"), new Access[0], Placement.onDevice(1));
      rig.submit(longer);
      Vertex shorter = use(rig, "short", Placement.onDevice(1));
      Vertex waiting = use(rig, "waiting", Placement.onDevice(1));
      rig.awaitSleepOn(longer, shorter);
      rig.driver.complete(rig.ready("short"));
      Rig.eventually(waiting::isDispatched);
      assertFalse(longer.isComplete());
      rig.driver.completeAll();
      rig.runtime.await(waiting);
    }
  }

  /** Nobody submits then: the thread that looks after what ends may have found nothing to do. */
  @Test
  void theirBeginIsTold() {
    try (Rig rig = new Rig(SETTINGS, MemoryWaitTest::replicated)) {
      rig.driver.hold();
      rig.runtime.lock();
      use(rig, "first", Placement.onDevice(1));
      Vertex waiting = use(rig, "waiting", Placement.onDevice(1));
      rig.signal().listen();
      rig.driver.complete(rig.ready("first"));
      rig.completion().pollAll();
      assertFalse(waiting.isDispatched());
      assertTrue(rig.signal().isAwaited());
      rig.runtime.unlock();
      assertTrue(waiting.isDispatched());
      assertFalse(rig.signal().isAwaited());
      rig.driver.completeAll();
      rig.runtime.await(waiting);
    }
  }

  /** Chooses the first device, and notes until when that is thought to be busy. */
  private static final class Noting implements DeviceSelectionPolicy {
    final List<Double> ready = new ArrayList<>();

    @Override
    public int select(DeviceSelectionContext context, long candidates) {
      ready.add(context.predictedReady(0));
      return 0;
    }

    @Override
    public boolean usesPredictions() {
      return true;
    }
  }

  @Test
  void theyAreNotCountedAsWorkBeforeTheyHaveIt() {
    Noting policy = new Noting();
    try (Rig rig =
        new Rig(SETTINGS, options -> replicated(options).deviceSelection(() -> policy))) {
      rig.driver.hold();
      use(rig, "running", Placement.ANYWHERE);
      for (int i = 0; i < 5; i++) {
        assertFalse(use(rig, "waiting" + i, Placement.ANYWHERE).isDispatched());
        rig.poll();
      }
      assertEquals(0, policy.ready.getFirst());
      double one = policy.ready.get(1);
      assertTrue(one > 0);
      assertEquals(List.of(0.0, one, one, one, one, one), policy.ready);
      while (!rig.driver.pending().isEmpty()) {
        for (QueuedCommand command : rig.driver.ready()) {
          rig.driver.complete(command);
        }
        rig.poll();
      }
      use(rig, "last", Placement.ANYWHERE);
      assertEquals(6 * one, policy.ready.getLast(), 1e-6 * one, "the clock is that of the work");
    }
  }
}
