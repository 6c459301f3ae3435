package org.grcuda.driver.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.UsageException;
import org.junit.jupiter.api.Test;

/** Streams, events and waits. */
abstract class StreamContractTest extends BackendContractTest {

  @Test
  void streamIsIdleOnceItsWorkIsDone() {
    assertTrue(stream.isIdle());
    long x = driver.allocateManaged(4);
    submit(device, s -> launchLate(s, stream, x, 1));
    stream.synchronize();
    assertTrue(stream.isIdle());
    assertEquals(device, stream.device());
  }

  @Test
  void eventNeverRecordedIsComplete() throws InterruptedException {
    Event event = device.createEvent(false);
    assertTrue(event.isComplete());
    assertNull(event.failure());
    event.await();
    submit(device, s -> s.waitFor(stream, event));
    stream.synchronize();
  }

  @Test
  void recordedEventCompletesAfterWhatIsBeforeIt() throws InterruptedException {
    long x = driver.allocateManaged(4);
    Event event = device.createEvent(false);
    for (int i = 1; i <= 3; i++) {
      int value = i;
      submit(
          device,
          s -> {
            launchLate(s, stream, x, value);
            s.record(stream, event);
          });
      event.await();
      assertTrue(event.isComplete());
      assertNull(event.failure());
      assertContents(new int[] {value}, x);
    }
  }

  @Test
  void timedAwaitSaysWhetherTheEventIsComplete() throws InterruptedException {
    long x = driver.allocateManaged(4);
    Event event = device.createEvent(false);
    assertTrue(event.await(1));
    submit(
        device,
        s -> {
          launchLate(s, stream, x, 1);
          s.record(stream, event);
        });
    while (!event.await(1_000)) {
      // Not yet.
    }
    assertTrue(event.isComplete());
    assertContents(new int[] {1}, x);
    assertTrue(event.await(Long.MAX_VALUE));
  }

  @Test
  void awaitAnyEndsWithTheFirstOfSeveralEvents() throws InterruptedException {
    long x = driver.allocateManaged(8);
    Stream second = device.createStream();
    Event late = device.createEvent(false);
    Event early = device.createEvent(false);
    assertTrue(late.isComplete());
    late.awaitAny(List.of(), 1);
    submit(
        device,
        s -> {
          launchLate(s, stream, x, 1);
          s.record(stream, late);
        });
    submit(device, s -> s.record(second, early));
    while (!late.isComplete() && !early.isComplete()) {
      late.awaitAny(List.of(early), Long.MAX_VALUE);
    }
    stream.synchronize();
    late.awaitAny(List.of(early), Long.MAX_VALUE);
    assertTrue(late.isComplete());
    second.close();
  }

  @Test
  void streamsAreInOrder() {
    assumeTrue(computes());
    long x = driver.allocateManaged(4 * COUNT);
    Submission submission = new Submission();
    submission.fill(stream, x, 1, 4, COUNT);
    for (int i = 0; i < 50; i++) {
      launchAdd(submission, stream, x, 3);
      submission.copy(stream, x + 2000, x, 2000);
    }
    device.submit(submission);
    stream.synchronize();
    int[] values = read(x, COUNT);
    for (int value : values) {
      assertEquals(values[0], value);
    }
    assertEquals(151, values[0]);
  }

  @Test
  void streamWaitsForAnEventOfAnotherStream() {
    assertWaits(device, device);
  }

  @Test
  void streamWaitsForAnEventOfAnotherDevice() {
    assertWaits(device, driver.device(1));
    assertWaits(driver.device(1), device);
  }

  private void assertWaits(Device first, Device second) {
    long x = driver.allocateManaged(4);
    write(x, new int[] {0});
    Event event = first.createEvent(false);
    try (Stream producer = first.createStream();
        Stream consumer = second.createStream()) {
      submit(
          first,
          s -> {
            launchLate(s, producer, x, 10);
            s.record(producer, event);
          });
      submit(
          second,
          s -> {
            s.waitFor(consumer, event);
            launchAdd(s, consumer, x, 1, 5);
          });
      consumer.synchronize();
      assertTrue(event.isComplete());
      assertContents(new int[] {15}, x);
    }
  }

  @Test
  void longChainAcrossStreamsAndDevicesIsInOrder() {
    long x = driver.allocateManaged(4 * COUNT);
    write(x, new int[COUNT]);
    Stream[] streams = new Stream[4];
    for (int i = 0; i < streams.length; i++) {
      streams[i] = driver.device(i % 2).createStream();
    }
    Event last = null;
    for (int i = 0; i < 200; i++) {
      Stream next = streams[i % streams.length];
      Event before = last;
      Event after = next.device().createEvent(false);
      submit(
          next.device(),
          s -> {
            if (before != null) {
              s.waitFor(next, before);
            }
            launchAdd(s, next, x, 1);
            s.record(next, after);
          });
      last = after;
    }
    streams[199 % streams.length].synchronize();
    int[] expected = new int[COUNT];
    Arrays.fill(expected, 200);
    assertContents(expected, x);
  }

  @Test
  void waitMeansTheRecordBeforeItNotALaterOne() {
    // Were it the later one, the two streams would wait for each other.
    Event event = device.createEvent(false);
    Event other = device.createEvent(false);
    Stream second = device.createStream();
    submit(device, s -> s.record(stream, event));
    submit(
        device,
        s -> {
          s.waitFor(second, event);
          s.record(second, other);
        });
    submit(
        device,
        s -> {
          s.waitFor(stream, other);
          s.record(stream, event);
        });
    stream.synchronize();
    second.synchronize();
    assertTrue(event.isComplete());
  }

  @Test
  void deviceSynchronizeWaitsForAllItsStreams() {
    Stream second = device.createStream();
    long x = driver.allocateManaged(8);
    submit(device, s -> launchLate(s, stream, x, 1));
    submit(device, s -> launchLate(s, second, x + 4, 2));
    device.synchronize();
    assertTrue(stream.isIdle() && second.isIdle());
    assertContents(new int[] {1, 2}, x);
  }

  @Test
  void elapsedTimeIsThatOfTheWorkBetween() {
    Event start = device.createEvent(true);
    Event end = device.createEvent(true);
    long x = driver.allocateManaged(4);
    submit(
        device,
        s -> {
          s.record(stream, start);
          launchLate(s, stream, x, 1);
          s.record(stream, end);
        });
    stream.synchronize();
    assertTrue(end.elapsedNanos(start) > 0);
    assertEquals(-end.elapsedNanos(start), start.elapsedNanos(end));
    assertEquals(0, end.elapsedNanos(end));
  }

  @Test
  void elapsedTimeNeedsTwoRecordedEventsWithTiming() {
    Event timed = device.createEvent(true);
    Event untimed = device.createEvent(false);
    Event unrecorded = device.createEvent(true);
    submit(
        device,
        s -> {
          s.record(stream, timed);
          s.record(stream, untimed);
        });
    stream.synchronize();
    CudaResult handle = CudaResult.CUDA_ERROR_INVALID_HANDLE;
    assertFails(handle, () -> timed.elapsedNanos(untimed));
    assertFails(handle, () -> untimed.elapsedNanos(timed));
    assertFails(handle, () -> timed.elapsedNanos(unrecorded));
  }

  @Test
  void closedStreamFinishesItsWorkAndTakesNoMore() throws InterruptedException {
    long x = driver.allocateManaged(4);
    Event event = device.createEvent(false);
    submit(
        device,
        s -> {
          launchLate(s, stream, x, 3);
          s.record(stream, event);
        });
    stream.close();
    stream.close();
    assertThrows(UsageException.class, () -> submit(device, s -> s.record(stream, event)));
    assertThrows(UsageException.class, stream::isIdle);
    assertThrows(UsageException.class, stream::synchronize);
    event.await();
    assertContents(new int[] {3}, x);
  }

  @Test
  void closedEventStillOrdersWhatWasEnqueued() {
    long x = driver.allocateManaged(4);
    write(x, new int[1]);
    Event event = device.createEvent(false);
    Stream second = device.createStream();
    submit(
        device,
        s -> {
          launchLate(s, stream, x, 4);
          s.record(stream, event);
          s.waitFor(second, event);
          launchAdd(s, second, x, 1, 1);
        });
    event.close();
    event.close();
    assertThrows(UsageException.class, event::isComplete);
    assertThrows(UsageException.class, () -> submit(device, s -> s.waitFor(second, event)));
    second.synchronize();
    assertContents(new int[] {5}, x);
  }
}
