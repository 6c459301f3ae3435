package org.grcuda.runtime.observation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.history.KernelHistory;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.ComputationStatus;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.MemoryUse;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Transfer;
import org.junit.jupiter.api.Test;

/** What is measured and recorded of computations, on null devices, whose clock is exact. */
final class ObserverTest {

  private static final long KERNEL = NullDriver.COMMAND_NANOS;

  private final KernelHistory history = new KernelHistory();
  private final KernelProfile profile = history.profile("k", "");

  private static UnaryOperator<RuntimeOptions.Builder> observing(
      ComputationTiming timing, boolean recording) {
    return options ->
        options.deviceSelection(DeviceSelection.ROUND_ROBIN).timing(timing).recording(recording);
  }

  private static Rig rig(int devices, ComputationTiming timing, boolean recording) {
    return new Rig(NullSettings.defaults().withDevices(devices), observing(timing, recording));
  }

  private Vertex launch(Rig rig, Access... accesses) {
    Operation.Launch plain =
        (Operation.Launch) rig.launch("k", new LaunchShape(2, 1, 1, 32, 1, 1, 0));
    Operation timed =
        new Operation.Launch(
            plain.kernel(),
            plain.shape(),
            plain.parameters(),
            plain.parameterBytes(),
            plain.pointerWords(),
            profile);
    return rig.submit(new Vertex("k", timed, accesses, Placement.ANYWHERE));
  }

  @Test
  void withTimersEveryLaunchIsTimed() {
    try (Rig rig = rig(1, ComputationTiming.ALL, false)) {
      for (int i = 0; i < 100; i++) {
        launch(rig);
      }
      rig.runtime.synchronize();
    }
    assertEquals(100, profile.times().length);
    assertEquals(100 * KERNEL, Arrays.stream(profile.times()).sum());
    assertEquals(64, history.rows().getFirst().threads());
  }

  @Test
  void withoutTimersNoneIs() {
    try (Rig rig = rig(1, ComputationTiming.OFF, false)) {
      launch(rig);
      rig.runtime.synchronize();
      assertThrows(IllegalStateException.class, () -> rig.runtime.schedule(Map.of()));
    }
    assertEquals(0, profile.times().length);
  }

  @Test
  void samplingTimesTheFirstLaunchesAndFewLaterOnes() {
    try (Rig rig = rig(1, ComputationTiming.SAMPLED, false)) {
      for (int i = 0; i < 320; i++) {
        launch(rig);
      }
      rig.runtime.synchronize();
    }
    assertEquals(8 + 9, profile.times().length);
  }

  @Test
  void whatFailedOrWasSkippedHasNoTime() {
    try (Rig rig = Rig.holding(1, observing(ComputationTiming.ALL, true))) {
      Vertex failing = launch(rig);
      Vertex skipped = rig.submit("skipped", failing);
      rig.driver.fail(rig.ready("k"), Rig.illegalAddress());
      rig.driver.release();
      rig.runtime.synchronize();
      assertEquals(0, profile.times().length);
      List<ScheduledComputation> computations = rig.runtime.schedule(Map.of()).computations();
      for (ScheduledComputation computation : computations) {
        assertEquals(ComputationStatus.FAILED, computation.status());
        assertFalse(computation.isTimed());
        assertEquals(
            "k: " + skipped.error().getMessage(), computation.failure(), computation.name());
      }
      assertEquals(2, computations.size());
    }
  }

  @Test
  void timesLieOnOneLineOverDevices() {
    try (Rig rig = rig(2, ComputationTiming.ALL, true)) {
      for (int i = 0; i < 4; i++) {
        rig.submit("k" + i);
      }
      rig.runtime.synchronize();
      Schedule schedule = rig.runtime.schedule(Map.of("Backend", "null"));
      long[] starts =
          schedule.computations().stream().mapToLong(ScheduledComputation::startNanos).toArray();
      assertArrayEquals(new long[] {0, KERNEL, 2 * KERNEL, 3 * KERNEL}, starts);
      for (ScheduledComputation computation : schedule.computations()) {
        assertEquals((computation.id() - 1) % 2, computation.device());
        assertEquals(computation.submittedNanos(), computation.startNanos());
        assertEquals(KERNEL, computation.durationNanos());
      }
      assertEquals(2, schedule.devices().size());
      assertEquals(2, schedule.streams().size());
      assertEquals(Map.of("Backend", "null"), schedule.metadata());
    }
  }

  @Test
  void prefetchesComeBeforeTheirLaunch() {
    try (Rig rig = rig(1, ComputationTiming.ALL, true)) {
      Allocation x = rig.runtime.memory().allocate("x", 4096);
      launch(rig, new Access(x.whole(), AccessMode.READ));
      launch(rig, new Access(x.whole(), AccessMode.READ));
      rig.runtime.synchronize();
      Schedule schedule = rig.runtime.schedule(Map.of());
      assertEquals(3, schedule.computations().size());
      ScheduledComputation first = schedule.computations().getFirst();
      ScheduledComputation moved = schedule.computations().getLast();
      assertEquals(ComputationKind.TRANSFER, moved.kind());
      assertEquals(new Transfer(Places.HOST, 0, 4096), moved.transfer());
      assertEquals(moved.endNanos(), first.startNanos());
      assertEquals(KERNEL, moved.durationNanos());
      assertEquals(List.of("x"), schedule.dependencies().getFirst().arrays());
      assertEquals(moved.id(), schedule.dependencies().getFirst().from());
    }
  }

  @Test
  void hostCodeIsTimedOnTheHost() {
    try (Rig rig = rig(1, ComputationTiming.ALL, true)) {
      Vertex host = new Vertex("print", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
      rig.runtime.call(host, Rig.BY_HAND, addresses -> rig.submit("inside"));
      rig.runtime.synchronize();
      ScheduledComputation recorded = rig.runtime.schedule(Map.of()).computations().getFirst();
      assertEquals(ComputationKind.HOST, recorded.kind());
      assertEquals(ScheduledComputation.HOST, recorded.device());
      assertEquals(KERNEL, recorded.durationNanos());
    }
  }

  @Test
  void whatTheDeviceRefusesIsNotRecorded() {
    try (Rig rig = rig(1, ComputationTiming.ALL, true)) {
      Operation refused = rig.launch("k", new LaunchShape(1, 1, 1, 4096, 1, 1, 0));
      Vertex vertex = new Vertex("k", refused, new Access[0], Placement.ANYWHERE);
      assertThrows(DriverException.class, () -> rig.submit(vertex));
      rig.submit("fine");
      rig.runtime.synchronize();
      List<ScheduledComputation> computations = rig.runtime.schedule(Map.of()).computations();
      assertEquals(List.of("fine"), computations.stream().map(c -> c.name()).toList());
      assertEquals(2, computations.getFirst().id());
    }
  }

  @Test
  void aScheduleMayBeTakenWhileComputationsRun() {
    try (Rig rig = Rig.holding(1, observing(ComputationTiming.ALL, true))) {
      rig.submit("running");
      ScheduledComputation running = rig.runtime.schedule(Map.of()).computations().getFirst();
      assertEquals(ComputationStatus.SCHEDULED, running.status());
      assertEquals(0, running.device());
      assertFalse(running.isTimed());
      assertNull(running.failure());
    }
  }

  /** Two events and an epoch for each device, however many computations were timed. */
  @Test
  void eventsAreReused() {
    try (Rig rig = rig(2, ComputationTiming.ALL, true)) {
      for (int i = 0; i < 1000; i++) {
        rig.submit("k");
        rig.poll();
      }
      rig.runtime.synchronize();
      assertEquals(2 * 3, rig.driver.openEvents());
      rig.runtime.close();
      assertEquals(0, rig.driver.openEvents());
      assertEquals(0, rig.driver.openStreams());
    }
  }

  private static List<Long> bytesInUse(Schedule schedule, int device) {
    return schedule.memory().stream()
        .filter(use -> use.device() == device)
        .map(MemoryUse::bytes)
        .toList();
  }

  private static Vertex use(Rig rig, int device, Region region, AccessMode mode) {
    return rig.submit(
        new Vertex(
            "use",
            rig.launch("use", 0),
            new Access[] {new Access(region, mode)},
            Placement.onDevice(device)));
  }

  /** What a device writes leaves the others, what it reads stays there too, until it is freed. */
  @Test
  void managedMemoryInUseIsWhatIsUpToDate() {
    try (Rig rig = rig(2, ComputationTiming.OFF, true)) {
      Allocation x = rig.runtime.memory().allocate("x", 1000);
      use(rig, 0, x.whole(), AccessMode.READ);
      use(rig, 1, new Region(x, 0, 400), AccessMode.WRITE);
      use(rig, 1, x.whole(), AccessMode.READ);
      rig.runtime.memory().hostAccess(new Region(x, 900, 100), AccessMode.WRITE);
      rig.submit("none");
      rig.runtime.lock();
      rig.runtime.releaseUnused(x);
      rig.runtime.unlock();
      Schedule schedule = rig.runtime.schedule(Map.of());
      assertEquals(List.of(1000L, 600L, 500L, 0L), bytesInUse(schedule, 0));
      assertEquals(List.of(400L, 1000L, 900L, 0L), bytesInUse(schedule, 1));
      rig.runtime.memory().allocateOn(1, "y", 64);
      assertEquals(64, bytesInUse(rig.runtime.schedule(Map.of()), 1).getLast());
    }
  }

  @Test
  void whatIsEvictedIsInUseNoLonger() {
    NullSettings settings = NullSettings.defaults().withDeviceMemory(1500);
    try (Rig rig = new Rig(settings, observing(ComputationTiming.OFF, true))) {
      for (String name : List.of("x", "y", "z")) {
        use(rig, 0, rig.runtime.memory().allocate(name, 1000).whole(), AccessMode.READ_WRITE);
      }
      assertEquals(List.of(1000L), bytesInUse(rig.runtime.schedule(Map.of()), 0));
    }
  }

  @Test
  void replicatedMemoryInUseIsThatOfThePool() {
    try (Rig rig =
        new Rig(
            NullSettings.defaults(),
            options ->
                observing(ComputationTiming.OFF, true)
                    .apply(options)
                    .memory(MemoryManagement.REPLICATED))) {
      Allocation x = rig.runtime.memory().allocate("x", 1024);
      use(rig, 0, x.whole(), AccessMode.READ_WRITE);
      rig.runtime.synchronize();
      rig.runtime.lock();
      rig.runtime.releaseUnused(x);
      rig.runtime.unlock();
      assertEquals(List.of(1024L, 0L), bytesInUse(rig.runtime.schedule(Map.of()), 0));
    }
  }
}
