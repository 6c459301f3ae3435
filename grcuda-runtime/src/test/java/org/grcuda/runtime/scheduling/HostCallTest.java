package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Host code as a computation, and what is held back until it has run. */
@Timeout(60)
class HostCallTest {

  private static Vertex call(Vertex... parents) {
    Vertex vertex = new Vertex("host", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
    vertex.setParents(parents, null);
    return vertex;
  }

  /** A host call that another thread runs, and that ends when the test says so. */
  private static final class Blocked implements AutoCloseable {
    final Vertex vertex;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch finish = new CountDownLatch(1);
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private final Thread thread;

    Blocked(Rig rig, Vertex... parents) throws InterruptedException {
      vertex = call(parents);
      thread =
          new Thread(
              () -> {
                try {
                  rig.runtime.call(vertex, Rig.BY_HAND, addresses -> run());
                } catch (IllegalArgumentException expected) {
                  assertSame(failure.get(), expected);
                }
              });
      thread.start();
      started.await();
    }

    private Object run() {
      started.countDown();
      Blocker.uninterruptible().block(CountDownLatch::await, finish);
      if (failure.get() != null) {
        throw failure.get();
      }
      return null;
    }

    void fail() {
      failure.set(new IllegalArgumentException("host code"));
      close();
    }

    @Override
    public void close() {
      finish.countDown();
      Blocker.uninterruptible().block(Thread::join, thread);
    }
  }

  @Test
  void itRunsAfterItsParentsOnTheCallersThread() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 64);
      Vertex a = rig.submit("a");
      Vertex vertex =
          new Vertex(
              "host",
              Operation.HostTask.CALL,
              new Access[] {new Access(new Region(x, 16, 8), AccessMode.WRITE)},
              Placement.ANYWHERE);
      vertex.setParents(new Vertex[] {a}, null);
      Thread releaser = new Thread(rig.driver::completeAll);
      releaser.start();
      Operation.HostFunction function =
          addresses -> {
            assertTrue(a.isComplete());
            assertEquals(x.hostAddress() + 16, addresses[0]);
            return Thread.currentThread();
          };
      assertSame(Thread.currentThread(), rig.runtime.call(vertex, Rig.BY_HAND, function));
      assertTrue(vertex.isComplete());
      assertEquals(Places.HOST, vertex.device());
    }
  }

  @Test
  void whatDependsOnItIsHeldBackWithItsOwnChildren() throws InterruptedException {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex child;
      Vertex grandchild;
      Vertex unrelated;
      try (Blocked host = new Blocked(rig)) {
        child = rig.submit("child", host.vertex);
        unrelated = rig.submit("unrelated");
        grandchild = rig.submit("grandchild", child, unrelated);
        assertSame(Vertex.Status.PENDING, child.status());
        assertSame(Vertex.Status.PENDING, grandchild.status());
        assertSame(Vertex.Status.SCHEDULED, unrelated.status());
        assertEquals(4, rig.runtime.unfinished());
      }
      assertSame(Vertex.Status.SCHEDULED, child.status());
      assertSame(Vertex.Status.SCHEDULED, grandchild.status());
      assertEquals(List.of("unrelated"), rig.waits("grandchild"));
      rig.driver.completeAll();
      rig.runtime.await(grandchild);
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void aWaitForWhatIsHeldBackWaitsForBoth() throws InterruptedException {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Blocked host = new Blocked(rig);
      Vertex child = rig.submit("child", host.vertex);
      Thread waiter = new Thread(() -> rig.runtime.await(child));
      Thread synchronizer = new Thread(rig.runtime::synchronize);
      waiter.start();
      synchronizer.start();
      host.close();
      rig.driver.release();
      waiter.join();
      synchronizer.join();
      assertTrue(child.isComplete());
    }
  }

  @Test
  void itsErrorReachesTheCallerAndPoisonsWhatDependsOnIt() throws InterruptedException {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Blocked host = new Blocked(rig);
      Vertex child = rig.submit("child", host.vertex);
      Vertex grandchild = rig.submit("grandchild", child);
      host.fail();
      assertTrue(child.isFailed());
      ComputationFailedException error =
          assertThrows(ComputationFailedException.class, () -> rig.runtime.await(grandchild));
      assertEquals("host", error.computation());
      assertEquals("host code", error.getCause().getMessage());
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void itIsNotRunOnDataOfAFailedComputation() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex a = rig.submit("a");
      rig.driver.fail(rig.ready("a"), Rig.illegalAddress());
      boolean[] ran = {false};
      Vertex vertex = call(a);
      assertThrows(
          ComputationFailedException.class,
          () -> rig.runtime.call(vertex, Rig.BY_HAND, addresses -> ran[0] = true));
      assertFalse(ran[0]);
    }
  }

  @Test
  void whatTheDeviceRefusesAfterBeingHeldBackFailsThere() throws InterruptedException {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex refused;
      Vertex child;
      try (Blocked host = new Blocked(rig)) {
        refused =
            new Vertex(
                "refused",
                rig.launch("refused", new LaunchShape(1, 1, 1, 4096, 1, 1, 0)),
                new Access[0],
                Placement.ANYWHERE);
        refused.setParents(new Vertex[] {host.vertex}, null);
        rig.submit(refused);
        child = rig.submit("child", refused);
      }
      Vertex failed = child;
      assertEquals(
          "refused",
          assertThrows(ComputationFailedException.class, () -> rig.runtime.await(failed))
              .computation());
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void aThreadThatWouldWaitForItselfIsTold() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex view = call();
      rig.runtime.enter(view, Rig.BY_HAND);
      Vertex child = rig.submit("child", view);
      Vertex grandchild = rig.submit("grandchild", child);
      IllegalStateException error =
          assertThrows(IllegalStateException.class, () -> rig.runtime.await(grandchild));
      assertEquals(
          "grandchild waits for host, which this thread has begun and not ended",
          error.getMessage());
      assertThrows(IllegalStateException.class, () -> rig.runtime.await(view));
      // What cannot complete before the thread goes on is not waited for.
      rig.runtime.synchronize();
      rig.runtime.finish(view, null);
      rig.runtime.finish(view, null);
      rig.driver.completeAll();
      rig.runtime.await(grandchild);
    }
  }

  @Test
  void closingLeavesWhatTheThreadHasEntered() {
    Vertex child;
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex view = call();
      rig.runtime.enter(view, Rig.BY_HAND);
      child = rig.submit("child", view);
    }
    assertSame(Vertex.Status.COMPLETE, child.status());
  }
}
