package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several threads, several GPUs, and libraries that change what is current on a thread. */
class ConcurrencyTest {

  private final Recording recording = Recording.current();
  private Driver driver;

  @BeforeEach
  void open() {
    recording.reset(2, 64 << 20);
    driver = recording.open(DriverSettings.defaults());
  }

  @AfterEach
  void everythingWasGivenBack() {
    recording.block("");
    driver.close();
    recording.assertClean();
  }

  private static FutureTask<Void> start(Runnable action) {
    FutureTask<Void> task = new FutureTask<>(action, null);
    Thread.ofPlatform().start(task);
    return task;
  }

  private static Submission copy(Device device, Stream stream) {
    long x = device.allocate(64);
    Submission submission = new Submission();
    submission.copy(stream, x, x + 32, 32);
    return submission;
  }

  @Test
  void anotherContextMayBecomeCurrentOnAThread() {
    Device device = driver.device(1);
    Stream stream = device.createStream();
    Event event = device.createEvent(false);
    Submission submission = new Submission();
    submission.record(stream, event);
    for (int other : new int[] {0, -1, 1}) {
      recording.makeCurrent(other);
      driver.free(device.allocate(64));
      recording.makeCurrent(other);
      device.submit(submission);
      recording.makeCurrent(other);
      assertTrue(event.isComplete());
      recording.makeCurrent(other);
      stream.synchronize();
    }
  }

  @Test
  void eachThreadHasItsOwnCurrentContext() throws Exception {
    List<FutureTask<Void>> threads =
        List.of(start(() -> useInTurns(0)), start(() -> useInTurns(1)), start(() -> useInTurns(0)));
    for (FutureTask<Void> thread : threads) {
      thread.get();
    }
  }

  private void useInTurns(int first) {
    for (int i = 0; i < 100; i++) {
      Device device = driver.device((first + i) % 2);
      try (Stream stream = device.createStream();
          Event event = device.createEvent(true)) {
        Submission submission = copy(device, stream);
        submission.record(stream, event);
        device.submit(submission);
        assertTrue(event.isComplete());
      }
    }
  }

  @Test
  void callThatBlocksOnOneGpuStopsNobodyOnAnother() throws Exception {
    Device first = driver.device(0);
    Device second = driver.device(1);
    Submission onFirst = copy(first, first.createStream());
    Stream stream = second.createStream();
    Event event = second.createEvent(false);
    Submission onSecond = new Submission();
    onSecond.waitFor(stream, first.createEvent(false));
    onSecond.record(stream, event);
    recording.block("cuMemcpyAsync");
    FutureTask<Void> blocked = start(() -> first.submit(onFirst));
    recording.awaitCalls("cuMemcpyAsync", 1);
    FutureTask<Void> free =
        start(
            () -> {
              second.submit(onSecond);
              event.close();
            });
    free.get(10, TimeUnit.SECONDS);
    assertFalse(blocked.isDone());
    recording.block("");
    blocked.get();
  }

  @Test
  void eventOfAnotherGpuLivesUntilItsWaitIsEnqueued() throws Exception {
    Device first = driver.device(0);
    Device second = driver.device(1);
    Event event = first.createEvent(false);
    Submission submission = new Submission();
    submission.waitFor(second.createStream(), event);
    recording.block("cuStreamWaitEvent");
    FutureTask<Void> waits = start(() -> second.submit(submission));
    recording.awaitCalls("cuStreamWaitEvent", 1);
    event.close();
    assertEquals(1, recording.live("event"));
    recording.block("");
    waits.get();
    assertEquals(0, recording.live("event"));
    assertThrows(IllegalStateException.class, () -> second.submit(submission));
  }

  @Test
  void lastUserIsNotToldThatWhatWasClosedCannotBeDestroyed() throws Exception {
    Event event = driver.device(0).createEvent(false);
    Stream stream = driver.device(0).createStream();
    Submission submission = new Submission();
    submission.record(stream, event);
    driver.device(0).submit(submission);
    recording.failOnce("cuEventDestroy_v2", CudaResult.CUDA_ERROR_NOT_PERMITTED);
    recording.block("cuEventQuery");
    FutureTask<Void> user = start(event::isComplete);
    recording.awaitCalls("cuEventQuery", 1);
    event.close();
    recording.block("");
    user.get();
    DriverException told = assertThrows(DriverException.class, driver::close);
    assertEquals("cuEventDestroy", told.call());
    assertEquals(1, recording.live("event"));
    recording.reset(2, 64 << 20);
  }

  @Test
  void closingComesAfterTheSubmissionUnderWayAndKeepsAnOrder() throws Exception {
    Device device = driver.device(0);
    Stream stream = device.createStream();
    device.createEvent(false);
    driver.allocateHost(64);
    long x = device.allocate(64);
    Submission submission = new Submission();
    LaunchShape shape = new LaunchShape(1, 1, 1, 1, 1, 1, 0);
    submission.launch(stream, Workload.load(device).function("add"), shape, new long[] {x, 1}, 16);
    recording.block("cuLaunchKernel");
    FutureTask<Void> launch = start(() -> device.submit(submission));
    recording.awaitCalls("cuLaunchKernel", 1);
    recording.forgetCalls();
    FutureTask<Void> close = start(driver::close);
    assertThrows(TimeoutException.class, () -> close.get(50, TimeUnit.MILLISECONDS));
    assertEquals(List.of(), recording.calls());
    recording.block("");
    launch.get();
    close.get();
    List<String> order =
        recording.calls().stream()
            .map(call -> call.split(" ")[0])
            .filter(call -> !call.startsWith("cuCtx"))
            .distinct()
            .toList();
    assertEquals(
        List.of("cuStreamSynchronize", "cuModuleUnload", "cuEventDestroy_v2", "cuStreamDestroy_v2"),
        order.subList(0, 4));
    assertEquals("cuDevicePrimaryCtxRelease_v2", order.getLast());
  }
}
