package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands that take less time than handing them to a worker. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BriefCommandsTest {

  private static final LaunchShape ONE = new LaunchShape(1, 1, 1, 1, 1, 1, 0);
  private static final int MOST_LAUNCHES = 100_000;

  /** Bytes that are copied or filled by the submitting thread. */
  private static final long BRIEF_BYTES = 16 << 10;

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

  @Test
  void smallCopiesAndFillsAreDoneWhenTheSubmissionReturns() {
    try (Driver driver = kernels.open(1, 2, text -> {})) {
      Device device = driver.device(0);
      Stream stream = device.createStream();
      long from = device.allocate(BRIEF_BYTES);
      long to = device.allocate(BRIEF_BYTES);
      Event end = device.createEvent(false);
      Submission submission = new Submission();
      submission.fill(stream, from, 7, 4, BRIEF_BYTES / 4);
      submission.copy(stream, to, from, BRIEF_BYTES);
      submission.record(stream, end);
      device.submit(submission);
      assertTrue(end.isComplete());
      assertEquals(7, Memory.ALL.get(ValueLayout.JAVA_INT, to + BRIEF_BYTES - 4));
    }
  }

  @Test
  void smallCopiesWaitForWhatCameBefore() {
    CountDownLatch gate = new CountDownLatch(1);
    kernels.add("gate", context -> await(gate));
    try (Driver driver = kernels.open(1, 2, text -> {})) {
      Device device = driver.device(0);
      Stream stream = device.createStream();
      long at = device.allocate(8);
      Submission before = new Submission();
      before.fill(stream, at, 1, 8, 1);
      device.submit(before);
      launch(device, stream, JavaKernels.function(device, "gate"), null);
      Submission after = new Submission();
      after.fill(stream, at, 2, 8, 1);
      device.submit(after);
      assertEquals(1, Memory.ALL.get(ValueLayout.JAVA_LONG, at));
      gate.countDown();
      stream.synchronize();
      assertEquals(2, Memory.ALL.get(ValueLayout.JAVA_LONG, at));
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
