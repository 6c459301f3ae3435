package org.grcuda.driver.nulldevice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.driver.queue.QueuedCommand.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NullDriverTest {

  private static final LaunchShape SHAPE = new LaunchShape(2, 3, 4, 5, 6, 7, 8);
  private static final DriverException FAILURE =
      new DriverException(CudaResult.CUDA_ERROR_LAUNCH_FAILED, "cuLaunchKernel", 0, "as told");

  private final NullDriver driver = new NullDriver(NullSettings.defaults().withDevices(2));
  private final Device device = driver.device(0);
  private final Stream first = device.createStream();
  private final Stream second = device.createStream();
  private final Event event = device.createEvent(true);

  @Test
  void heldCommandsCompleteOneByOneInTheOrderOfTheirStream() {
    driver.hold();
    submit(s -> launch(s, first, "a"));
    submit(s -> launch(s, first, "b"));
    submit(s -> launch(s, second, "c"));
    assertEquals(List.of("a", "c"), kernels(driver.ready()));
    assertEquals(List.of("a", "b", "c"), kernels(driver.pending()));
    QueuedCommand behind = driver.pending().get(1);
    assertThrows(IllegalStateException.class, () -> driver.complete(behind));
    driver.complete(driver.ready().get(1));
    assertTrue(second.isIdle());
    driver.complete(driver.ready().get(0));
    assertEquals(List.of("b"), kernels(driver.ready()));
    driver.complete(behind);
    assertTrue(first.isIdle());
    assertThrows(IllegalStateException.class, () -> driver.complete(behind));
  }

  /** Were it not so, this test would end the process. */
  @Test
  @SuppressWarnings("restricted")
  void memoryStaysMappedWhileSomebodyKnowsTheDriver() {
    long bytes = 8 << 20;
    long freed = driver.allocateManaged(bytes);
    long live = driver.allocateManaged(bytes);
    MemorySegment first = MemorySegment.ofAddress(freed).reinterpret(bytes);
    MemorySegment second = MemorySegment.ofAddress(live).reinterpret(bytes);
    driver.free(freed);
    first.fill((byte) 1);
    driver.close();
    first.fill((byte) 2);
    second.fill((byte) 2);
    System.gc();
    assertEquals(2, first.get(ValueLayout.JAVA_BYTE, bytes - 1));
    assertEquals(2, second.get(ValueLayout.JAVA_BYTE, bytes - 1));
    Reference.reachabilityFence(driver);
  }

  @Test
  @SuppressWarnings("restricted")
  void freedMemoryIsGivenOutAgainZeroed() {
    Set<Long> addresses = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      long address = driver.allocateManaged(1_000_000 + i);
      MemorySegment memory = MemorySegment.ofAddress(address).reinterpret(1_000_000);
      assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, i));
      memory.fill((byte) 7);
      addresses.add(address);
      driver.free(address);
    }
    assertEquals(1, addresses.size());
    assertEquals(0, driver.liveAllocations());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itChecksWhatIsSubmittedUnlessToldNotTo(boolean checked) {
    try (NullDriver made = new NullDriver(NullSettings.defaults().withChecks(checked))) {
      made.hold();
      Device device = made.device(0);
      Submission odd = new Submission();
      odd.fill(device.createStream(), 256, 0, 3, 1);
      if (checked) {
        assertThrows(DriverException.class, () -> device.submit(odd));
      } else {
        device.submit(odd);
      }
      assertEquals(checked ? 0 : 1, made.pending().size());
    }
  }

  @Test
  void waitHoldsBackUntilTheEventCompletes() {
    driver.hold();
    submit(
        s -> {
          launch(s, first, "a");
          s.record(first, event);
        });
    submit(
        s -> {
          s.waitFor(second, event);
          launch(s, second, "b");
        });
    assertFalse(event.isComplete());
    assertEquals(List.of("a"), kernels(driver.ready()));
    driver.complete(driver.ready().get(0));
    assertTrue(event.isComplete());
    assertEquals(List.of("b"), kernels(driver.ready()));
    driver.release();
    assertTrue(driver.pending().isEmpty());
  }

  @Test
  void waitRefersToTheRecordBeforeIt() {
    driver.hold();
    submit(
        s -> {
          launch(s, first, "a");
          s.record(first, event);
          s.waitFor(second, event);
          launch(s, second, "b");
          launch(s, first, "c");
          s.record(first, event);
        });
    driver.complete(driver.ready().get(0));
    assertEquals(List.of("b", "c"), kernels(driver.ready()));
    assertFalse(event.isComplete());
    driver.complete(driver.ready().get(1));
    assertTrue(event.isComplete());
  }

  @Test
  void failureSkipsTheRestOfItsSubmissionOnly() {
    Event before = device.createEvent(false);
    Event after = device.createEvent(false);
    driver.hold();
    submit(
        s -> {
          launch(s, second, "independent");
          s.record(first, before);
          launch(s, first, "a");
          launch(s, first, "b");
          s.record(first, event);
        });
    submit(
        s -> {
          s.waitFor(second, event);
          launch(s, second, "c");
          s.record(second, after);
        });
    driver.complete(driver.ready().get(0));
    QueuedCommand failing = driver.ready().get(0);
    driver.fail(failing, FAILURE);
    assertSame(FAILURE, event.failure());
    assertNull(before.failure());
    assertEquals(
        List.of(State.COMPLETED, State.COMPLETED, State.FAILED, State.SKIPPED, State.COMPLETED),
        driver.log().stream().limit(5).map(QueuedCommand::state).toList());
    assertEquals(List.of("c"), kernels(driver.ready()));
    driver.completeAll();
    assertTrue(after.isComplete());
    assertNull(after.failure());
  }

  @Test
  void recordingAgainForgetsCompletionAndFailure() {
    driver.hold();
    submit(
        s -> {
          launch(s, first, "a");
          s.record(first, event);
        });
    driver.fail(driver.ready().get(0), FAILURE);
    submit(
        s -> {
          launch(s, first, "b");
          s.record(first, event);
        });
    assertFalse(event.isComplete());
    assertNull(event.failure());
    driver.completeAll();
    assertTrue(event.isComplete());
    assertNull(event.failure());
  }

  @Test
  void hostThreadSleepsUntilTheTestCompletesTheCommand() throws InterruptedException {
    driver.hold();
    submit(
        s -> {
          launch(s, first, "a");
          s.record(first, event);
        });
    Thread host =
        Thread.ofPlatform()
            .start(
                () -> {
                  first.synchronize();
                  device.synchronize();
                });
    while (host.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertEquals(List.of("a"), kernels(driver.ready()));
    driver.completeAll();
    host.join();
    event.await();
  }

  @Test
  void interruptEndsAnAwaitAndLeavesTheEvent() throws InterruptedException {
    driver.hold();
    submit(
        s -> {
          launch(s, first, "a");
          s.record(first, event);
        });
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, event::await);
    assertFalse(event.isComplete());
    driver.release();
    event.await();
  }

  @Test
  void timedAwaitEndsWithoutCompletion() throws InterruptedException {
    driver.hold();
    submit(
        s -> {
          launch(s, first, "a");
          s.record(first, event);
        });
    assertFalse(event.await(1_000_000));
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> event.await(Long.MAX_VALUE));
    driver.release();
    assertTrue(event.await(1));
  }

  @Test
  void everyThreadThatSleepsIsWoken() throws InterruptedException {
    driver.hold();
    submit(
        s -> {
          launch(s, first, "a");
          s.record(first, event);
        });
    List<Thread> sleepers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean timed = i % 2 == 0;
      sleepers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      if (timed) {
                        event.await(Long.MAX_VALUE);
                      } else {
                        event.await();
                      }
                    } catch (InterruptedException e) {
                      throw new AssertionError(e);
                    }
                  }));
    }
    driver.release();
    for (Thread sleeper : sleepers) {
      sleeper.join();
    }
  }

  @Test
  void logShowsWhatWasSubmitted() {
    long x = driver.allocateManaged(100);
    submit(s -> s.prefetch(first, x, 100, 1));
    submit(
        s -> {
          s.waitFor(second, event);
          launch(s, second, "a");
        });
    List<QueuedCommand> log = driver.log();
    assertEquals(3, log.size());
    assertEquals(Submission.Command.PREFETCH, log.get(0).kind());
    assertEquals(
        List.of(x, 100L, 1L), List.of(log.get(0).word(0), log.get(0).word(1), log.get(0).word(2)));
    assertSame(event, log.get(1).event());
    QueuedCommand launch = log.get(2);
    assertSame(second, launch.stream());
    assertEquals(SHAPE, launch.shape());
    assertEquals(11, launch.parameters()[0]);
    assertEquals(1, launch.submission());
    assertEquals(2, launch.index());
    assertEquals("#2 LAUNCH a on stream 1 of device 0", launch.toString());
    driver.clearLog();
    assertTrue(driver.log().isEmpty());
  }

  @Test
  void clockTicksWithTheCommands() {
    Event end = device.createEvent(true);
    submit(
        s -> {
          s.record(first, event);
          launch(s, first, "a");
          launch(s, first, "b");
          s.record(first, end);
        });
    assertEquals(2 * NullDriver.COMMAND_NANOS, end.elapsedNanos(event));
  }

  @Test
  void resourcesAreCounted() {
    long x = driver.allocateManaged(1);
    long y = device.allocate(1);
    assertEquals(2, driver.liveAllocations());
    driver.free(x);
    driver.free(y);
    first.close();
    event.close();
    assertEquals(0, driver.liveAllocations());
    assertEquals(1, driver.openStreams());
    assertEquals(0, driver.openEvents());
  }

  @Test
  void memoryThatIsANumberCostsNothing() {
    NullSettings settings =
        NullSettings.defaults()
            .withHostMemory(1L << 50, false)
            .withDeviceMemory(1L << 50)
            .withPeerAccess(false)
            .withAttribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS, 0)
            .withDevices(8);
    try (NullDriver large = new NullDriver(settings)) {
      assertTrue(large.allocateManaged(1L << 49) > 0);
      assertTrue(large.device(7).allocate(1L << 49) > 0);
      assertFalse(large.canAccessPeer(0, 1));
      assertFalse(large.hasRealMemory());
      assertEquals(0, large.device(0).attribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS));
    }
  }

  @Test
  void closingCompletesWhatIsHeld() {
    driver.hold();
    submit(s -> launch(s, first, "a"));
    List<QueuedCommand> held = driver.ready();
    driver.close();
    assertEquals(State.COMPLETED, held.get(0).state());
  }

  private void submit(Consumer<Submission> commands) {
    Submission submission = new Submission();
    commands.accept(submission);
    device.submit(submission);
  }

  private void launch(Submission submission, Stream stream, String kernel) {
    Function function = device.loadModule(new byte[0]).function(kernel);
    submission.launch(stream, function, SHAPE, new long[] {11}, 8);
  }

  private static List<String> kernels(List<QueuedCommand> commands) {
    return commands.stream().map(QueuedCommand::kernel).toList();
  }
}
