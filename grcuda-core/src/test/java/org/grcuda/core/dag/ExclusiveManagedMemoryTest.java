package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;

/** Devices whose managed memory the host may not touch while any of them works. */
class ExclusiveManagedMemoryTest {

  private final List<String> waits = new ArrayList<>();
  private DagRig rig;

  /** Completes what is held back, and notes that somebody waited. */
  private final Blocker blocker =
      new Blocker() {
        @Override
        public <T> void block(Interruptible<T> wait, T subject) {
          waits.add("wait");
          rig.driver.completeAll();
          Blocker.uninterruptible().block(wait, subject);
        }
      };

  private DagRig holding(int devices) {
    NullSettings settings =
        NullSettings.defaults()
            .withDevices(devices)
            .withAttribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS, 0);
    rig =
        new DagRig(
            settings,
            options -> options.memory(MemoryManagement.MANAGED),
            DependencyPolicy.AUTO,
            blocker);
    rig.driver.hold();
    return rig;
  }

  @Test
  void anyAccessOfTheHostWaitsForEveryDevice() {
    try (DagRig held = holding(2)) {
      Allocation x = held.allocate("x", 64);
      Allocation y = held.allocate("y", 64);
      Allocation z = held.allocate("z", 64);
      Vertex first = held.launch("first", DagRig.out(x));
      Vertex second = held.launch("second", DagRig.out(y));
      held.dag.hostRead(z.whole());
      assertTrue(first.isComplete());
      assertTrue(second.isComplete());
      assertFalse(waits.isEmpty());
      held.dag.hostWrite(z.whole());
      held.dag.hostRead(x.whole());
      assertEquals(0, held.runtime.unfinished());
    }
  }

  @Test
  void theHostAsksBeforeEachAccess() {
    try (DagRig held = holding(1)) {
      Allocation x = held.allocate("x", 64);
      assertFalse(x.isHostReadable());
      held.dag.hostWrite(x.whole());
      assertFalse(x.isHostWritable());
      assertTrue(waits.isEmpty());
      Allocation y = held.allocate("y", 64);
      held.launch("k", DagRig.out(y));
      held.dag.hostRead(x.whole());
      assertEquals(List.of("wait"), waits);
    }
  }

  @Test
  void aFailureElsewhereIsNotThatOfTheAccess() {
    try (DagRig held = holding(1)) {
      Allocation x = held.allocate("x", 64);
      Allocation y = held.allocate("y", 64);
      Vertex failing = held.launch("k", DagRig.out(y));
      held.fail("k");
      held.dag.hostRead(x.whole());
      assertTrue(failing.isFailed());
    }
  }
}
