package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.EventRecord;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * So many computations are held back that only what costs about as much as there are of them comes
 * to an end in time: what looks at all of them for each takes minutes.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ManyHeldBackTest {

  private static final int MANY = 100_000;
  private static final int KILO = 1000;

  private static final NullSettings SETTINGS = NullSettings.defaults().withLog(false);

  private static Vertex hostCall() {
    return new Vertex("host", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
  }

  private static Vertex chainAfter(Rig rig, Vertex first, int length) {
    Vertex last = first;
    for (int i = 0; i < length; i++) {
      last = rig.submit("k", last);
    }
    return last;
  }

  private static Vertex record(Rig rig) {
    EventRecord recording = rig.runtime.newRecording();
    Operation operation = new Operation.RecordEvent(recording);
    return rig.submit(new Vertex("event", operation, new Access[0], Placement.onDevice(0)));
  }

  private static Vertex use(Rig rig, String name, int device, Allocation array) {
    Access[] accesses = {new Access(array.whole(), AccessMode.READ_WRITE)};
    return rig.submit(new Vertex(name, rig.launch(name, 0), accesses, Placement.onDevice(device)));
  }

  @Test
  void behindHostCodeOfTheThreadThatSynchronizes() {
    try (Rig rig = new Rig(SETTINGS, UnaryOperator.identity())) {
      Vertex host = hostCall();
      rig.runtime.enter(host, Rig.BY_HAND);
      Vertex last = chainAfter(rig, host, MANY);
      rig.runtime.synchronize();
      assertFalse(last.isDispatched());
      rig.runtime.finish(host, null);
      rig.runtime.await(last);
    }
  }

  @Test
  void behindHostCodeOfAnotherThread() throws InterruptedException {
    try (Rig rig = new Rig(SETTINGS, UnaryOperator.identity())) {
      Vertex host = hostCall();
      Vertex own = hostCall();
      Thread other = new Thread(() -> rig.runtime.enter(host, Rig.BY_HAND));
      other.start();
      other.join();
      rig.runtime.enter(own, Rig.BY_HAND);
      chainAfter(rig, own, MANY / 2);
      Vertex last = chainAfter(rig, host, MANY / 2);
      Thread synchronizing = new Thread(rig.runtime::synchronize);
      synchronizing.start();
      rig.runtime.finish(host, null);
      rig.runtime.synchronize();
      assertTrue(last.isComplete());
      rig.runtime.finish(own, null);
      synchronizing.join();
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void beforeEvents() {
    try (Rig rig = new Rig(SETTINGS, UnaryOperator.identity())) {
      Vertex host = hostCall();
      rig.runtime.enter(host, Rig.BY_HAND);
      for (int i = 0; i < MANY; i++) {
        rig.submit("k", host);
      }
      Vertex first = record(rig);
      assertEquals(MANY + 1, first.parents().length);
      Vertex between = rig.submit("between", host);
      Vertex second = record(rig);
      assertEquals(List.of(first, between), List.of(second.parents()));
      for (int i = 0; i < KILO; i++) {
        second = record(rig);
      }
      rig.runtime.finish(host, null);
      rig.runtime.await(second);
      assertTrue(first.isComplete());
    }
  }

  /**
   * Each of many computations that end on one device is followed by a look at what is held back.
   */
  @Test
  void behindWhatWaitsForMemoryInVirtualTime() {
    int many = MANY / 4;
    NullSettings settings = SETTINGS.withDevices(2).withDeviceMemory(2 * KILO);
    try (Rig rig =
        Rig.inVirtualTime(
            settings, options -> options.memory(MemoryManagement.REPLICATED).devicePoolShare(1))) {
      Allocation x = rig.runtime.memory().allocate("x", 1500);
      Allocation y = rig.runtime.memory().allocate("y", 1500);
      Vertex running = null;
      for (int i = 0; i < many; i++) {
        running = rig.submit("running", running == null ? new Vertex[0] : new Vertex[] {running});
      }
      Vertex holder = new Vertex("holder", rig.launch("holder", 0), uses(x), Placement.onDevice(1));
      holder.setParents(new Vertex[] {running}, null);
      rig.submit(holder);
      Vertex waiting = use(rig, "waiting", 1, y);
      assertFalse(waiting.isDispatched());
      rig.runtime.await(chainAfter(rig, waiting, many));
    }
  }

  private static Access[] uses(Allocation array) {
    return new Access[] {new Access(array.whole(), AccessMode.READ_WRITE)};
  }

  @Test
  void arraysOfWhichEachTakesItsMemory() {
    NullSettings settings = SETTINGS.withHostMemory(1L << 30, false);
    try (Rig rig =
        new Rig(
            settings, options -> options.memory(MemoryManagement.REPLICATED).devicePoolShare(1))) {
      Vertex last = null;
      for (int i = 0; i < MANY; i++) {
        last = use(rig, "k", 0, rig.runtime.memory().allocate("x", 256));
      }
      rig.runtime.await(last);
    }
  }
}
