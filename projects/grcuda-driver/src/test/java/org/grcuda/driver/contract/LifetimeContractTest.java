package org.grcuda.driver.contract;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Handles of others, closed ones, and many threads. */
abstract class LifetimeContractTest extends BackendContractTest {

  @Test
  void handlesOfAnotherDeviceAreRefused() {
    Device other = driver.device(1);
    CudaResult handle = CudaResult.CUDA_ERROR_INVALID_HANDLE;
    Event event = other.createEvent(false);
    Function add = kernel(other, "add");
    assertFails(handle, () -> submit(other, s -> s.waitFor(stream, event)));
    assertFails(handle, () -> submit(device, s -> s.record(stream, event)));
    assertFails(handle, () -> submit(device, s -> s.launch(stream, add, SHAPE, new long[2], 16)));
  }

  @Test
  void handlesOfAnotherDriverAreRefused() {
    try (Driver second = open(DriverSettings.defaults())) {
      Device other = second.device(0);
      Event event = other.createEvent(false);
      Function add = kernel(other, "add");
      Class<IllegalArgumentException> refused = IllegalArgumentException.class;
      assertThrows(refused, () -> submit(other, s -> s.record(stream, event)));
      assertThrows(refused, () -> submit(device, s -> s.waitFor(stream, event)));
      assertThrows(
          refused, () -> submit(device, s -> s.launch(stream, add, SHAPE, new long[2], 16)));
    }
  }

  @Test
  void submissionMayBeReusedAtOnce() {
    long x = driver.allocateManaged(4);
    write(x, new int[1]);
    Submission submission = new Submission();
    launchLate(submission, stream, x, 100);
    device.submit(submission);
    for (int i = 0; i < 100; i++) {
      submission.clear();
      launchAdd(submission, stream, x, 1, i);
      device.submit(submission);
    }
    stream.synchronize();
    assertContents(new int[] {100 + 99 * 100 / 2}, x);
  }

  @Test
  void manyThreadsMaySubmit() throws Exception {
    int threads = 4;
    int rounds = 100;
    long x = driver.allocateManaged(4L * COUNT * threads);
    write(x, new int[COUNT * threads]);
    ExecutorService hosts = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        Device own = driver.device(t % 2);
        long part = x + 4L * COUNT * t;
        ends.add(hosts.submit(() -> addOnTwoStreams(own, part, rounds)));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      hosts.shutdown();
    }
    int[] expected = new int[COUNT * threads];
    Arrays.fill(expected, rounds);
    assertContents(expected, x);
  }

  private void addOnTwoStreams(Device own, long x, int rounds) {
    try (Stream first = own.createStream();
        Stream second = own.createStream();
        Event event = own.createEvent(false)) {
      for (int i = 0; i < rounds; i++) {
        Stream from = i % 2 == 0 ? first : second;
        Stream to = i % 2 == 0 ? second : first;
        submit(
            own,
            s -> {
              launchAdd(s, from, x, 1);
              s.record(from, event);
              s.waitFor(to, event);
            });
      }
      first.synchronize();
      second.synchronize();
    }
  }

  @Test
  void closedDriverRefusesEverything() {
    long x = driver.allocateManaged(4);
    Event event = device.createEvent(false);
    Module module = load(device);
    submit(device, s -> launchLate(s, stream, x, 1));
    driver.close();
    driver.close();
    List<Executable> uses =
        List.of(
            () -> driver.allocateManaged(4),
            () -> driver.allocateHost(4),
            () -> driver.free(x),
            () -> device.allocate(4),
            () -> device.createStream(),
            () -> device.createEvent(false),
            () -> device.synchronize(),
            () -> load(device),
            () -> module.function("add"),
            () -> submit(device, s -> s.record(stream, event)),
            stream::synchronize,
            event::isComplete);
    for (Executable use : uses) {
      assertThrows(UsageException.class, use);
    }
    module.close();
    stream.close();
    event.close();
  }
}
