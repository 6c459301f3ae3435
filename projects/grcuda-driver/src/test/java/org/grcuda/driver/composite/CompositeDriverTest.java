package org.grcuda.driver.composite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.UsageException;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two drivers as one: three devices, whose commands complete when the test says so. */
class CompositeDriverTest {

  private final NullDriver first = new NullDriver(NullSettings.defaults().withDevices(2));
  private final NullDriver second = new NullDriver(NullSettings.defaults());
  private final CompositeDriver driver = new CompositeDriver(List.of(first, second));
  private final Device near = driver.device(0);
  private final Device far = driver.device(2);
  private final Stream producer = near.createStream();
  private final Stream consumer = far.createStream();

  @AfterEach
  void close() {
    first.release();
    second.release();
    driver.close();
  }

  private static void submit(Device device, Consumer<Submission> commands) {
    Submission submission = new Submission();
    commands.accept(submission);
    device.submit(submission);
    submission.clear();
  }

  /** Work that ends with {@code event}. */
  private static void work(Stream stream, Event event) {
    submit(
        stream.device(),
        s -> {
          s.fill(stream, stream.device().allocate(4), 0, 4, 1);
          s.record(stream, event);
        });
  }

  /** Work that comes after {@code before} and ends with {@code event}. */
  private static void workAfter(Event before, Stream stream, Event event) {
    submit(
        stream.device(),
        s -> {
          s.waitFor(stream, before);
          s.fill(stream, stream.device().allocate(4), 0, 4, 1);
          s.record(stream, event);
        });
  }

  /** The bridge is a thread: what it does is seen after a while. */
  private static void await(NullDriver driver, int ready) {
    long start = System.nanoTime();
    while (driver.ready().size() < ready) {
      assertTrue(System.nanoTime() - start < 20_000_000_000L, "it never comes to the driver");
      Thread.onSpinWait();
    }
  }

  /** Completes what comes to {@code driver}, until {@code event} has completed. */
  private static void complete(NullDriver driver, Event event) {
    long start = System.nanoTime();
    while (!event.isComplete()) {
      assertTrue(System.nanoTime() - start < 20_000_000_000L, "it never comes to the driver");
      driver.completeAll();
    }
  }

  @Test
  void devicesAreNumberedInTheOrderOfTheDrivers() {
    assertEquals("null+null", driver.name());
    assertEquals(3, driver.deviceCount());
    assertEquals(2, far.ordinal());
    assertSame(far, consumer.device());
    assertTrue(driver.canAccessPeer(0, 1));
    assertFalse(driver.canAccessPeer(1, 2));
    assertFalse(driver.copiesBetween(2, 0));
    assertTrue(driver.copiesBetween(0, 1));
    assertEquals(0, far.attribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS));
    DriverException none = assertThrows(DriverException.class, () -> driver.device(3));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_DEVICE, none.result());
  }

  @Test
  void thereIsNoManagedMemory() {
    DriverException refused =
        assertThrows(DriverException.class, () -> driver.allocateManaged(256));
    assertEquals(
        "CUDA_ERROR_NOT_SUPPORTED (801): the devices of 'null+null' share no managed memory"
            + " [cuMemAllocManaged]",
        refused.getMessage());
    assertThrows(
        DriverException.class,
        () -> submit(near, s -> s.prefetch(producer, driver.allocateHost(4), 4, 0)));
  }

  @Test
  void aWaitForAnotherDriverHoldsTheStreamBack() throws InterruptedException {
    first.hold();
    Event before = near.createEvent(false);
    Event after = far.createEvent(true);
    work(producer, before);
    workAfter(before, consumer, after);
    Event last = far.createEvent(true);
    work(consumer, last);
    assertFalse(last.isComplete());
    assertFalse(consumer.isIdle());
    assertFalse(last.await(1));
    assertEquals(
        CudaResult.CUDA_ERROR_NOT_READY,
        assertThrows(DriverException.class, () -> last.elapsedNanos(after)).result());
    assertTrue(second.log().isEmpty());
    first.completeAll();
    last.await();
    assertTrue(after.isComplete());
    assertTrue(last.elapsedNanos(after) >= 0);
    assertNull(last.failure());
    consumer.synchronize();
    assertTrue(consumer.isIdle());
  }

  @Test
  void othersOfTheDriverThatWaitForWhatIsHeldBackAreHeldBack() {
    first.hold();
    second.hold();
    Event before = near.createEvent(false);
    Event after = far.createEvent(false);
    Event end = far.createEvent(false);
    Stream third = far.createStream();
    work(producer, before);
    workAfter(before, consumer, after);
    workAfter(after, third, end);
    Event free = far.createEvent(false);
    work(far.createStream(), free);
    assertEquals(1, second.ready().size(), "what waits for nothing goes on");
    second.completeAll();
    assertTrue(free.isComplete());
    first.completeAll();
    complete(second, after);
    complete(second, end);
  }

  @Test
  void dataGoesThereAndBack() throws InterruptedException {
    first.hold();
    second.hold();
    Event one = near.createEvent(false);
    Event two = far.createEvent(false);
    Event three = near.createEvent(false);
    work(producer, one);
    workAfter(one, consumer, two);
    workAfter(two, producer, three);
    first.completeAll();
    await(second, 1);
    assertFalse(three.isComplete());
    second.completeAll();
    await(first, 1);
    first.completeAll();
    three.await();
  }

  @Test
  void aWaitIsForTheRecordingOfItsTime() throws InterruptedException {
    first.hold();
    Event before = near.createEvent(false);
    Event after = far.createEvent(false);
    work(producer, before);
    workAfter(before, consumer, after);
    // Recorded again behind more work, and that again behind what waits for the first recording.
    workAfter(after, producer, before);
    first.complete(first.ready().getFirst());
    after.await();
    assertFalse(before.isComplete());
    await(first, 1);
    first.completeAll();
    before.await();
  }

  @Test
  void anEventIsRecordedAgainAfterItCompleted() {
    Event before = near.createEvent(false);
    for (int i = 0; i < 100; i++) {
      work(producer, before);
      Event after = far.createEvent(false);
      workAfter(before, consumer, after);
      far.synchronize();
      assertTrue(after.isComplete());
      after.close();
    }
    before.close();
    assertEquals(1, second.openStreams());
    assertEquals(0, first.openEvents() + second.openEvents());
  }

  @Test
  void whatIsClosedWhileHeldBackEndsAllTheSame() {
    first.hold();
    Event before = near.createEvent(false);
    Event after = far.createEvent(false);
    work(producer, before);
    workAfter(before, consumer, after);
    before.close();
    consumer.close();
    assertThrows(UsageException.class, () -> submit(far, s -> s.record(consumer, after)));
    first.completeAll();
    far.synchronize();
    assertTrue(after.isComplete());
    after.close();
    assertEquals(0, first.openEvents() + second.openEvents());
    assertEquals(0, second.openStreams());
  }

  @Test
  void whatIsRefusedAtOnceChangesNothing() {
    Event event = near.createEvent(false);
    work(producer, event);
    assertThrows(
        DriverException.class,
        () ->
            submit(
                near,
                s -> {
                  s.record(producer, event);
                  s.fill(producer, 1, 0, 4, -1);
                }));
    assertTrue(event.isComplete());
    work(producer, event);
    assertTrue(event.isComplete());
    event.close();
    assertEquals(0, first.openEvents());
  }

  @Test
  void whatIsRefusedLaterFailsItsEvents() {
    first.hold();
    Event before = near.createEvent(false);
    Event after = far.createEvent(false);
    work(producer, before);
    submit(
        far,
        s -> {
          s.waitFor(consumer, before);
          s.fill(consumer, 1L << 60, 0, 4, 1);
          s.record(consumer, after);
        });
    first.completeAll();
    far.synchronize();
    assertTrue(after.isComplete());
    assertEquals(CudaResult.CUDA_ERROR_INVALID_VALUE, after.failure().result());
    assertEquals(2, after.failure().device(), "its number among all");
  }

  @Test
  void handlesOfOtherDevicesAreRefused() {
    Event event = near.createEvent(false);
    DriverException other =
        assertThrows(DriverException.class, () -> submit(far, s -> s.record(consumer, event)));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_HANDLE, other.result());
    assertEquals("the event belongs to device 0", other.detail());
    assertThrows(
        DriverException.class, () -> submit(driver.device(1), s -> s.record(producer, event)));
    Event foreign = first.device(0).createEvent(false);
    assertThrows(
        IllegalArgumentException.class, () -> submit(near, s -> s.waitFor(producer, foreign)));
    assertThrows(
        IllegalArgumentException.class,
        () -> near.createEvent(true).elapsedNanos(far.createEvent(true)));
  }

  @Test
  void memoryGoesBackToTheDriverThatItCameFrom() {
    long host = driver.allocateHost(256);
    long device = far.allocate(256);
    assertEquals(1, second.liveAllocations());
    driver.free(device);
    driver.free(host);
    assertEquals(0, first.liveAllocations() + second.liveAllocations());
    assertThrows(DriverException.class, () -> driver.free(host));
  }

  @Test
  void nothingIsCopiedFromADeviceOfTheOtherDriver() {
    near.allocate(256);
    long own = near.allocate(256);
    long host = driver.allocateHost(256);
    long other = far.allocate(512) + 256;
    // The addresses of null devices begin alike: this one lies in no memory of the first driver.
    submit(far, s -> s.copy(consumer, other, host, 256));
    driver.free(own);
    DriverException refused =
        assertThrows(
            DriverException.class, () -> submit(near, s -> s.copy(producer, host, other, 256)));
    assertEquals(
        "0x%x is memory of a device of 'null': copy by way of the host".formatted(other),
        refused.detail());
  }

  @Test
  void closingWaitsForWhatIsHeldBack() {
    Event before = near.createEvent(false);
    work(producer, before);
    workAfter(before, consumer, far.createEvent(false));
    driver.close();
    assertThrows(UsageException.class, () -> submit(far, s -> s.record(consumer, before)));
  }
}
