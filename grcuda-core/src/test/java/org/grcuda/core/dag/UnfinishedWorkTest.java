package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;
import static org.grcuda.core.dag.DagRig.in;
import static org.grcuda.core.dag.DagRig.inout;
import static org.grcuda.core.dag.DagRig.out;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is kept and looked at for a computation does not grow with those that are unfinished. */
class UnfinishedWorkTest {

  /** Pooled streams of a device, with those for transfers. */
  private static final int STREAMS = 18;

  private static final int SLICES = 100;

  private static DagRig rig(MemoryManagement memory, int devices) {
    DagRig rig =
        new DagRig(
            NullSettings.defaults().withDevices(devices).withLog(false),
            options -> options.memory(memory).deviceSelection(DeviceSelection.ROUND_ROBIN),
            DependencyPolicy.AUTO,
            Blocker.uninterruptible());
    rig.driver.hold();
    return rig;
  }

  private static void assertFew(int devices, int count, String what) {
    assertTrue(count <= 4 * STREAMS * devices, count + " " + what);
  }

  /** Readers of all of two arrays, then of slices of one, then a writer of the other. */
  @ParameterizedTest
  @CsvSource({
    "MANAGED, 1, 100", "MANAGED, 1, 10000", "MANAGED, 8, 100", "MANAGED, 8, 10000",
    "REPLICATED, 1, 100", "REPLICATED, 1, 10000", "REPLICATED, 8, 100", "REPLICATED, 8, 10000"
  })
  void readersOfEachStreamAreOne(MemoryManagement memory, int devices, int computations) {
    try (DagRig rig = rig(memory, devices)) {
      Allocation x = rig.allocate("x", 64);
      Allocation slices = rig.allocate("slices", SLICES);
      for (int i = 0; i < computations; i++) {
        rig.launch("r", in(x), in(slices));
      }
      for (int i = 0; i < SLICES; i++) {
        Vertex slice = rig.launch("s", access(slices, i, 1, AccessMode.READ));
        assertFew(devices, slice.parents().length, "parents of a slice");
      }
      assertFew(devices, HazardTracker.histories(x).value(0).readers.length, "readers");
      IntervalMap<AccessHistory> histories = HazardTracker.histories(slices);
      for (int i = 0; i < histories.count(); i++) {
        assertFew(devices, histories.value(i).readers.length, "readers of a slice");
      }
      assertFew(devices, rig.launch("w", out(x)).parents().length, "parents of the writer");
    }
  }

  /** Each computation takes what the one before, on another device, has written. */
  @ParameterizedTest
  @CsvSource({
    "MANAGED, 1, 100", "MANAGED, 1, 10000", "MANAGED, 8, 100", "MANAGED, 8, 10000",
    "REPLICATED, 1, 100", "REPLICATED, 1, 10000", "REPLICATED, 8, 100", "REPLICATED, 8, 10000"
  })
  void whatMovesFromDeviceToDeviceHasFewParents(
      MemoryManagement memory, int devices, int computations) {
    try (DagRig rig = rig(memory, devices)) {
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      for (int i = 0; i < computations; i++) {
        Vertex vertex = rig.launch("w", inout(x), in(y));
        assertFew(devices, vertex.parents().length, "parents");
      }
      assertFew(devices, rig.launch("w", inout(y)).parents().length, "parents of the last");
    }
  }
}
