package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;
import static org.grcuda.core.dag.DagRig.in;
import static org.grcuda.core.dag.DagRig.inout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Completed work is let go. */
class RetentionTest {

  private static final int MANY = 200_000;

  private static DagRig rig() {
    return rig(DeviceSelection.ROUND_ROBIN);
  }

  private static DagRig rig(DeviceSelection policy) {
    return new DagRig(
        NullSettings.defaults().withDevices(2).withLog(false),
        options -> options.deviceSelection(policy),
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

  @ParameterizedTest
  @EnumSource
  void nothingKeepsWhatHasCompleted(DeviceSelection policy) throws InterruptedException {
    try (DagRig rig = rig(policy)) {
      List<WeakReference<?>> gone = new ArrayList<>();
      Allocation shared = rig.allocate("shared", 1024);
      for (int i = 0; i < 2_000; i++) {
        Allocation mine = rig.allocate(null, 256);
        Vertex first = rig.launch("first", in(shared), inout(mine));
        Vertex second = rig.launch("second", in(mine), access(shared, 0, 512, AccessMode.WRITE));
        Vertex doubtful =
            rig.launch("doubtful", new Access(shared.whole(), AccessMode.READ_WRITE, false));
        rig.dag.free(mine);
        if (i % 100 == 0) {
          gone.add(new WeakReference<>(mine));
          gone.add(new WeakReference<>(first));
          gone.add(new WeakReference<>(second));
          gone.add(new WeakReference<>(doubtful));
        }
      }
      rig.dag.synchronize();
      for (int i = 0; i < 50 && gone.stream().anyMatch(one -> one.get() != null); i++) {
        System.gc();
        Thread.sleep(1);
      }
      gone.removeIf(one -> one.get() == null);
      assertEquals(List.of(), gone.stream().map(WeakReference::get).toList());
    }
  }
}
