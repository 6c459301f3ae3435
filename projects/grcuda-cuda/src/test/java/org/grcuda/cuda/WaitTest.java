package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads that wait sleep, and what kernels print comes out. */
class WaitTest {

  private final Recording recording = Recording.current();
  private Driver driver;
  private Device device;
  private Stream stream;
  private Event event;

  @BeforeEach
  void open() {
    recording.reset(2, 64 << 20);
    driver = recording.open(DriverSettings.defaults());
    device = driver.device(0);
    stream = device.createStream();
    event = device.createEvent(false);
  }

  @AfterEach
  void everythingWasGivenBack() {
    recording.hold(false);
    driver.close();
    recording.assertClean();
  }

  private void recordHeld() {
    recording.hold(true);
    Submission submission = new Submission();
    submission.record(stream, event);
    device.submit(submission);
  }

  private FutureTask<Void> newWait() {
    return new FutureTask<>(
        () -> {
          event.await();
          return null;
        });
  }

  private FutureTask<Void> startWait() {
    FutureTask<Void> wait = newWait();
    Thread.ofPlatform().start(wait);
    return wait;
  }

  /** Whether {@code thread} looks at the event no more, and waits to be told. */
  private static boolean sleeps(Thread thread) {
    String wait = EventWaits.Wait.class.getName();
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(wait));
  }

  @Test
  void contextsLetWaitingThreadsSleep() {
    assertTrue(recording.calls().contains("cuDevicePrimaryCtxSetFlags_v2 1 4"));
  }

  @Test
  void waitsAskNothingWhileTheySleep() throws Exception {
    recordHeld();
    FutureTask<Void> first = startWait();
    recording.awaitCalls("cuEventSynchronize", 1);
    FutureTask<Void> second = newWait();
    Thread waiting = Thread.ofPlatform().start(second);
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          while (!sleeps(waiting)) {
            Thread.sleep(1);
          }
        });
    int asked = recording.count("cuEventQuery");
    // A thread that asked now and then would do so within this time.
    Thread.sleep(50);
    assertEquals(asked, recording.count("cuEventQuery"));
    assertEquals(1, recording.count("cuEventSynchronize"), "one wait serves all threads");
    recording.hold(false);
    first.get();
    second.get();
    assertTrue(event.isComplete());
  }

  @Test
  void whatItWaitsWithIsUsedAgain() throws Exception {
    for (int i = 1; i <= 3; i++) {
      recordHeld();
      FutureTask<Void> wait = startWait();
      recording.awaitCalls("cuEventSynchronize", i);
      recording.hold(false);
      wait.get();
    }
    assertEquals(2, recording.count("cuStreamCreate"), "the program's, and that of waits");
  }

  @Test
  void waitThatIsGivenUpLeavesTheEventAlone() throws Exception {
    recordHeld();
    assertFalse(event.await(1_000_000));
    event.close();
    recording.hold(false);
    driver.close();
  }

  @Test
  void refusedWaitIsToldAndFaultEndsWaits() throws Exception {
    recordHeld();
    recording.failOnce("cuEventSynchronize", CudaResult.CUDA_ERROR_NOT_PERMITTED);
    DriverException refused = assertThrows(DriverException.class, event::await);
    assertEquals("cuEventSynchronize", refused.call());
    FutureTask<Void> wait = startWait();
    recording.awaitCalls("cuEventSynchronize", 2);
    recording.fault(CudaResult.CUDA_ERROR_LAUNCH_FAILED);
    wait.get();
    assertEquals(CudaResult.CUDA_ERROR_LAUNCH_FAILED, event.failure().result());
    recording.fault(CudaResult.CUDA_SUCCESS);
  }

  @Test
  void outputIsFlushedWhereCodePrints() {
    String quiet = Workload.PTX.replace("vprintf", "nothing");
    device.loadModule(quiet.getBytes(StandardCharsets.UTF_8));
    device.synchronize();
    device.flushOutput();
    assertEquals(0, recording.count("cuCtxSynchronize"));
    Workload.load(device);
    device.synchronize();
    assertEquals(1, recording.count("cuCtxSynchronize"));
    driver.device(1).flushOutput();
    assertEquals(1, recording.count("cuCtxSynchronize"));
    driver.device(1).loadModule("\177ELF\0vprintf\0".getBytes(StandardCharsets.ISO_8859_1));
    driver.device(1).flushOutput();
    assertEquals(2, recording.count("cuCtxSynchronize"));
  }

  @Test
  void lostGpuEndsEverythingByOneError() throws ExecutionException, InterruptedException {
    for (CudaResult result :
        new CudaResult[] {
          CudaResult.CUDA_ERROR_UNKNOWN,
          CudaResult.CUDA_ERROR_ECC_UNCORRECTABLE,
          CudaResult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
          CudaResult.CUDA_ERROR_LAUNCH_TIMEOUT,
          CudaResult.CUDA_ERROR_LAUNCH_FAILED
        }) {
      driver.close();
      open();
      recordHeld();
      FutureTask<Void> wait = startWait();
      recording.awaitCalls("cuEventSynchronize", 1);
      recording.fault(result);
      wait.get();
      DriverException fault = event.failure();
      assertEquals(result, fault.result());
      stream.synchronize();
      assertTrue(stream.isIdle());
      DriverException later =
          assertThrows(DriverException.class, () -> device.submit(new Submission()));
      assertSame(fault, later.getCause());
      assertThrows(DriverException.class, () -> driver.allocateHost(8));
      driver.close();
      recording.reset(2, 64 << 20);
    }
    open();
  }
}
