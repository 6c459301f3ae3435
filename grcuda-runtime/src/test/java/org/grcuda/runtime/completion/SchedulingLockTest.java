package org.grcuda.runtime.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.SchedulingLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a thread owes others when it leaves the lock, also to wait. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SchedulingLockTest {

  private final List<String> done = new ArrayList<>();
  private final SchedulingLock lock = new SchedulingLock(memory -> done.add(memory.name()));
  private final Deferred deferred = new Deferred(lock);

  @Test
  void aWaitReleasesWhatNothingUses() throws InterruptedException {
    lock.lock();
    try {
      lock.releaseLater(new Allocation(1, "x", 256, 8, Places.HOST, false));
      deferred.await();
      assertEquals(List.of("x"), done);
    } finally {
      lock.unlock();
    }
  }

  @Test
  void aWaitRetriesAfterProgress() throws InterruptedException {
    lock.lock();
    try {
      lock.onProgress(() -> done.add("retried"));
      lock.progressed();
      deferred.await();
      assertEquals(List.of("retried"), done);
    } finally {
      lock.unlock();
    }
  }
}
