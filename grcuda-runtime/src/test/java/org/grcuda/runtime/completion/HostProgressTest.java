package org.grcuda.runtime.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait for host tasks end them themselves. */
@Timeout(60)
class HostProgressTest {

  /** Finishes a task at the call of a number, without any other thread. */
  private static class Late implements HostProgress {

    private final Rig rig;
    private final int last;
    private final AtomicInteger calls = new AtomicInteger();
    private int drivers;
    private Vertex task;

    Late(Rig rig, int last) {
      this.rig = rig;
      this.last = last;
    }

    @Override
    public void begin() {
      drivers++;
    }

    @Override
    public boolean drive() {
      assertEquals(1, drivers);
      if (calls.incrementAndGet() < last) {
        return false;
      }
      rig.runtime.finish(task, null);
      return true;
    }

    @Override
    public void end() {
      drivers--;
    }
  }

  private static Vertex task(Rig rig, Vertex... parents) {
    Vertex task =
        new Vertex(
            "task",
            new Operation.HostTask((begun, addresses) -> {}),
            new Access[0],
            Placement.ANYWHERE);
    task.setParents(parents, null);
    return rig.submit(task);
  }

  private static void awaitDriving(int calls) {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Late late = new Late(rig, calls);
      rig.runtime.driveWith(late);
      late.task = task(rig);
      rig.runtime.await(late.task);
      assertTrue(late.task.isComplete());
      assertEquals(calls, late.calls.get());
      assertEquals(0, late.drivers);
    }
  }

  @Test
  void theThreadThatWaitsEndsTheTask() {
    awaitDriving(1);
  }

  @Test
  void itAlsoYieldsAndSleepsMeanwhile() {
    awaitDriving(1_050);
  }

  @Test
  void waitingForWhatComesAfterTheTaskEndsIt() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Late late = new Late(rig, 3);
      rig.runtime.driveWith(late);
      late.task = task(rig);
      Vertex child = rig.submit("child", late.task);
      rig.driver.release();
      rig.runtime.await(child);
      assertEquals(3, late.calls.get());
      late.task = task(rig);
      rig.runtime.synchronize();
      assertEquals(4, late.calls.get());
    }
  }

  @Test
  void whatIsWithTheDriverIsWaitedForAsEver() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Late late = new Late(rig, 1);
      rig.runtime.driveWith(late);
      Vertex kernel = rig.submit("kernel");
      rig.driver.release();
      rig.runtime.await(kernel);
      assertEquals(0, late.calls.get());
    }
  }

  @Test
  void itCanBeTakenAwayFromAThreadThatWaits() throws InterruptedException {
    try (Rig rig = Rig.holding(1, options -> options)) {
      CountDownLatch driven = new CountDownLatch(1);
      Late late =
          new Late(rig, Integer.MAX_VALUE) {
            @Override
            public boolean drive() {
              driven.countDown();
              return super.drive();
            }
          };
      rig.runtime.driveWith(late);
      Vertex task = task(rig);
      Thread waiter = new Thread(() -> rig.runtime.await(task));
      waiter.start();
      driven.await();
      rig.runtime.driveWith(null);
      assertFalse(task.isComplete());
      rig.runtime.finish(task, null);
      waiter.join();
      assertEquals(0, late.drivers);
    }
  }
}
