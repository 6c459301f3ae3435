package org.grcuda.runtime.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who does not wait is told of the end of computations. */
@Timeout(60)
class EndNoticesTest {

  @Test
  void theReaperTellsWhenAllHaveEnded() throws InterruptedException {
    try (Rig rig = Rig.holding(2, options -> options)) {
      Vertex first = rig.submit("a");
      Vertex second = rig.submit("b");
      CountDownLatch told = new CountDownLatch(1);
      rig.runtime.endNotices().afterEnd(List.of(first, second), told::countDown);
      rig.complete("a");
      assertEquals(1, told.getCount());
      rig.driver.release();
      told.await();
      assertTrue(first.isComplete() && second.isComplete());
    }
  }

  @Test
  void whatHasEndedIsToldAtOnce() {
    try (Rig rig = new Rig(NullSettings.defaults(), options -> options)) {
      Vertex done = rig.submit("done");
      rig.runtime.await(done);
      AtomicInteger told = new AtomicInteger();
      rig.runtime.endNotices().afterEnd(List.of(done), told::incrementAndGet);
      rig.runtime.endNotices().afterEnd(rig.runtime.endNotices().all(), told::incrementAndGet);
      assertEquals(2, told.get());
    }
  }

  @Test
  void failuresAreEnds() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex bad = rig.submit("bad");
      AtomicInteger told = new AtomicInteger();
      rig.runtime.endNotices().afterEnd(List.of(bad), told::incrementAndGet);
      rig.runtime.endNotices().afterEnd(rig.runtime.endNotices().all(), told::incrementAndGet);
      rig.fail("bad");
      assertEquals(2, told.get());
      assertTrue(bad.isFailed());
    }
  }

  @Test
  void allIsWhatWaitsForHostCodeOfAnotherThreadToo() throws InterruptedException {
    try (Rig rig = new Rig(NullSettings.defaults(), options -> options)) {
      Vertex call = new Vertex("call", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
      Thread other = new Thread(() -> rig.runtime.enter(call, Rig.BY_HAND));
      other.start();
      other.join();
      Vertex after = rig.submit("after", call);
      CountDownLatch told = new CountDownLatch(1);
      rig.runtime.endNotices().afterEnd(rig.runtime.endNotices().all(), told::countDown);
      assertFalse(after.isComplete());
      assertEquals(1, told.getCount());
      rig.runtime.finish(call, null);
      told.await();
      assertTrue(after.isComplete());
    }
  }

  @Test
  void closingTellsWhatIsOpen() {
    AtomicInteger told = new AtomicInteger();
    try (Rig rig = Rig.holding(1, options -> options)) {
      rig.runtime.endNotices().afterEnd(List.of(rig.submit("a")), told::incrementAndGet);
    }
    assertEquals(1, told.get());
  }
}
