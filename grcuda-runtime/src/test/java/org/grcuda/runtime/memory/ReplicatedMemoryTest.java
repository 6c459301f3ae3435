package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replicated memory: which copies are made, what waits for them, what gives way. */
class ReplicatedMemoryTest {

  private static final long HOST = Places.of(Places.HOST);
  private static final long KILO = 1000;

  /** Devices with room for arrays of {@code room} bytes. */
  private static Rig rig(int devices, long room) {
    return rig(NullSettings.defaults().withDevices(devices).withDeviceMemory(room));
  }

  private static Rig rig(NullSettings settings) {
    Rig rig =
        new Rig(
            settings, options -> options.memory(MemoryManagement.REPLICATED).devicePoolShare(1));
    rig.driver.hold();
    return rig;
  }

  private static Vertex use(Rig rig, String name, int device, AccessMode mode, Region... regions) {
    return use(rig, name, device, mode, List.of(), regions);
  }

  private static Vertex use(
      Rig rig, String name, int device, AccessMode mode, List<Vertex> parents, Region... regions) {
    Access[] accesses = new Access[regions.length];
    int[] words = new int[regions.length];
    for (int i = 0; i < regions.length; i++) {
      accesses[i] = new Access(regions[i], mode);
      words[i] = i;
    }
    Vertex vertex = new Vertex(name, rig.launch(name, words), accesses, Placement.onDevice(device));
    vertex.setParents(
        parents.stream().filter(parent -> !parent.isComplete()).toArray(Vertex[]::new), null);
    return rig.submit(vertex);
  }

  private static long copies(Rig rig) {
    return rig.commands(Command.COPY).size();
  }

  private static QueuedCommand lastCopy(Rig rig) {
    return rig.commands(Command.COPY).getLast();
  }

  private static Vertex onHost(Rig rig, Region region, AccessMode mode) {
    rig.runtime.lock();
    try {
      return rig.runtime.memory().hostAccess(region, mode);
    } finally {
      rig.runtime.unlock();
    }
  }

  private static void completeAll(Rig rig) {
    do {
      rig.driver.completeAll();
      rig.poll();
    } while (!rig.driver.pending().isEmpty());
  }

  @Test
  void aCopyIsMadeOnceAndGivenToTheKernel() {
    try (Rig rig = rig(1, 1 << 20)) {
      Allocation x = rig.runtime.memory().allocate("x", KILO);
      use(rig, "k", 0, AccessMode.READ, x.whole());
      use(rig, "l", 0, AccessMode.READ, x.whole());
      assertEquals(1, copies(rig));
      QueuedCommand copy = lastCopy(rig);
      assertEquals(x.hostAddress(), copy.word(1));
      assertEquals(KILO, copy.word(2));
      assertEquals(copy.word(0), rig.launchOf("k").parameters()[0]);
      assertEquals(copy.word(0), rig.launchOf("l").parameters()[0]);
      assertEquals(HOST | Places.of(0), x.holders());
    }
  }

  /** Two readers have no edge, but neither may run before the data is there. */
  @Test
  void everyReaderWaitsForACopyOnItsWay() {
    try (Rig rig = rig(1, 1 << 20)) {
      Allocation x = rig.runtime.memory().allocate("x", KILO);
      use(rig, "k", 0, AccessMode.READ, x.whole());
      use(rig, "l", 0, AccessMode.READ, x.whole());
      assertEquals(List.of(lastCopy(rig)), rig.driver.ready());
      rig.driver.complete(lastCopy(rig));
      assertEquals(2, rig.driver.ready().size());
    }
  }

  @Test
  void aTransferDoesNotWaitForWhatOnlyItsUserComesAfter() {
    try (Rig rig = rig(1, 1 << 20)) {
      Allocation x = rig.runtime.memory().allocate("x", KILO);
      Allocation y = rig.runtime.memory().allocate("y", KILO);
      Vertex before = use(rig, "before", 0, AccessMode.OVERWRITE, y.whole());
      use(rig, "after", 0, AccessMode.READ, List.of(before), x.whole(), y.whole());
      assertEquals(List.of("before", ""), names(rig.driver.ready()));
    }
  }

  private static List<String> names(List<QueuedCommand> commands) {
    return commands.stream().map(QueuedCommand::kernel).toList();
  }

  @Test
  void aTransferWaitsForWhatProducesTheData() {
    try (Rig rig = rig(2, 1 << 20)) {
      Allocation x = rig.runtime.memory().allocate("x", KILO);
      Vertex writer = use(rig, "writer", 0, AccessMode.OVERWRITE, x.whole());
      use(rig, "reader", 1, AccessMode.READ, List.of(writer), x.whole());
      assertEquals(1, copies(rig), "from device to device, for an overwriter nothing");
      assertEquals(List.of("writer"), names(rig.driver.ready()));
      assertEquals(Places.of(0) | Places.of(1), x.holders());
    }
  }

  @ParameterizedTest
  @CsvSource({
    // bandwidth from device 0, from device 1 and from the host to device 2, and who gives the copy
    "10, 20, 12, 1",
    "20, 10, 12, 0",
    "10, 10, 12, -1",
    "12, 12, 12, 0"
  })
  void aCopyComesOverTheFastestLink(double first, double second, double host, int source) {
    try (Rig rig = rig(3, 1 << 20)) {
      BandwidthMatrix.Builder links = BandwidthMatrix.builder(3, "test");
      for (int from = BandwidthMatrix.HOST; from < 3; from++) {
        for (int to = BandwidthMatrix.HOST; to < 3; to++) {
          if (from != to) {
            double here = from == 0 ? first : from == 1 ? second : host;
            links.set(from, to, to == 2 ? here : 12);
          }
        }
      }
      rig.runtime.install(links.build());
      Allocation x = rig.runtime.memory().allocate("x", KILO);
      use(rig, "k", 0, AccessMode.READ, x.whole());
      use(rig, "l", 1, AccessMode.READ, x.whole());
      completeAll(rig);
      Map<Integer, Long> addresses = new HashMap<>();
      addresses.put(BandwidthMatrix.HOST, x.hostAddress());
      addresses.put(0, rig.launchOf("k").parameters()[0]);
      addresses.put(1, rig.launchOf("l").parameters()[0]);
      use(rig, "m", 2, AccessMode.READ, x.whole());
      assertEquals(addresses.get(source), lastCopy(rig).word(1));
    }
  }

  @Test
  void withoutPeerAccessPiecesAreStagedOnTheHost() {
    long bytes = 9L << 20;
    NullSettings settings =
        NullSettings.defaults().withDevices(2).withPeerAccess(false).withDeviceMemory(16L << 20);
    try (Rig rig = rig(settings)) {
      Allocation x = rig.runtime.memory().allocate("x", bytes);
      Vertex writer = use(rig, "writer", 0, AccessMode.OVERWRITE, x.whole());
      use(rig, "reader", 1, AccessMode.READ, List.of(writer), x.whole());
      assertEquals(6, copies(rig));
      rig.complete("writer");
      rig.driver.complete(rig.driver.ready().getFirst());
      assertEquals(2, rig.driver.ready().size(), "the next piece down, the first up");
      completeAll(rig);
      assertEquals(HOST | Places.of(0) | Places.of(1), x.holders());
    }
  }

  @Test
  void theHostWaitsForATransferAndInvalidatesCopies() {
    try (Rig rig = rig(1, 1 << 20)) {
      Allocation x = rig.runtime.memory().allocate("x", KILO);
      use(rig, "k", 0, AccessMode.OVERWRITE, x.whole());
      rig.complete("k");
      Vertex transfer = onHost(rig, x.whole(), AccessMode.READ);
      assertNotNull(transfer);
      assertEquals(transfer, onHost(rig, x.whole(), AccessMode.READ));
      completeAll(rig);
      assertNull(onHost(rig, x.whole(), AccessMode.READ));
      assertEquals(HOST | Places.of(0), x.holders());
      assertNull(onHost(rig, x.whole(), AccessMode.WRITE));
      assertEquals(HOST, x.holders());
    }
  }

  @Test
  void onlyThePartsThatAreUsedAreOnTheDevice() {
    try (Rig rig = rig(1, 512 << 10)) {
      Allocation x = rig.runtime.memory().allocate("x", 4 << 20);
      use(rig, "k", 0, AccessMode.READ, new Region(x, 1 << 20, 256 << 10));
      assertEquals(256 << 10, lastCopy(rig).word(2));
      assertEquals(x.hostAddress() + (1 << 20), lastCopy(rig).word(1));
    }
  }

  @Test
  void overlappingPartsBecomeOneBlockAndKeepWhatIsThere() {
    try (Rig rig = rig(1, 16 << 20)) {
      Allocation x = rig.runtime.memory().allocate("x", 1 << 20);
      Region lower = new Region(x, 0, 512 << 10);
      Region upper = new Region(x, 256 << 10, 512 << 10);
      use(rig, "k", 0, AccessMode.READ_WRITE, lower);
      use(rig, "l", 0, AccessMode.READ, upper);
      List<Long> bytes = rig.commands(Command.COPY).stream().map(copy -> copy.word(2)).toList();
      assertEquals(List.of(512L << 10, 512L << 10, 256L << 10), bytes, "up, across, the rest up");
      long across = rig.commands(Command.COPY).get(1).word(0);
      assertEquals(across + (256 << 10), rig.launchOf("l").parameters()[0]);
      completeAll(rig);
    }
  }

  @Test
  void trafficTellsLoadsPeerCopiesWriteBacksAndEvictions() {
    long bytes = 1 << 10;
    try (Rig rig = rig(2, bytes)) {
      Allocation x = rig.runtime.memory().allocate("x", bytes);
      Allocation y = rig.runtime.memory().allocate("y", bytes);
      use(rig, "a", 0, AccessMode.READ_WRITE, x.whole());
      completeAll(rig);
      assertEquals(new Traffic(bytes, 0, 0, 0, 0), rig.runtime.memory().traffic(0));
      use(rig, "b", 1, AccessMode.READ, x.whole());
      completeAll(rig);
      assertEquals(new Traffic(0, bytes, 0, 0, 0), rig.runtime.memory().traffic(1));
      use(rig, "c", 0, AccessMode.OVERWRITE, y.whole());
      completeAll(rig);
      assertEquals(
          new Traffic(bytes, 0, 0, 0, 1), rig.runtime.memory().traffic(0), "x is on 1 too");
      use(rig, "d", 0, AccessMode.READ, x.whole());
      completeAll(rig);
      assertEquals(new Traffic(bytes, bytes, bytes, bytes, 2), rig.runtime.memory().traffic(0));
      assertEquals(new Traffic(0, bytes, 0, 0, 0), rig.runtime.memory().traffic(1));
    }
  }

  @Test
  void whatWasNotUsedForLongestGivesWayAndOnlyCopiesAreSaved() {
    try (Rig rig = rig(1, 3 << 10)) {
      Allocation clean = rig.runtime.memory().allocate("clean", 1 << 10);
      Allocation dirty = rig.runtime.memory().allocate("dirty", 1 << 10);
      Allocation recent = rig.runtime.memory().allocate("recent", 1 << 10);
      use(rig, "a", 0, AccessMode.READ, clean.whole());
      use(rig, "b", 0, AccessMode.OVERWRITE, dirty.whole());
      use(rig, "c", 0, AccessMode.READ, recent.whole());
      completeAll(rig);
      long before = copies(rig);
      Allocation next = rig.runtime.memory().allocate("next", 1 << 10);
      use(rig, "d", 0, AccessMode.OVERWRITE, next.whole());
      assertEquals(before, copies(rig), "what is on the host too is dropped");
      assertEquals(HOST, clean.holders());
      Allocation last = rig.runtime.memory().allocate("last", 1 << 10);
      use(rig, "e", 0, AccessMode.OVERWRITE, last.whole());
      assertEquals(before + 1, copies(rig));
      assertEquals(dirty.hostAddress(), lastCopy(rig).word(0));
      assertEquals(HOST, dirty.holders());
      assertEquals(List.of("d", ""), names(rig.driver.ready()), "e waits for what is saved");
      assertEquals(HOST | Places.of(0), recent.holders());
      completeAll(rig);
    }
  }

  @Test
  void whatFindsNoRoomWaitsAndNobodyOvertakesIt() {
    try (Rig rig = rig(1, 2 << 10)) {
      Allocation x = rig.runtime.memory().allocate("x", 2 << 10);
      Allocation y = rig.runtime.memory().allocate("y", 2 << 10);
      use(rig, "a", 0, AccessMode.READ_WRITE, x.whole());
      Vertex large = use(rig, "b", 0, AccessMode.READ_WRITE, y.whole());
      Vertex late = use(rig, "c", 0, AccessMode.READ, new Region(x, 0, 512));
      Vertex child = use(rig, "d", 0, AccessMode.READ, List.of(large), y.whole());
      assertFalse(large.isDispatched() || late.isDispatched() || child.isDispatched());
      completeAll(rig);
      assertTrue(large.isComplete() && late.isComplete() && child.isComplete());
      assertEquals(
          List.of("a", "b", "c", "d").size(), rig.commands(Command.LAUNCH).size(), "each once");
    }
  }

  @Test
  void whatNeverFitsIsRefusedAndNothingIsLost() {
    try (Rig rig = rig(1, 2 << 10)) {
      Allocation kept = rig.runtime.memory().allocate("kept", 1 << 10);
      use(rig, "a", 0, AccessMode.OVERWRITE, kept.whole());
      completeAll(rig);
      Allocation x = rig.runtime.memory().allocate("x", 2 << 10);
      DriverException error =
          assertThrows(
              DriverException.class,
              () -> use(rig, "b", 0, AccessMode.READ, kept.whole(), x.whole()));
      assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, error.result());
      assertEquals(
          "1,024 bytes of kept, 2,048 bytes of x are needed at once, 3,072 bytes in all; the device"
              + " has 2,048 bytes for them; work on slices of the arrays, which need less",
          error.detail());
      Allocation y = rig.runtime.memory().allocate("y", 4 << 10);
      assertEquals(
          "4,096 bytes of y are needed at once; the device has 2,048 bytes for them; work on slices"
              + " of the arrays, which need less",
          assertThrows(DriverException.class, () -> use(rig, "d", 0, AccessMode.READ, y.whole()))
              .detail());
      assertEquals(Places.of(0), kept.holders());
      assertEquals(0, rig.runtime.unfinished());
      assertTrue(use(rig, "c", 0, AccessMode.READ, x.whole()).isDispatched());
      completeAll(rig);
    }
  }

  @Test
  void aFailedTransferFailsItsUserAndLeavesTheSource() {
    try (Rig rig = rig(1, 1 << 20)) {
      Allocation x = rig.runtime.memory().allocate("x", KILO);
      Vertex user = use(rig, "k", 0, AccessMode.READ, x.whole());
      rig.driver.fail(lastCopy(rig), Rig.illegalAddress());
      completeAll(rig);
      assertTrue(user.isFailed());
      assertEquals("transfer of x", user.failedName());
      assertEquals(HOST, x.holders());
      Vertex again = use(rig, "l", 0, AccessMode.READ, x.whole());
      assertEquals(2, copies(rig));
      completeAll(rig);
      assertFalse(again.isFailed());
    }
  }

  @Test
  void dataThatCouldNotBeSavedIsLostUntilItIsOverwritten() {
    try (Rig rig = rig(1, 1 << 10)) {
      Allocation x = rig.runtime.memory().allocate("x", 1 << 10);
      Allocation y = rig.runtime.memory().allocate("y", 1 << 10);
      use(rig, "a", 0, AccessMode.OVERWRITE, x.whole());
      completeAll(rig);
      use(rig, "b", 0, AccessMode.OVERWRITE, y.whole());
      rig.driver.fail(lastCopy(rig), Rig.illegalAddress());
      completeAll(rig);
      Vertex lost = onHost(rig, x.whole(), AccessMode.READ);
      assertThrows(ComputationFailedException.class, lost::throwIfFailed);
      Vertex user = use(rig, "c", 0, AccessMode.READ, x.whole());
      completeAll(rig);
      assertEquals("transfer of x", user.failedName());
      assertNull(onHost(rig, x.whole(), AccessMode.OVERWRITE));
      Vertex healed = use(rig, "d", 0, AccessMode.READ, x.whole());
      completeAll(rig);
      assertEquals(Vertex.Status.COMPLETE, healed.status());
    }
  }

  @Test
  void freedMemoryIsUsedAgainAndTheHostsIsGivenBack() {
    try (Rig rig = rig(1, 1 << 10)) {
      long free = rig.runtime.memory().freeBytes(0);
      for (int i = 0; i < 3; i++) {
        Allocation x = rig.runtime.memory().allocate("x", 1 << 10);
        Vertex user = use(rig, "k", 0, AccessMode.READ_WRITE, x.whole());
        assertEquals(0, rig.runtime.memory().freeBytes(0));
        Vertex gone = new Vertex("free", new Operation.Free(x), new Access[0], Placement.ANYWHERE);
        gone.setParents(new Vertex[] {user}, null);
        rig.submit(gone);
        completeAll(rig);
        rig.runtime.awaitEnd(gone);
        assertEquals(free, rig.runtime.memory().freeBytes(0));
      }
      assertEquals(1, rig.driver.liveAllocations(), "the pool");
      assertEquals(0, rig.runtime.memory().allocatedBytes());
    }
  }

  @Test
  void memoryOfADeviceIsPartOfItsPool() {
    try (Rig rig = rig(2, 4 << 10)) {
      Allocation x = rig.runtime.memory().allocateOn(1, "x", 3 << 10);
      assertEquals(1 << 10, rig.runtime.memory().freeBytes(1));
      assertEquals(1, x.home());
      use(rig, "k", 1, AccessMode.READ, new Region(x, 1 << 10, 16));
      assertEquals(x.hostAddress() + (1 << 10), rig.launchOf("k").parameters()[0]);
      assertEquals(0, copies(rig));
      completeAll(rig);
      DriverException error =
          assertThrows(
              DriverException.class, () -> rig.runtime.memory().allocateOn(1, "y", 2 << 10));
      assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, error.result());
    }
  }

  @Test
  void aPrefetchMovesAndIsOnlyAHint() {
    try (Rig rig = rig(2, 1 << 10)) {
      Allocation x = rig.runtime.memory().allocate("x", 1 << 10);
      Allocation large = rig.runtime.memory().allocate("large", 4 << 10);
      prefetch(rig, x, 1);
      assertEquals(HOST | Places.of(1), x.holders());
      assertEquals(1, copies(rig));
      prefetch(rig, large, 1);
      assertEquals(HOST, large.holders());
      completeAll(rig);
      assertEquals(0, rig.commands(Command.PREFETCH).size());
    }
  }

  private static void prefetch(Rig rig, Allocation allocation, int place) {
    rig.submit(
        new Vertex(
            "prefetch",
            new Operation.Prefetch(allocation.whole(), place),
            new Access[] {new Access(allocation.whole(), AccessMode.READ)},
            Placement.ANYWHERE));
  }
}
