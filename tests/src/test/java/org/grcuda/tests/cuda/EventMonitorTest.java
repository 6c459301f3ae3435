package org.grcuda.tests.cuda;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.grcuda.CudaEvent;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events that several threads use, and that outlive their context. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class EventMonitorTest {

  /** Recording waits for a view of another thread, which asks for the event meanwhile. */
  @Test
  void anEventAnswersWhileItIsBeingRecorded() throws InterruptedException {
    try (GrCuda cuda = GrCuda.builder().option("ExecutionPolicy", "sync").open();
        CudaEvent event = cuda.createEvent()) {
      IntArray x = cuda.intArray(8);
      Thread recorder = new Thread(event::record);
      try (HostView _ = x.map(HostView.READ | HostView.WRITE)) {
        recorder.start();
        while (recorder.getState() != Thread.State.WAITING) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
        assertTrue(event.isComplete(), "never recorded before");
        assertFalse(event.isClosed());
      }
      recorder.join();
      event.synchronize();
    }
  }

  @Test
  void closingTheContextDestroysItsEvents() {
    CudaEvent event;
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open()) {
      event = cuda.createEvent();
      event.record();
    }
    assertTrue(event.isClosed());
  }
}
