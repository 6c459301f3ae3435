package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.in;
import static org.grcuda.core.dag.DagRig.inout;
import static org.grcuda.core.dag.DagRig.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several host threads on one DAG. */
@Timeout(60)
class ConcurrencyTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 2_000;

  private static DagRig rig() {
    return new DagRig(
        NullSettings.defaults().withDevices(2).withLog(false),
        options -> options.maxStreamsPerDevice(3).maxUnfinished(200),
        DependencyPolicy.AUTO,
        Blocker.uninterruptible());
  }

  private static void inParallel(Callable<Void> work) throws Exception {
    List<Future<Void>> all = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        all.add(pool.submit(work));
      }
      for (Future<Void> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  @Test
  void threadsSubmitReadAndFree() throws Exception {
    try (DagRig rig = rig()) {
      Allocation shared = rig.allocate("shared", 1024);
      inParallel(
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              Allocation mine = rig.allocate(null, 256);
              rig.launch("a", in(shared), out(mine));
              rig.launch("b", inout(mine));
              rig.dag.hostRead(mine.whole());
              rig.launch("c", in(mine), inout(shared));
              rig.dag.free(mine);
            }
            rig.dag.synchronize();
            return null;
          });
      rig.dag.synchronize();
      assertEquals(0, rig.runtime.unfinished());
      assertEquals(1, rig.driver.liveAllocations());
    }
  }

  @Test
  void hostCallsThatConflictExcludeEachOther() throws Exception {
    int[] counter = new int[1];
    try (DagRig rig = rig()) {
      Allocation x = rig.allocate("x", 64);
      inParallel(
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              rig.dag.call("count", addresses -> counter[0]++, inout(x));
              if (i % 7 == 0) {
                rig.launch("k", inout(x));
              }
            }
            return null;
          });
    }
    assertEquals(THREADS * ROUNDS, counter[0]);
  }

  @Test
  void devicesCompleteInAnyOrderMeanwhile() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    try (DagRig rig = rig()) {
      rig.driver.hold();
      Thread devices =
          new Thread(
              () -> {
                Random random = new Random(3);
                while (!done.get()) {
                  List<QueuedCommand> ready = rig.driver.ready();
                  if (ready.isEmpty()) {
                    Thread.onSpinWait();
                  } else {
                    rig.driver.complete(ready.get(random.nextInt(ready.size())));
                  }
                }
              });
      devices.start();
      Allocation shared = rig.allocate("shared", 1024);
      inParallel(
          () -> {
            for (int i = 0; i < ROUNDS / 10; i++) {
              Allocation mine = rig.allocate(null, 256);
              rig.launch("a", in(shared), out(mine));
              rig.dag.hostRead(mine.whole());
              assertTrue(mine.isHostReadable());
              rig.launch("b", in(mine), inout(shared));
              rig.dag.hostWrite(shared.whole());
              rig.dag.free(mine);
            }
            return null;
          });
      rig.dag.synchronize();
      done.set(true);
      devices.join();
      assertEquals(1, rig.driver.liveAllocations());
    }
  }
}
