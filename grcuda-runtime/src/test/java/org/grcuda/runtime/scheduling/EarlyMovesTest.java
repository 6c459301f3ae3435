package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.UsageException;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.observation.ComputationTiming;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Transfer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Prefetches of managed memory on devices that take long for them. */
class EarlyMovesTest {

  private static final NullSettings SLOW =
      NullSettings.defaults().withDevices(2).withSlowPrefetches(true);

  private final Prefetches prefetches = new Prefetches();
  private final Rig rig = Rig.seenAs(prefetches::seen, SLOW);
  private final Allocation x = rig.runtime.memory().allocate("x", 1024);
  private final Allocation y = rig.runtime.memory().allocate("y", 1024);

  EarlyMovesTest() {
    rig.driver.hold();
  }

  @AfterEach
  void close() {
    rig.close();
  }

  /** Sees each submission with a prefetch. */
  private final class Prefetches {

    private final List<Submission> submissions = new ArrayList<>();

    /** Called at a submission, on the thread that submits. */
    private Runnable then = () -> {};

    Driver seen(Driver driver) {
      return proxy(
          Driver.class,
          (method, arguments) ->
              method.getName().equals("device")
                  ? seen(driver.device((Integer) arguments[0]))
                  : method.invoke(driver, arguments));
    }

    private Device seen(Device device) {
      return proxy(
          Device.class,
          (method, arguments) -> {
            if (method.getName().equals("submit") && has((Submission) arguments[0])) {
              submissions.add((Submission) arguments[0]);
              then.run();
            }
            return method.invoke(device, arguments);
          });
    }

    private static boolean has(Submission submission) {
      Submission.Reader reader = submission.reader();
      while (reader.next()) {
        if (reader.command() == Command.PREFETCH) {
          return true;
        }
      }
      return false;
    }
  }

  private interface Call {
    Object on(Method method, Object[] arguments) throws ReflectiveOperationException;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return call.on(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private Vertex launch(String kernel, int device, Allocation array, Vertex... parents) {
    return launch(rig, kernel, device, array, parents);
  }

  private static Vertex launch(
      Rig on, String kernel, int device, Allocation array, Vertex... parents) {
    Access[] accesses = {new Access(array.whole(), AccessMode.READ_WRITE)};
    Vertex vertex = new Vertex(kernel, on.launch(kernel), accesses, Placement.onDevice(device));
    vertex.setParents(parents, null);
    return on.submit(vertex);
  }

  private static Vertex prefetch(Rig on, Allocation array, int device, Vertex... parents) {
    Vertex vertex =
        new Vertex(
            "prefetch",
            new Operation.Prefetch(array.whole(), device),
            new Access[] {new Access(array.whole(), AccessMode.READ)},
            Placement.onDevice(device));
    vertex.setParents(parents, null);
    return on.submit(vertex);
  }

  private Vertex hostTask() {
    return rig.submit(
        new Vertex(
            "task",
            new Operation.HostTask((begun, addresses) -> {}),
            new Access[0],
            Placement.ANYWHERE));
  }

  /** Has another thread submit {@code kernel}, and returns when it has. */
  private void submitElsewhere(String kernel, int device, Allocation array) {
    submitElsewhere(rig, kernel, device, array);
  }

  private void submitElsewhere(Rig on, String kernel, int device, Allocation array) {
    prefetches.then = () -> {};
    Thread other = Thread.ofPlatform().start(() -> launch(on, kernel, device, array));
    try {
      other.join(10_000);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertFalse(other.isAlive(), "another thread could not submit while data was prefetched");
  }

  @Test
  void otherThreadsSubmitWhileDataIsPrefetched() {
    prefetches.then = () -> submitElsewhere("other", 0, y);
    Vertex launch = launch("k", 1, x);
    rig.driver.release();
    rig.runtime.await(launch);
    assertEquals(2, prefetches.submissions.size());
    assertEquals(List.of("other", "k"), rig.launched());
    assertEquals(Places.of(1), x.holders());
    assertEquals(Places.of(0), y.holders());
  }

  @Test
  void aPrefetchComesAfterTheParentsAndBeforeTheKernel() {
    Vertex before = launch("before", 0, x);
    Vertex launch = launch("k", 1, x, before);
    launch("after", 1, x, launch);
    List<QueuedCommand> log = rig.driver.log();
    assertEquals(
        List.of(
            Command.PREFETCH,
            Command.LAUNCH,
            Command.RECORD,
            Command.WAIT,
            Command.PREFETCH,
            Command.LAUNCH,
            Command.RECORD,
            Command.LAUNCH,
            Command.RECORD),
        log.stream().map(QueuedCommand::kind).toList());
    // Wait, prefetch and kernel are on one stream.
    assertEquals(1, log.subList(3, 7).stream().map(QueuedCommand::stream).distinct().count());
    assertEquals(log.get(2).event(), log.get(3).event());
  }

  @Test
  void whatIsHeldBackIsPrefetchedByWhoeverReleasesIt() {
    Vertex task = hostTask();
    Vertex launch = launch("k", 1, x, task);
    Vertex next = launch("next", 1, x, launch);
    assertEquals(0, prefetches.submissions.size());
    prefetches.then = () -> submitElsewhere("other", 0, y);
    rig.runtime.finish(task, null);
    assertEquals(2, prefetches.submissions.size());
    rig.driver.release();
    rig.runtime.await(next);
    assertEquals(List.of("other", "k", "next"), rig.launched());
  }

  @Test
  void longChainsThatAreHeldBackAreReleasedOneByOne() {
    Vertex task = hostTask();
    Vertex last = task;
    for (int i = 0; i < 5_000; i++) {
      last = launch("k", i % 2, x, last);
    }
    rig.runtime.finish(task, null);
    rig.driver.release();
    rig.runtime.await(last);
    assertEquals(5_000, prefetches.submissions.size());
    assertEquals(5_000, rig.launched().size());
  }

  @Test
  void aPrefetchOfTheProgramIsSubmittedOnceAndWithoutTheLock() {
    prefetches.then = () -> submitElsewhere("other", 0, y);
    Vertex prefetch = prefetch(rig, x, 1);
    Vertex launch = launch("k", 1, x, prefetch);
    rig.driver.release();
    rig.runtime.await(launch);
    List<QueuedCommand> seen = rig.commands(Command.PREFETCH);
    assertEquals(List.of(x.hostAddress()), addresses(seen, x));
    assertEquals(Places.of(1), x.holders());
  }

  private static List<Long> addresses(List<QueuedCommand> commands, Allocation in) {
    return commands.stream()
        .map(command -> command.word(0))
        .filter(address -> address == in.hostAddress())
        .toList();
  }

  @Test
  void nothingHasChangedIfTheDriverRefusesAPrefetch() {
    DriverException refusal =
        new DriverException(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuMemPrefetchAsync", 1, "bad");
    prefetches.then =
        () -> {
          throw refusal;
        };
    assertSame(refusal, assertThrows(DriverException.class, () -> launch("k", 1, x)));
    assertEquals(0, rig.runtime.unfinished());
    assertEquals(Places.of(Places.HOST), x.holders());
    prefetches.then = () -> {};
    Vertex again = launch("again", 1, x);
    rig.driver.release();
    rig.runtime.await(again);
    assertEquals(List.of("again"), rig.launched());
  }

  @Test
  void memoryThatIsFreedMeanwhileIsReleasedAfterThePrefetch() {
    int before = rig.driver.liveAllocations();
    prefetches.then =
        () -> {
          rig.runtime.lock();
          rig.runtime.releaseUnused(x);
          rig.runtime.unlock();
          assertEquals(before, rig.driver.liveAllocations());
        };
    DependencyTracker refusing =
        new DependencyTracker() {
          @Override
          public void findParents(Vertex vertex) {
            if (!prefetches.submissions.isEmpty()) {
              throw new UsageException("x was freed");
            }
          }

          @Override
          public void record(Vertex vertex, Access[] uses, Operation operation) {}
        };
    Access[] accesses = {new Access(x.whole(), AccessMode.READ_WRITE)};
    Vertex launch = new Vertex("k", rig.launch("k"), accesses, Placement.onDevice(1));
    assertThrows(UsageException.class, () -> rig.runtime.submit(launch, refusing));
    assertEquals(before, rig.driver.liveAllocations(), "the device has not moved it yet");
    rig.driver.release();
    rig.runtime.synchronize();
    assertEquals(before - 1, rig.driver.liveAllocations());
  }

  @Test
  void whatIsHeldBackFailsIfTheDriverRefusesItsPrefetch() {
    Vertex task = hostTask();
    Vertex launch = launch("k", 1, x, task);
    DriverException refusal =
        new DriverException(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuMemPrefetchAsync", 1, "bad");
    prefetches.then =
        () -> {
          throw refusal;
        };
    rig.runtime.finish(task, null);
    rig.driver.release();
    rig.runtime.awaitEnd(launch);
    assertInstanceOf(DriverException.class, launch.error());
    assertEquals(List.of(), rig.launched());
  }

  /** Devices of which the schedule is recorded with its times. */
  private Rig recording() {
    return Rig.seenAs(
        prefetches::seen, SLOW, options -> options.recording(true).timing(ComputationTiming.ALL));
  }

  /** The recorded computation {@code name}. */
  private static ScheduledComputation recorded(Rig recording, String name) {
    List<ScheduledComputation> found =
        recording.runtime.schedule(Map.of()).computations().stream()
            .filter(computation -> computation.name().equals(name))
            .toList();
    assertEquals(1, found.size(), name);
    return found.getFirst();
  }

  @Test
  void aRecordedScheduleShowsWhenDataMovedAhead() {
    try (Rig recording = recording()) {
      Allocation array = recording.runtime.memory().allocate("array", 1024);
      Allocation other = recording.runtime.memory().allocate("other", 1024);
      recording.driver.hold();
      prefetches.then = () -> submitElsewhere(recording, "between", 1, other);
      Vertex launch = launch(recording, "k", 1, array);
      prefetches.then = () -> submitElsewhere(recording, "again", 1, other);
      Vertex prefetch = prefetch(recording, array, 0, launch);
      recording.driver.release();
      recording.runtime.await(prefetch);
      ScheduledComputation moved = recorded(recording, "array");
      assertEquals(new Transfer(Places.HOST, 1, 1024), moved.transfer());
      assertEquals(NullDriver.COMMAND_NANOS, moved.durationNanos());
      ScheduledComputation kernel = recorded(recording, "k");
      assertEquals(NullDriver.COMMAND_NANOS, kernel.durationNanos());
      assertTrue(moved.endNanos() <= kernel.startNanos(), moved + ", " + kernel);
      ScheduledComputation back = recorded(recording, "prefetch");
      assertEquals(new Transfer(1, 0, 1024), back.transfer());
      assertEquals(NullDriver.COMMAND_NANOS, back.durationNanos());
      assertEquals(kernel.endNanos(), back.startNanos());
    }
  }

  @Test
  void theTimesOfWhatIsGivenUpAreGivenUp() {
    DriverException refusal =
        new DriverException(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuMemPrefetchAsync", 1, "bad");
    try (Rig recording = recording()) {
      Allocation array = recording.runtime.memory().allocate("array", 1024);
      launch(recording, "before", 0, array);
      recording.runtime.synchronize();
      int events = recording.driver.openEvents();
      prefetches.then =
          () -> {
            throw refusal;
          };
      for (int i = 0; i < 3; i++) {
        assertThrows(DriverException.class, () -> launch(recording, "k", 1, array));
      }
      assertEquals(events + 2, recording.driver.openEvents(), "the pool of device 1 has two more");
    }
  }
}
