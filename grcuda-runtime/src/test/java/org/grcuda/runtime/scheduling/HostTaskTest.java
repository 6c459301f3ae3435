package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.ExecutionPolicy;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks of the host that no thread waits for. */
@Timeout(60)
class HostTaskTest {

  private static final RuntimeException ERROR = new IllegalStateException("the network is down");

  /** What a task was told when it began. */
  private static final class Work implements Operation.HostWork {
    private Vertex task;
    private long[] addresses;

    @Override
    public void begin(Vertex begun, long[] at) {
      assertNull(task, "it begins once");
      task = begun;
      addresses = at;
    }

    boolean hasBegun() {
      return task != null;
    }
  }

  private static RuntimeOptions.Builder asTheyAre(RuntimeOptions.Builder options) {
    return options;
  }

  private static Vertex task(Operation.HostWork work, Vertex... parents) {
    return task(work, new Access[0], parents);
  }

  private static Vertex task(Operation.HostWork work, Access[] accesses, Vertex... parents) {
    Vertex vertex = new Vertex("task", new Operation.HostTask(work), accesses, Placement.ANYWHERE);
    vertex.setParents(parents, null);
    return vertex;
  }

  @Test
  void itBeginsAfterItsParentsAndLastsUntilItIsFinished() throws InterruptedException {
    try (Rig rig = Rig.holding(1, HostTaskTest::asTheyAre)) {
      Work work = new Work();
      Vertex task = rig.submit(task(work, rig.submit("a"), rig.submit("b")));
      final Vertex child = rig.submit("child", task);
      rig.complete("a");
      assertFalse(work.hasBegun());
      rig.complete("b");
      assertSame(task, work.task);
      assertFalse(task.isComplete());
      assertSame(Vertex.Status.PENDING, child.status());
      Thread other = new Thread(() -> rig.runtime.finish(task, null));
      other.start();
      other.join();
      assertTrue(task.isComplete());
      assertSame(Vertex.Status.SCHEDULED, child.status());
      rig.runtime.finish(task, ERROR);
      assertFalse(task.isFailed(), "it was finished before");
      rig.driver.release();
      rig.runtime.synchronize();
    }
  }

  @Test
  void withoutParentsItBeginsAtOnceAndMayEndThen() {
    try (Rig rig = Rig.holding(1, HostTaskTest::asTheyAre)) {
      Allocation x = rig.runtime.memory().allocate("x", 64);
      Access[] write = {new Access(x.whole(), AccessMode.WRITE)};
      Work work = new Work();
      Vertex task = rig.submit(task(work, write));
      assertArrayEquals(new long[] {x.hostAddress()}, work.addresses);
      rig.runtime.finish(task, null);
      Vertex brief = rig.submit(task((begun, at) -> rig.runtime.finish(begun, null), write));
      assertTrue(brief.isComplete());
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void nobodyNeedsToAskForItToGoOn() throws InterruptedException {
    try (Rig rig = Rig.holding(1, HostTaskTest::asTheyAre)) {
      CountDownLatch begun = new CountDownLatch(1);
      Vertex task =
          rig.submit(
              task(
                  (vertex, at) -> {
                    begun.countDown();
                    rig.runtime.finish(vertex, null);
                  },
                  rig.submit("a")));
      rig.driver.release();
      begun.await();
      rig.runtime.await(task);
    }
  }

  @Test
  void itsErrorFailsWhatUsesItsDataAndIsTold() {
    try (Rig rig = Rig.holding(1, HostTaskTest::asTheyAre)) {
      Vertex task = rig.submit(task(new Work()));
      Vertex child = rig.submit("child", task);
      rig.runtime.finish(task, ERROR);
      rig.driver.completeAll();
      assertSame(task, rig.runtime.unreportedFailure());
      ComputationFailedException failure =
          assertThrows(ComputationFailedException.class, () -> rig.runtime.await(child));
      assertEquals("task", failure.computation());
      assertSame(ERROR, failure.getCause());
    }
  }

  @Test
  void whatItsWorkThrowsFailsIt() {
    try (Rig rig = Rig.holding(1, HostTaskTest::asTheyAre)) {
      Vertex task =
          rig.submit(
              task(
                  (begun, at) -> {
                    throw ERROR;
                  }));
      assertSame(ERROR, task.error());
    }
  }

  @Test
  void afterAFailedParentItNeverBegins() {
    try (Rig rig = Rig.holding(1, HostTaskTest::asTheyAre)) {
      Work work = new Work();
      Vertex task = rig.submit(task(work, rig.submit("a")));
      rig.fail("a");
      assertEquals("a", task.failedName());
      assertFalse(work.hasBegun());
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void finishedBeforeItsParentsItNeverBeginsAndEndsAfterThem() {
    try (Rig rig = Rig.holding(1, HostTaskTest::asTheyAre)) {
      Work work = new Work();
      Vertex task = rig.submit(task(work, rig.submit("a")));
      rig.runtime.finish(task, null);
      assertFalse(task.isComplete());
      rig.complete("a");
      rig.driver.completeAll();
      rig.runtime.await(task);
      assertFalse(work.hasBegun());
    }
  }

  @Test
  void itBeginsWhenItsDataIsOnTheHost() {
    NullSettings settings = NullSettings.defaults().withDeviceMemory(4096);
    try (Rig rig =
        new Rig(settings, o -> o.memory(MemoryManagement.REPLICATED).devicePoolShare(1))) {
      rig.driver.hold();
      Allocation x = rig.runtime.memory().allocate("x", 1024);
      Access[] write = {new Access(x.whole(), AccessMode.OVERWRITE)};
      Vertex kernel = rig.submit(new Vertex("k", rig.launch("k", 0), write, Placement.onDevice(0)));
      Work work = new Work();
      Access[] read = {new Access(x.whole(), AccessMode.READ)};
      Vertex task = rig.submit(task(work, read, kernel));
      rig.complete("k");
      assertFalse(work.hasBegun());
      QueuedCommand copy = rig.commands(Command.COPY).getLast();
      rig.driver.complete(copy);
      rig.poll();
      assertArrayEquals(new long[] {x.hostAddress()}, work.addresses);
      rig.runtime.finish(task, null);
    }
  }

  @Test
  void aLostCopyFailsIt() {
    NullSettings settings = NullSettings.defaults().withDeviceMemory(4096);
    try (Rig rig =
        new Rig(settings, o -> o.memory(MemoryManagement.REPLICATED).devicePoolShare(1))) {
      rig.driver.hold();
      Allocation x = rig.runtime.memory().allocate("x", 1024);
      Access[] write = {new Access(x.whole(), AccessMode.OVERWRITE)};
      Vertex kernel = rig.submit(new Vertex("k", rig.launch("k", 0), write, Placement.onDevice(0)));
      Work work = new Work();
      Access[] read = {new Access(x.whole(), AccessMode.READ)};
      Vertex task = rig.submit(task(work, read, kernel));
      rig.complete("k");
      rig.driver.fail(rig.commands(Command.COPY).getLast(), Rig.illegalAddress());
      rig.poll();
      assertTrue(task.isFailed());
      assertFalse(work.hasBegun());
    }
  }

  @Test
  void synchronousExecutionDoesNotWaitForIt() {
    try (Rig rig =
        new Rig(NullSettings.defaults(), options -> options.execution(ExecutionPolicy.SYNC))) {
      Vertex task = rig.submit(task(new Work()));
      assertFalse(task.isComplete());
      rig.runtime.finish(task, null);
    }
  }

  @Test
  void inVirtualTimeAThreadThatWaitsLetsItBegin() {
    try (Rig rig = Rig.inVirtualTime(NullSettings.defaults(), HostTaskTest::asTheyAre)) {
      Vertex task =
          rig.submit(task((begun, at) -> rig.runtime.finish(begun, null), rig.submit("a")));
      Vertex child = rig.submit("child", task);
      rig.runtime.await(child);
      assertTrue(task.isComplete());
    }
  }

  @Test
  void aCallIsNoTaskToSubmit() {
    try (Rig rig = Rig.holding(1, HostTaskTest::asTheyAre)) {
      Vertex call = new Vertex("call", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
      assertThrows(IllegalArgumentException.class, () -> rig.submit(call));
      Vertex task = task(new Work());
      assertThrows(IllegalArgumentException.class, () -> rig.runtime.enter(task, Rig.BY_HAND));
    }
  }
}
