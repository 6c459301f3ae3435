package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Event;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies go on while kernels keep every worker busy. */
class CopyEngineTest {

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aCopyEndsWhileAKernelOnTheOnlyWorkerRuns() throws InterruptedException {
    CountDownLatch copied = new CountDownLatch(1);
    AtomicBoolean seen = new AtomicBoolean();
    JavaKernels kernels =
        new JavaKernels()
            .add(
                "wait",
                context -> {
                  try {
                    seen.set(copied.await(30, TimeUnit.SECONDS));
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    try (Driver driver = kernels.open(1, 1, text -> {})) {
      Device device = driver.device(0);
      Stream kernelStream = device.createStream();
      Stream copyStream = device.createStream();
      Event done = device.createEvent(false);
      Submission submission = new Submission();
      submission.launch(
          kernelStream,
          JavaKernels.function(device, "wait"),
          new LaunchShape(1, 1, 1, 1, 1, 1, 0),
          new long[0],
          0);
      submission.copy(copyStream, device.allocate(1 << 20), driver.allocateHost(1 << 20), 1 << 20);
      submission.record(copyStream, done);
      device.submit(submission);
      done.await();
      copied.countDown();
      device.synchronize();
      assertTrue(seen.get(), "the kernel was running when the copy ended");
    }
  }
}
