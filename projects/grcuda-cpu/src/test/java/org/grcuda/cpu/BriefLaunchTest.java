package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Launches that take less time than handing them to a worker. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BriefLaunchTest {

  private static final LaunchShape ONE = new LaunchShape(1, 1, 1, 1, 1, 1, 0);
  private static final int MOST_LAUNCHES = 100_000;
  private static final int FAILURES = 20_000;

  private final JavaKernels kernels = new JavaKernels();
  private final AtomicReference<Thread> ran = new AtomicReference<>();

  @Test
  void runOnTheSubmittingThreadOnceTheirTimeIsKnown() {
    AtomicInteger count = new AtomicInteger();
    kernels.addBounded(
        "brief",
        context -> {
          ran.set(Thread.currentThread());
          count.incrementAndGet();
        });
    try (Driver driver = kernels.open(1, 2, text -> {})) {
      Device device = driver.device(0);
      Stream stream = device.createStream();
      int launches = launchUntilHere(device, stream, JavaKernels.function(device, "brief"));
      assertEquals(launches, count.get());
    }
  }

  @Test
  void kernelsWithLoopsRunOnWorkers() {
    kernels.add("unbounded", context -> ran.set(Thread.currentThread()));
    try (Driver driver = kernels.open(1, 2, text -> {})) {
      Device device = driver.device(0);
      Stream stream = device.createStream();
      Function function = JavaKernels.function(device, "unbounded");
      for (int i = 0; i < 1000; i++) {
        launch(device, stream, function, null);
        stream.synchronize();
        assertTrue(ran.get().getName().startsWith("grcuda-cpu-0-"), ran.get().getName());
      }
    }
  }

  @Test
  void manyThatFailInARowAreEachTold() {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger failing = new AtomicInteger();
    kernels.add("gate", context -> await(gate));
    kernels.addBounded(
        "brief",
        context -> {
          ran.set(Thread.currentThread());
          if (failing.get() != 0) {
            throw new KernelFault(KernelFault.Kind.TRAP, "trap");
          }
        });
    try (Driver driver = kernels.open(1, 2, text -> {})) {
      Device device = driver.device(0);
      Stream stream = device.createStream();
      Function brief = JavaKernels.function(device, "brief");
      launchUntilHere(device, stream, brief);
      failing.set(1);
      launch(device, stream, JavaKernels.function(device, "gate"), null);
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < FAILURES; i++) {
        events.add(device.createEvent(false));
        launch(device, stream, brief, events.getLast());
      }
      gate.countDown();
      stream.synchronize();
      events.forEach(event -> assertNotNull(event.failure()));
    }
  }

  /** Launches one at a time until this thread runs it itself; returns the number of launches. */
  private int launchUntilHere(Device device, Stream stream, Function function) {
    for (int launches = 1; launches <= MOST_LAUNCHES; launches++) {
      launch(device, stream, function, null);
      stream.synchronize();
      if (ran.get() == Thread.currentThread()) {
        return launches;
      }
    }
    throw new AssertionError("no launch ran on this thread");
  }

  private static void launch(Device device, Stream stream, Function function, Event end) {
    Submission submission = new Submission();
    submission.launch(stream, function, ONE, new long[0], 0);
    if (end != null) {
      submission.record(stream, end);
    }
    device.submit(submission);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
