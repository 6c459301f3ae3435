package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManager;
import org.grcuda.runtime.memory.Traffic;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Pull;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When devices take computations, and which. */
class PullQueueTest {

  private static final long TILE = 1 << 20;
  private static final int MANY = 2000;
  private static final int VERY_MANY = 100_000;

  /** Those under which devices take computations. */
  static Stream<DeviceSelection> policies() {
    return Stream.of(DeviceSelection.values()).filter(policy -> policy.get().alwaysPulls());
  }

  private static UnaryOperator<RuntimeOptions.Builder> pulled(DeviceSelection policy, int depth) {
    return options -> options.deviceSelection(policy).taskBufferDepth(depth).devicePoolShare(1);
  }

  private static Rig inVirtualTime(int devices, DeviceSelection policy) {
    return Rig.inVirtualTime(NullSettings.defaults().withDevices(devices), pulled(policy, 2));
  }

  /** Devices with room for so many tiles. */
  private static Rig inVirtualTime(int devices, int tiles, DeviceSelection policy) {
    NullSettings settings = NullSettings.defaults().withDevices(devices);
    return Rig.inVirtualTime(settings.withDeviceMemory(tiles * TILE), pulled(policy, 2));
  }

  private static Vertex read(Rig rig, String name, Allocation... tiles) {
    return use(rig, name, AccessMode.READ, tiles);
  }

  private static Vertex use(Rig rig, String name, AccessMode mode, Allocation... tiles) {
    Access[] accesses = new Access[tiles.length];
    int[] words = new int[tiles.length];
    for (int i = 0; i < tiles.length; i++) {
      accesses[i] = new Access(tiles[i].whole(), mode);
      words[i] = i;
    }
    return rig.submit(new Vertex(name, rig.launch(name, words), accesses, Placement.ANYWHERE));
  }

  private static Allocation[] tiles(Rig rig, int count) {
    MemoryManager memory = rig.runtime.memory();
    Allocation[] tiles = new Allocation[count];
    for (int i = 0; i < count; i++) {
      tiles[i] = memory.allocate("tile" + i, TILE);
    }
    return tiles;
  }

  private static Traffic traffic(Rig rig, int device) {
    return rig.runtime.memory().traffic(device);
  }

  @Test
  void nothingIsTakenBeforeSomebodyWaits() {
    try (Rig rig = inVirtualTime(1, DeviceSelection.EAGER)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b", a);
      assertEquals(List.of(), rig.launched());
      rig.runtime.await(b);
      assertEquals(List.of("a", "b"), rig.launched());
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void devicesBeginWhenThereIsEnoughToChooseFrom() {
    try (Rig rig =
        Rig.inVirtualTime(
            NullSettings.defaults(),
            options -> pulled(DeviceSelection.EAGER, 2).apply(options).window(3))) {
      rig.submit("a");
      rig.submit("b");
      assertEquals(List.of(), rig.launched());
      rig.submit("c");
      assertEquals(List.of("a", "b"), rig.launched());
    }
  }

  /** In real time: the reaper sees to it. */
  @Test
  void aDeviceHasNoMoreThanItsBufferTakes() {
    try (Rig rig = Rig.holding(1, pulled(DeviceSelection.EAGER, 2))) {
      for (int i = 0; i < 5; i++) {
        rig.submit("k" + i);
      }
      for (int i = 0; i < 5; i++) {
        int most = Math.min(5, i + 2);
        Rig.eventually(() -> rig.launched().size() == most);
        rig.complete("k" + i);
      }
      rig.runtime.synchronize();
    }
  }

  /** As many as devices have room for at once, whatever else is submitted. */
  @Test
  void whoReadsOneResultDoesNotWaitForTheRest() {
    try (Rig rig =
        Rig.inVirtualTime(
            NullSettings.defaults().withDevices(2),
            options -> pulled(DeviceSelection.DARTS, 2).apply(options).window(2 * VERY_MANY))) {
      Vertex previous = null;
      for (int i = 0; i < VERY_MANY; i++) {
        previous = rig.submit("k");
      }
      Vertex last = rig.submit("last", previous);
      rig.runtime.await(last);
      assertTrue(rig.runtime.unfinished() > VERY_MANY - 100, () -> "" + rig.runtime.unfinished());
      rig.runtime.synchronize();
      assertEquals(VERY_MANY + 1, rig.launched().size());
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void whatDependsOnAFailureFailsAndTheRestRuns(DeviceSelection policy) {
    try (Rig rig = Rig.holding(2, pulled(policy, 2))) {
      Vertex bad = rig.submit("bad");
      Vertex good = rig.submit("good");
      Vertex child = rig.submit("child", bad, good);
      Rig.eventually(() -> rig.launched().containsAll(List.of("bad", "good")));
      rig.fail("bad");
      rig.complete("good");
      Vertex other = rig.submit("other", good);
      Rig.eventually(() -> rig.launched().contains("other"));
      rig.complete("other");
      rig.runtime.await(other);
      assertThrows(ComputationFailedException.class, () -> rig.runtime.await(child));
      assertFalse(rig.launched().contains("child"));
    }
  }

  /** Closing waits for what was submitted: here nothing was taken yet. */
  @ParameterizedTest
  @MethodSource("policies")
  void closingRunsWhatIsLeft(DeviceSelection policy) {
    Rig rig = inVirtualTime(2, policy);
    try (rig) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b", a);
      rig.submit("c", a, b);
      rig.runtime.close();
      assertEquals(List.of("a", "b", "c"), rig.launched());
    }
  }

  /** Where its parent and its data are, without a wait of the host between them. */
  @Test
  void whatFollowsOnOneDeviceIsTakenBeforeItsParentHasEnded() {
    try (Rig rig = Rig.holding(2, pulled(DeviceSelection.DARTS, 3))) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b", a);
      rig.submit("c", b);
      Rig.eventually(() -> rig.launched().equals(List.of("a", "b", "c")));
      assertEquals(1, rig.driver.ready().size(), "the others come after it on its stream");
      List.of("a", "b", "c").forEach(rig::complete);
    }
  }

  @Test
  void aChainOfManyEnds() {
    try (Rig rig = inVirtualTime(2, DeviceSelection.DARTS)) {
      Vertex last = rig.submit("k0");
      for (int i = 1; i < MANY; i++) {
        last = rig.submit("k" + i, last);
      }
      rig.runtime.await(last);
      assertEquals(MANY, rig.launched().size());
    }
  }

  /** What others have loaded comes first; the paper's order of loads. */
  @Test
  void whatNeedsNothingLoadedComesFirst() {
    try (Rig rig = inVirtualTime(1, DeviceSelection.DARTS)) {
      Allocation[] tile = tiles(rig, 3);
      read(rig, "a", tile[0], tile[1]);
      read(rig, "b", tile[1], tile[2]);
      read(rig, "c", tile[0], tile[1]);
      rig.runtime.synchronize();
      assertEquals(List.of("a", "c", "b"), rig.launched());
      assertEquals(3 * TILE, traffic(rig, 0).loads());
    }
  }

  private static List<String> launchedWithRoomForOne(DeviceSelection policy) {
    try (Rig rig = Rig.inVirtualTime(NullSettings.defaults(), pulled(policy, 1))) {
      Allocation[] tile = tiles(rig, 2);
      for (int i = 0; i < 3; i++) {
        read(rig, "a" + i, tile[0]);
      }
      read(rig, "b", tile[1]);
      rig.runtime.synchronize();
      assertEquals(2 * TILE, traffic(rig, 0).loads());
      return rig.launched();
    }
  }

  /** Once what the first needs is there, its link is free for what the last needs. */
  @Test
  void whileADeviceIsBusyItLoadsWhatComesNext() {
    assertEquals(List.of("a0", "b", "a1", "a2"), launchedWithRoomForOne(DeviceSelection.DARTS));
    assertEquals(List.of("a0", "a1", "a2", "b"), launchedWithRoomForOne(DeviceSelection.EAGER));
  }

  @Test
  void whatAThreadWaitsForComesBeforeWhatIsLoadedAhead() {
    try (Rig rig =
        Rig.inVirtualTime(
            NullSettings.defaults(),
            options -> pulled(DeviceSelection.DARTS, 1).apply(options).window(1))) {
      Allocation[] tile = tiles(rig, 2);
      read(rig, "first", tile[0]);
      Vertex wanted = read(rig, "wanted", tile[0]);
      read(rig, "later", tile[1]);
      rig.runtime.await(wanted);
      assertEquals(List.of("first", "wanted"), rig.launched().subList(0, 2));
      rig.runtime.synchronize();
      assertEquals(3, rig.launched().size());
    }
  }

  /** With memory for all, each byte comes once: on one device. */
  @ParameterizedTest
  @MethodSource("policies")
  void withMemoryForAllEachByteComesOnce(DeviceSelection policy) {
    try (Rig rig = inVirtualTime(1, policy)) {
      product(rig, 6);
      assertEquals(12 * TILE, traffic(rig, 0).loads());
      assertEquals(0, traffic(rig, 0).evictions());
    }
  }

  /** Rows times columns, where memory has room for few of them. */
  @Test
  void whereMemoryIsShortDartsLoadsLessThanTheOrderOfSubmission() {
    assertTrue(loads(DeviceSelection.DARTS, 8) * 3 < loads(DeviceSelection.EAGER, 8) * 2);
  }

  private static long loads(DeviceSelection policy, int tiles) {
    try (Rig rig = inVirtualTime(1, tiles, policy)) {
      product(rig, 12);
      Traffic traffic = traffic(rig, 0);
      assertTrue(traffic.loads() >= 24 * TILE);
      assertTrue(traffic.evictions() > 0);
      return traffic.loads();
    }
  }

  private static void product(Rig rig, int size) {
    Allocation[] tile = tiles(rig, 2 * size);
    for (int row = 0; row < size; row++) {
      for (int column = 0; column < size; column++) {
        read(rig, "k" + row + "," + column, tile[row], tile[size + column]);
      }
    }
    rig.runtime.synchronize();
  }

  @Test
  void whatFitsOnNoDeviceIsRefusedAtTheCall() {
    try (Rig rig = inVirtualTime(2, 2, DeviceSelection.DARTS)) {
      Allocation[] tile = tiles(rig, 3);
      read(rig, "a", tile[0], tile[1]);
      var e = assertThrows(DriverException.class, () -> read(rig, "b", tile));
      assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, e.result());
      assertEquals(1, rig.runtime.unfinished());
      rig.runtime.synchronize();
      assertEquals(List.of("a"), rig.launched());
    }
  }

  /** What the program allocates on a device takes room from what is planned there. */
  @ParameterizedTest
  @MethodSource("policies")
  void whatFitsNoLongerFailsAndTheRestRuns(DeviceSelection policy) {
    try (Rig rig = inVirtualTime(1, 4, policy)) {
      Allocation[] tile = tiles(rig, 4);
      Vertex first = read(rig, "first", tile[0]);
      Vertex large = read(rig, "large", tile);
      Vertex small = read(rig, "small", tile[1], tile[2]);
      rig.runtime.await(first);
      assertFalse(large.isComplete(), "it is planned or taken");
      rig.runtime.memory().allocateOn(0, "mine", 2 * TILE);
      Vertex later = read(rig, "later", tile[3], tile[0]);
      Vertex tooLarge = read(rig, "tooLarge", tile[3], tile[0], tile[1]);
      rig.runtime.await(small);
      rig.runtime.await(later);
      var e = assertThrows(ComputationFailedException.class, () -> rig.runtime.await(tooLarge));
      assertTrue(e.getMessage().contains("the device has"), e::getMessage);
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  /** Nothing of what has ended is known any more. */
  @Test
  void dataThatNothingNeedsIsForgotten() {
    try (Rig rig = inVirtualTime(1, DeviceSelection.DARTS)) {
      Allocation[] tile = tiles(rig, 2);
      read(rig, "a", tile[0], tile[1]);
      assertEquals(0, tile[0].watcher().plannedUses(0, TILE, 0), "needed, and not planned");
      rig.runtime.synchronize();
      assertNull(tile[0].watcher());
      assertNull(tile[1].watcher());
    }
  }

  @Test
  void aRecordingTellsWhyComputationsWereTakenAndWhatGaveWay() {
    NullSettings settings = NullSettings.defaults().withDeviceMemory(2 * TILE);
    UnaryOperator<RuntimeOptions.Builder> recording =
        options -> pulled(DeviceSelection.DARTS, 1).apply(options).window(3).recording(true);
    try (Rig rig = Rig.inVirtualTime(settings, recording)) {
      Allocation[] tile = tiles(rig, 3);
      read(rig, "ab", tile[0], tile[1]);
      read(rig, "c", tile[2]);
      read(rig, "a", tile[0]);
      rig.runtime.synchronize();
      Schedule schedule = rig.runtime.schedule(Map.of());
      Map<String, Pull> pulls = new HashMap<>();
      for (ScheduledComputation it : schedule.computations()) {
        if (it.kind() == ComputationKind.LAUNCH) {
          assertTrue(it.pull().takenNanos() >= it.pull().plannedNanos(), it.name());
          pulls.put(it.name(), it.pull());
        }
      }
      assertEquals("set-free", pulls.get("a").reason());
      assertEquals("tile0", pulls.get("a").array());
      assertEquals("set-free", pulls.get("c").reason());
      assertEquals("tile2", pulls.get("c").array());
      assertEquals(traffic(rig, 0).evictions(), schedule.evictions().size());
      assertTrue(schedule.evictions().stream().allMatch(it -> it.bytes() == TILE));
      assertEquals(0, schedule.evictions().getFirst().savedBytes(), "the host has it");
    }
  }
}
