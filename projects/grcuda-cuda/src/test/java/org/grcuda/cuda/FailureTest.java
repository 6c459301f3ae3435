package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every call of the driver API is made, and each fails once. */
class FailureTest {

  private static final long MEMORY = 1L << 20;

  /** What has no use for the workload while all goes well. */
  private static final Set<String> ONLY_ON_ERRORS = Set.of("cuGetErrorName", "cuGetErrorString");

  /** By drivers that have the second versions. */
  private static final Set<String> REPLACED = Set.of("cuMemPrefetchAsync", "cuMemAdvise");

  /** What gives something back: if it fails, that one thing is lost. */
  private static final Set<String> GIVE_BACK =
      Set.of(
          "cuTexObjectDestroy",
          "cuSurfObjectDestroy",
          "cuArrayDestroy",
          "cuMipmappedArrayDestroy",
          "cuStreamDestroy_v2",
          "cuEventDestroy_v2",
          "cuModuleUnload",
          "cuMemFree_v2",
          "cuMemFreeHost",
          "cuDevicePrimaryCtxRelease_v2");

  /** Whose failure is an answer, or is not the program's business. */
  private static final Set<String> TOLERATED =
      Set.of(
          "cuModuleGetFunctionCount",
          "cuModuleEnumerateFunctions",
          "cuFuncGetName",
          "cuCtxEnablePeerAccess");

  private final Recording recording = Recording.current();

  @BeforeEach
  void reset() {
    recording.reset(2, MEMORY);
  }

  @Test
  void workloadMakesEveryCall() throws Exception {
    Workload.run(recording);
    recording.assertClean();
    Set<String> made = made();
    List<String> missing = new ArrayList<>(AbiTest.functions("F"));
    missing.addAll(AbiTest.functions("O"));
    missing.removeAll(made);
    missing.removeAll(ONLY_ON_ERRORS);
    missing.removeAll(REPLACED);
    assertEquals(List.of(), missing);
  }

  @Test
  void olderDriverIsAskedInItsWay() throws Exception {
    Recording old = Recording.built("old", "-DOLD_DRIVER").reset(2, MEMORY);
    Workload.run(old);
    old.assertClean();
    List<String> calls = old.calls();
    assertTrue(calls.contains("cuMemPrefetchAsync stream 1, 64 bytes to -1"), calls::toString);
    assertTrue(calls.contains("cuMemAdvise 64 bytes, advice 3, 1"), calls::toString);
  }

  private Set<String> made() {
    return recording.allCalls().stream()
        .map(call -> call.split(" ")[0])
        .collect(Collectors.toSet());
  }

  @Test
  void everyCallThatFailsIsToldAndNothingIsLost() throws Exception {
    Workload.run(recording);
    Set<String> calls = made();
    calls.removeIf(call -> !call.startsWith("cu"));
    for (String call : calls) {
      failEach(call);
    }
  }

  /** The first call of that name, then the second, until there is none that fails. */
  private void failEach(String call) throws InterruptedException {
    for (int skip = 0; skip < 3; skip++) {
      recording.reset(2, MEMORY);
      recording.fail(call, skip, 1, CudaResult.CUDA_ERROR_NOT_PERMITTED.code());
      String failed = null;
      try {
        Workload.run(recording);
      } catch (DriverException e) {
        failed = e.call();
        assertEquals(CudaResult.CUDA_ERROR_NOT_PERMITTED, e.result(), call);
        assertTrue(e.getMessage().contains("operation not permitted"), e.getMessage());
      }
      boolean happened = recording.calls().contains("  = 800");
      // A GPU whose context cannot be used for that has no peer.
      boolean noPeer =
          call.equals("cuCtxSetCurrent") && recording.count("cuCtxEnablePeerAccess") < 2;
      boolean told = failed != null || noPeer || TOLERATED.contains(call);
      assertEquals(happened, told && happened, call + " after " + skip);
      assertEquals("", recording.violations(), call);
      int live = 0;
      for (String kind : List.of("context", "stream", "event", "module", "allocation")) {
        live += recording.live(kind);
      }
      assertTrue(live <= lost(call, happened), call + " after " + skip + ": " + live + " live");
    }
  }

  /** The double's module has a variable, which is lost with it. */
  private static int lost(String call, boolean happened) {
    if (!happened) {
      return 0;
    }
    // A destruction finds that its context cannot be used: one or two things are lost with it.
    return GIVE_BACK.contains(call) || call.equals("cuCtxSetCurrent") ? 2 : 0;
  }

  @Test
  void gpusWithoutPeerAccessWorkAllTheSame() {
    recording.fail("cuCtxEnablePeerAccess", 1, 1, CudaResult.CUDA_ERROR_NOT_SUPPORTED.code());
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      assertTrue(driver.canAccessPeer(0, 1));
      assertFalse(driver.canAccessPeer(1, 0));
      driver.device(1).createStream().synchronize();
    }
    recording.assertClean();
  }

  @Test
  void errorsNewerThanTheProgramAreDescribedByTheDriver() {
    recording.fail("cuStreamCreate", 0, 1, 4711);
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      DriverException failure =
          assertThrows(DriverException.class, () -> driver.device(0).createStream());
      assertEquals(CudaResult.CUDA_ERROR_UNKNOWN, failure.result());
      assertEquals("error 4711, CUDA_ERROR_OF_TOMORROW: an error of tomorrow", failure.detail());
    }
    recording.assertClean();
  }

  @Test
  void failedCommandIsNamed() {
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      Device device = driver.device(0);
      Stream stream = device.createStream();
      Event event = device.createEvent(false);
      long x = driver.allocateManaged(64);
      Submission submission = new Submission();
      submission.record(stream, event);
      submission.prefetch(stream, x, 0, 0);
      submission.fill(stream, x, 0, 4, 4);
      submission.launch(
          stream,
          Workload.load(device).function("add"),
          new LaunchShape(1, 1, 1, 32, 1, 1, 0),
          new long[] {x, 4},
          16);
      recording.failOnce("cuLaunchKernel", CudaResult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
      DriverException failure =
          assertThrows(DriverException.class, () -> device.submit(submission));
      assertEquals("cuLaunchKernel", failure.call());
      assertEquals(CudaResult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, failure.result());
      assertTrue(failure.detail().contains("kernel add"), failure.detail());
      recording.failOnce("cuMemsetD32Async", CudaResult.CUDA_ERROR_NOT_PERMITTED);
      failure = assertThrows(DriverException.class, () -> device.submit(submission));
      assertEquals("cuMemsetD8Async", failure.call());
      assertTrue(failure.detail().contains("command 1"), failure.detail());
      device.submit(submission);
    }
    recording.assertClean();
  }

  @Test
  void compilerOfTheDriverIsQuoted() {
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      DriverException failure =
          assertThrows(
              DriverException.class, () -> driver.device(1).loadModule("mov..u32".getBytes()));
      assertEquals(CudaResult.CUDA_ERROR_INVALID_PTX, failure.result());
      assertEquals(1, failure.device());
      assertTrue(failure.detail().contains("ptxas: line 1; syntax error"), failure.detail());
    }
    recording.assertClean();
  }

  @Test
  void faultEndsEverythingAndIsNamedFromThenOn() throws InterruptedException {
    Driver driver = recording.open(DriverSettings.defaults());
    Device device = driver.device(0);
    Stream stream = device.createStream();
    Event before = device.createEvent(false);
    Event after = device.createEvent(false);
    Submission submission = new Submission();
    submission.record(stream, before);
    device.submit(submission);
    assertTrue(before.isComplete());
    recording.hold(true);
    submission.clear();
    LaunchShape shape = new LaunchShape(1, 1, 1, 1, 1, 1, 0);
    submission.launch(stream, Workload.load(device).function("stray"), shape, new long[] {16}, 8);
    submission.record(stream, after);
    device.submit(submission);
    assertFalse(after.isComplete());
    recording.hold(false);
    after.await();
    DriverException fault = after.failure();
    assertNotNull(fault);
    assertEquals(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, fault.result());
    assertTrue(fault.detail().contains("launched last: stray"), fault.detail());
    assertNull(before.failure());
    assertTrue(before.isComplete());
    assertTrue(stream.isIdle());
    stream.synchronize();
    DriverException later = assertThrows(DriverException.class, () -> device.submit(submission));
    assertEquals(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, later.result());
    assertSame(fault, later.getCause());
    assertTrue(later.detail().contains("launched last: stray"), later.detail());
    assertThrows(DriverException.class, () -> driver.allocateManaged(8));
    assertThrows(DriverException.class, device::createStream);
    driver.close();
    assertEquals("", recording.violations());
  }

  @Test
  void waitEndsInTimeAndByAnInterrupt() throws IOException, InterruptedException {
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      Device device = driver.device(0);
      Stream stream = device.createStream();
      Event event = device.createEvent(false);
      recording.hold(true);
      Submission submission = new Submission();
      submission.record(stream, event);
      device.submit(submission);
      assertFalse(event.isComplete());
      assertFalse(stream.isIdle());
      assertFalse(event.await(1_000_000));
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, event::await);
      assertFalse(Thread.interrupted());
      Thread waiter = Thread.ofPlatform().start(() -> awaitQuietly(event));
      recording.hold(false);
      waiter.join();
      assertTrue(event.isComplete());
    }
    recording.assertClean();
  }

  private static void awaitQuietly(Event event) {
    try {
      event.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
