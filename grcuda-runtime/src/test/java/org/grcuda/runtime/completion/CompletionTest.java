package org.grcuda.runtime.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.sync.Blocker;
import org.grcuda.runtime.sync.SyncPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is learned of the end of computations, and what follows from a failure. */
@Timeout(60)
class CompletionTest {

  private static void assertFailedBy(String kernel, Vertex vertex, Rig rig) {
    ComputationFailedException error =
        assertThrows(ComputationFailedException.class, () -> rig.runtime.await(vertex));
    assertEquals(kernel, error.computation());
    assertEquals(Rig.illegalAddress().result(), error.driverException().result());
    assertTrue(error.getMessage().startsWith(kernel + " failed: CUDA_ERROR_ILLEGAL_ADDRESS"));
  }

  @Test
  void aFailurePoisonsWhatIsHandedOverAndWhatIsNot() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b", a);
      Vertex c = rig.submit("c", b);
      Vertex unrelated = rig.submit("unrelated");
      rig.fail("a");
      assertTrue(a.isFailed());
      assertFalse(b.isComplete());
      Vertex late = rig.submit("late", b);
      rig.driver.completeAll();
      assertFailedBy("a", a, rig);
      assertFailedBy("a", b, rig);
      assertFailedBy("a", c, rig);
      assertFailedBy("a", late, rig);
      rig.runtime.await(unrelated);
      Vertex notRun = rig.submit("notRun", c);
      assertTrue(notRun.isFailed());
      assertFailedBy("a", notRun, rig);
      assertEquals(5, rig.commands(Command.LAUNCH).size());
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void anEdgeOfOrderDoesNotPoison() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex reader = rig.submit("reader");
      Vertex other = rig.submit("other");
      Vertex writer = rig.vertex("writer");
      writer.setParents(new Vertex[] {reader, other}, new boolean[] {false, true});
      rig.submit(writer);
      rig.fail("reader");
      rig.driver.completeAll();
      rig.runtime.await(writer);
      assertSame(Vertex.Status.COMPLETE, writer.status());
      assertNull(writer.error());
    }
  }

  @Test
  void theFailureOfAnUnobservedParentIsFoundAcrossStreams() {
    try (Rig rig = Rig.holding(2, options -> options)) {
      List<Vertex> chain = new ArrayList<>();
      chain.add(rig.submit("k0"));
      for (int i = 1; i < 50; i++) {
        Vertex next = rig.vertex("k" + i, chain.getLast());
        Vertex placed =
            new Vertex("k" + i, next.operation(), new Access[0], Placement.onDevice(i % 2));
        placed.setParents(next.parents(), null);
        chain.add(rig.submit(placed));
      }
      rig.driver.fail(rig.ready("k0"), Rig.illegalAddress());
      rig.driver.completeAll();
      // The last alone is asked; the others are settled on the way to it, first to last.
      assertTrue(rig.runtime.isComplete(chain.getLast()));
      assertEquals("k0", chain.getLast().failedName());
      chain.forEach(vertex -> assertTrue(vertex.isFailed(), vertex + " failed"));
    }
  }

  @Test
  void aWideFanInSettlesEveryParent() {
    try (Rig rig = Rig.holding(2, options -> options.maxStreamsPerDevice(8))) {
      Vertex[] readers = new Vertex[3000];
      for (int i = 0; i < readers.length; i++) {
        readers[i] = rig.submit("r" + i);
      }
      Vertex writer = rig.submit("w", readers);
      assertTrue(rig.waits("w").size() <= 16, "waits");
      rig.driver.completeAll();
      rig.runtime.await(writer);
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void completedVerticesHoldNothing() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 64);
      Vertex a =
          rig.submit(
              new Vertex(
                  "a",
                  rig.launch("a", 0),
                  new Access[] {new Access(x.whole(), AccessMode.READ)},
                  Placement.ANYWHERE));
      Vertex b = rig.submit("b", a);
      rig.driver.completeAll();
      rig.runtime.await(b);
      assertNull(a.operation());
      assertEquals(0, a.accesses().length);
      assertEquals(0, b.parents().length);
      assertEquals(0, a.device());
      assertEquals(0, a.streamIndex());
    }
  }

  @Test
  void aChainOfCompletedVerticesIsCollected() {
    try (Rig rig = new Rig(NullSettings.defaults().withLog(false), options -> options)) {
      Vertex last = rig.submit("first");
      WeakReference<Vertex> first = new WeakReference<>(last);
      for (int i = 0; i < 1000; i++) {
        last = rig.submit("next", last);
      }
      rig.runtime.await(last);
      rig.submit("other");
      rig.runtime.synchronize();
      for (int i = 0; i < 100 && first.get() != null; i++) {
        System.gc();
      }
      assertNull(first.get());
      assertTrue(last.isComplete());
    }
  }

  @Test
  void eventsAndStreamsAreReused() {
    try (Rig rig =
        new Rig(NullSettings.defaults().withDevices(2).withLog(false), options -> options)) {
      Vertex last = rig.submit("first");
      for (int i = 0; i < 100_000; i++) {
        last = i % 3 == 0 ? rig.submit("k") : rig.submit("k", last);
      }
      rig.runtime.synchronize();
      assertEquals(0, rig.runtime.unfinished());
      // What is complete is seen within a few submissions, so a few events go round.
      assertTrue(rig.driver.openEvents() < 200, "events: " + rig.driver.openEvents());
      assertTrue(rig.driver.openStreams() <= 32, "streams: " + rig.driver.openStreams());
    }
  }

  @Test
  void tooMuchUnfinishedWorkMakesASubmissionWait() throws InterruptedException {
    try (Rig rig = Rig.holding(1, options -> options.maxStreamsPerDevice(2).maxUnfinished(8))) {
      for (int i = 0; i < 8; i++) {
        rig.submit("k" + i);
      }
      Thread submitter = new Thread(() -> rig.submit("late"));
      submitter.start();
      Rig.eventually(() -> submitter.getState() == Thread.State.WAITING);
      assertEquals(8, rig.runtime.unfinished());
      rig.driver.completeAll();
      submitter.join();
      assertEquals("late", rig.launchOf("late").kernel());
    }
  }

  @Test
  void aFullQueueStopsOnlyWhoFillsIt() throws InterruptedException {
    int capacity = 16;
    NullSettings settings = NullSettings.defaults().withDevices(2).withQueueCapacity(capacity);
    try (Rig rig = new Rig(settings, options -> options)) {
      rig.driver.hold();
      AtomicInteger returned = new AtomicInteger();
      Thread submitter =
          new Thread(
              () -> {
                for (int i = 0; i < 3 * capacity; i++) {
                  rig.submitOn(0, "k");
                  returned.incrementAndGet();
                }
              });
      submitter.start();
      Rig.eventually(() -> rig.runtime.unfinished() >= capacity);
      for (int i = 0; i < capacity - 1; i++) {
        rig.submitOn(1, "other");
      }
      assertEquals(capacity - 1, returned.get());
      rig.driver.release();
      submitter.join();
      assertEquals(3 * capacity, returned.get());
    }
  }

  @Test
  void aSubmitterAtTheLimitGoesOnAsSoonAsAPartHasEnded() throws InterruptedException {
    int most = 128;
    try (Rig rig = Rig.holding(2, options -> options.maxUnfinished(most))) {
      AtomicInteger submitted = new AtomicInteger();
      Thread submitter =
          new Thread(
              () -> {
                for (int i = 0; i < 4 * most; i++) {
                  rig.submit("k");
                  submitted.incrementAndGet();
                }
              });
      submitter.start();
      int completed = 0;
      while (completed < 3 * most) {
        // It is about the limit again, although only a part of what was unfinished has ended: at
        // the limit it waits until a little less is.
        Rig.eventually(() -> rig.runtime.unfinished() >= most - most / 32);
        assertTrue(submitted.get() <= completed + most, submitted + " of " + completed);
        List<QueuedCommand> part = rig.driver.ready();
        assertTrue(part.size() < most, part.size() + " ready");
        for (QueuedCommand command : part) {
          rig.driver.complete(command);
          completed++;
        }
      }
      rig.driver.release();
      submitter.join();
      assertEquals(4 * most, submitted.get());
    }
  }

  @Test
  void aCancelledWaitLeavesTheRuntimeConsistent() {
    IllegalStateException cancelled = new IllegalStateException("cancelled");
    Blocker blocker =
        new Blocker() {
          private boolean first = true;

          @Override
          public <T> void block(Interruptible<T> wait, T subject) {
            if (first) {
              first = false;
              throw cancelled;
            }
            Blocker.uninterruptible().block(wait, subject);
          }
        };
    try (var driver = new NullDriver(NullSettings.defaults());
        GpuRuntime runtime = GpuRuntime.open(driver, RuntimeOptions.defaults(1), blocker)) {
      driver.hold();
      Vertex vertex =
          runtime.submit(
              new Vertex(
                  "k",
                  new Operation.Launch(
                      device -> device.loadModule(new byte[0]).function("k"),
                      new LaunchShape(1, 1, 1, 1, 1, 1, 0),
                      new long[0],
                      0,
                      new int[0]),
                  new Access[0],
                  Placement.ANYWHERE),
              Rig.BY_HAND);
      assertSame(cancelled, assertThrows(IllegalStateException.class, () -> runtime.await(vertex)));
      assertFalse(vertex.isComplete());
      driver.release();
      runtime.await(vertex);
      assertTrue(vertex.isComplete());
      assertEquals(0, runtime.unfinished());
    }
  }

  @Test
  void anEventThatSomeoneWaitsForIsNotRecordedAgain() {
    Rig[] made = new Rig[1];
    Blocker blocker =
        new Blocker() {
          @Override
          public <T> void block(Interruptible<T> wait, T subject) {
            Rig rig = made[0];
            rig.driver.completeAll();
            rig.poll();
            rig.submit("next");
            assertNotSame(subject, rig.commands(Command.RECORD).getLast().event());
            Blocker.uninterruptible().block(wait, subject);
          }
        };
    try (Rig rig = new Rig(NullSettings.defaults(), options -> options, blocker)) {
      made[0] = rig;
      rig.driver.hold();
      Vertex vertex = rig.submit("k");
      rig.runtime.await(vertex);
      // Nobody waits any more, or soon nobody will, if the reaper does: it goes round again.
      Rig.eventually(
          () -> {
            rig.submit("other");
            List<QueuedCommand> records = rig.commands(Command.RECORD);
            return records.getFirst().event() == records.getLast().event();
          });
    }
  }

  @Test
  void everySyncPolicyWaits() throws InterruptedException {
    for (SyncPolicy policy : SyncPolicy.values()) {
      try (Rig rig = Rig.holding(1, options -> options.sync(policy))) {
        Vertex vertex = rig.submit("k");
        Thread waiter = new Thread(() -> rig.runtime.await(vertex));
        waiter.start();
        rig.driver.completeAll();
        waiter.join();
        assertTrue(vertex.isComplete());
      }
    }
  }

  @Test
  void theReaperLetsGoOfWorkThatNobodyWaitsFor() {
    // A policy that keeps nothing back: otherwise it looks each millisecond, and never sleeps.
    try (Rig rig =
        Rig.holding(2, options -> options.deviceSelection(DeviceSelection.ROUND_ROBIN))) {
      for (int round = 0; round < 3; round++) {
        // It has found nothing to do for a while, and parks.
        Rig.eventually(rig.signal()::isAwaited);
        Vertex a = rig.submit("a");
        Vertex b = rig.submit("b");
        rig.awaitSleepOn(a, b);
        rig.driver.completeAll();
        Rig.eventually(() -> a.isComplete() && b.isComplete());
        assertFalse(a.isFailed() || b.isFailed());
      }
    }
  }

  @Test
  void synchronizeWaitsForWhatWasSubmittedBefore() throws InterruptedException {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex a = rig.submit("a");
      Thread waiter = new Thread(rig.runtime::synchronize);
      waiter.start();
      Rig.eventually(() -> waiter.getState() == Thread.State.WAITING);
      Vertex later = rig.submit("later");
      rig.complete("a");
      waiter.join();
      assertTrue(a.isComplete());
      assertFalse(later.isComplete());
    }
  }
}
