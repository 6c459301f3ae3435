package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;
import static org.grcuda.core.dag.DagRig.in;
import static org.grcuda.core.dag.DagRig.inout;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.AccessMode;
import org.grcuda.runtime.Allocation;
import org.grcuda.runtime.Blocker;
import org.grcuda.runtime.IntervalMap;
import org.junit.jupiter.api.Test;

/** Completed work is let go. */
class RetentionTest {

  private static final int MANY = 200_000;

  private static DagRig rig() {
    return new DagRig(
        NullSettings.defaults().withDevices(2).withLog(false),
        options -> options,
        DependencyPolicy.AUTO,
        Blocker.uninterruptible());
  }

  @Test
  void readersOfAnArrayThatNobodyWritesArePruned() {
    try (DagRig rig = rig()) {
      Allocation x = rig.allocate("x", 64);
      for (int i = 0; i < MANY; i++) {
        rig.launch("r", in(x));
      }
      AccessHistory history = HazardTracker.histories(x).value(0);
      assertTrue(history.readers.length < 500, "room for " + history.readers.length);
    }
  }

  @Test
  void aChainOfWritersIsCollected() {
    try (DagRig rig = rig()) {
      Allocation x = rig.allocate("x", 64);
      WeakReference<Object> first = new WeakReference<>(rig.launch("first", inout(x)));
      for (int i = 0; i < MANY; i++) {
        rig.launch("next", inout(x));
      }
      rig.dag.synchronize();
      for (int i = 0; i < 100 && first.get() != null; i++) {
        System.gc();
      }
      assertNull(first.get());
    }
  }

  @Test
  void intervalsAreMergedAgain() {
    try (DagRig rig = rig()) {
      int cells = 4096;
      Allocation x = rig.allocate("x", cells);
      for (int round = 0; round < 4; round++) {
        for (int i = 0; i < cells; i++) {
          rig.launch("w", access(x, i, 1, AccessMode.WRITE));
        }
      }
      IntervalMap<AccessHistory> histories = HazardTracker.histories(x);
      assertTrue(histories.count() < 500, histories.count() + " intervals");
    }
  }

  @Test
  void manyArraysComeAndGo() {
    try (DagRig rig = rig()) {
      for (int i = 0; i < 20_000; i++) {
        Allocation x = rig.allocate(null, 64);
        rig.launch("w", inout(x));
        rig.dag.free(x);
      }
      rig.dag.synchronize();
      assertTrue(rig.driver.liveAllocations() == 0, rig.driver.liveAllocations() + " are left");
    }
  }
}
