package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.function.UnaryOperator;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.GpuLikeDriver;
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
import org.junit.jupiter.api.Test;

/** What the driver is told about managed memory, and where its arrays are taken to be. */
class ManagedMemoryTest {

  private static final long KIB = 1024;

  @Test
  void readMostlyIsAdvisedUntilTheFirstWrite() {
    try (Rig rig = rig(2, options -> options.memoryAdvice(MemoryAdvicePolicy.READ_MOSTLY))) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      launch(rig, 0, read(x));
      launch(rig, 1, read(x));
      assertEquals(List.of("SET_READ_MOSTLY 0"), advice(rig, x));
      launch(rig, 1, write(x));
      launch(rig, 0, read(x));
      launch(rig, 0, write(x));
      assertEquals(List.of("SET_READ_MOSTLY 0", "UNSET_READ_MOSTLY 1"), advice(rig, x));
    }
  }

  @Test
  void aSecondDeviceThatReadsGetsACopyUntilSomeDeviceWrites() {
    try (Rig rig = rig(2, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      Region lower = new Region(x, 0, 512);
      launch(rig, 0, read(x));
      assertEquals(List.of(), advice(rig, x));
      launch(rig, 1, new Access(lower, AccessMode.READ));
      launch(rig, 1, new Access(lower, AccessMode.READ));
      assertEquals(List.of("SET_READ_MOSTLY 1"), advice(rig, x));
      assertEquals(512, rig.commands(Command.ADVISE).getFirst().word(1));
      int before = rig.commands(Command.PREFETCH).size();
      launch(rig, 1, new Access(lower, AccessMode.WRITE));
      assertEquals(List.of("SET_READ_MOSTLY 1", "UNSET_READ_MOSTLY 1"), advice(rig, x));
      // Whichever copy is kept, it comes to the writer.
      assertEquals(before + 1, rig.commands(Command.PREFETCH).size());
      launch(rig, 1, write(x));
      assertEquals(2, advice(rig, x).size());
    }
  }

  @Test
  void noAdviceIsGivenThatIsNotAskedFor() {
    try (Rig rig = rig(2, options -> options.memoryAdvice(MemoryAdvicePolicy.NONE))) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      launch(rig, 0, read(x));
      launch(rig, 1, read(x));
      assertEquals(List.of(), advice(rig, x));
    }
  }

  @Test
  void whatIsReadAndWrittenByOneComputationIsNotMostlyRead() {
    try (Rig rig = rig(2, options -> options.memoryAdvice(MemoryAdvicePolicy.READ_MOSTLY))) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      Region upper = new Region(x, 512, 512);
      launch(rig, 0, read(x), new Access(upper, AccessMode.WRITE));
      assertEquals(List.of(), advice(rig, x));
    }
  }

  @Test
  void theFirstWriterOfEachPartIsItsPreferredLocation() {
    try (Rig rig = rig(2, options -> options.memoryAdvice(MemoryAdvicePolicy.PREFERRED_LOCATION))) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      Region lower = new Region(x, 0, 512);
      Region upper = new Region(x, 512, 512);
      launch(rig, 0, new Access(lower, AccessMode.WRITE));
      launch(rig, 1, new Access(upper, AccessMode.READ_WRITE));
      launch(rig, 1, new Access(lower, AccessMode.WRITE));
      launch(rig, 0, read(x));
      assertEquals(List.of("SET_PREFERRED_LOCATION 0", "SET_PREFERRED_LOCATION 1"), advice(rig, x));
      List<QueuedCommand> given = rig.commands(Command.ADVISE);
      assertEquals(x.hostAddress() + 512, given.getLast().word(0));
      assertEquals(512, given.getLast().word(1));
    }
  }

  @Test
  void prefetchesMoveWhatIsNotMostlyRead() {
    try (Rig rig = rig(2, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      launch(rig, 1, write(x));
      prefetch(rig, x, Places.HOST);
      assertEquals(Places.of(Places.HOST), x.holders());
      prefetch(rig, x, 0);
      assertEquals(Places.of(0), x.holders());
      Operation advice = new Operation.Advise(x.whole(), MemoryAdvice.SET_READ_MOSTLY, 0);
      rig.submit(new Vertex("advise", advice, new Access[] {read(x)}, Placement.onDevice(0)));
      prefetch(rig, x, 1);
      assertEquals(Places.of(0) | Places.of(1), x.holders());
    }
  }

  private static void prefetch(Rig rig, Allocation x, int place) {
    rig.submit(
        new Vertex(
            "prefetch",
            new Operation.Prefetch(x.whole(), place),
            new Access[] {read(x)},
            Placement.onDevice(0)));
  }

  @Test
  void oneDeviceNeedsNoAdvice() {
    try (Rig rig = rig(1, options -> options.memoryAdvice(MemoryAdvicePolicy.READ_MOSTLY))) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      launch(rig, 0, read(x));
      assertEquals(List.of(), advice(rig, x));
    }
  }

  @Test
  void arraysAreAttachedToTheStreamThatWritesAllOfThem() {
    try (Rig rig = rig(1, options -> options.streamAttach(true))) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      Allocation y = rig.runtime.memory().allocate("y", KIB);
      Vertex first = launch(rig, 0, write(x));
      launch(rig, 0, first, write(x));
      assertEquals(List.of(AttachMode.SINGLE), attached(rig, x));
      Vertex reader = launch(rig, 0, first, read(x), write(y));
      assertEquals(List.of(AttachMode.SINGLE, AttachMode.GLOBAL), attached(rig, x));
      assertEquals(List.of(AttachMode.SINGLE), attached(rig, y));
      // On another stream it must be said again, until it is known to have had its turn.
      launch(rig, 0, read(x));
      assertEquals(3, attached(rig, x).size());
      rig.driver.completeAll();
      rig.poll();
      launch(rig, 0, read(x));
      assertEquals(3, attached(rig, x).size());
      assertEquals(0, reader.device());
    }
  }

  @Test
  void arraysThatAreNeverWrittenStayAttachedToNoStream() {
    try (Rig rig = rig(1, options -> options.streamAttach(true))) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      launch(rig, 0, read(x));
      launch(rig, 0, new Access(new Region(x, 0, 512), AccessMode.WRITE));
      assertEquals(List.of(), attached(rig, x));
    }
  }

  @Test
  void whatADeviceRefusedWasNotSaid() {
    try (Rig rig = rig(2, options -> options.memoryAdvice(MemoryAdvicePolicy.READ_MOSTLY))) {
      Allocation x = rig.runtime.memory().allocate("x", KIB);
      LaunchShape impossible = new LaunchShape(1, 1, 1, 2048, 1, 1, 0);
      Vertex refused =
          new Vertex(
              "k", rig.launch("k", impossible), new Access[] {read(x)}, Placement.onDevice(0));
      assertThrows(DriverException.class, () -> rig.submit(refused));
      launch(rig, 1, read(x));
      assertEquals(List.of("SET_READ_MOSTLY 1"), advice(rig, x));
    }
  }

  @Test
  void whatDoesNotFitLeavesTheDeviceByLastUse() {
    try (Rig rig = small()) {
      Allocation[] arrays = allocate(rig, 6);
      for (Allocation array : arrays) {
        launch(rig, 0, write(array));
      }
      // Four fit. The last four are there, the others on the host.
      assertEquals(List.of(false, false, true, true, true, true), on(0, arrays));
      launch(rig, 0, read(arrays[2]));
      launch(rig, 0, read(arrays[0]));
      assertEquals(List.of(true, false, true, false, true, true), on(0, arrays));
      assertEquals(Places.of(Places.HOST), holders(rig, arrays[1]));
      assertEquals(0, rig.runtime.memory().freeBytes(0));
    }
  }

  @Test
  void whatWasEvictedIsPrefetchedAgain() {
    try (Rig rig = small()) {
      Allocation[] arrays = allocate(rig, 5);
      for (Allocation array : arrays) {
        launch(rig, 0, write(array));
      }
      rig.driver.clearLog();
      launch(rig, 0, read(arrays[0]));
      launch(rig, 0, read(arrays[4]));
      assertEquals(1, rig.commands(Command.PREFETCH).size());
      assertEquals(arrays[0].hostAddress(), rig.commands(Command.PREFETCH).getFirst().word(0));
    }
  }

  @Test
  void aComputationLargerThanTheDeviceGoesThere() {
    try (Rig rig = small()) {
      Allocation[] arrays = allocate(rig, 6);
      Access[] all = new Access[6];
      for (int i = 0; i < 6; i++) {
        all[i] = write(arrays[i]);
      }
      launch(rig, 0, all);
      assertEquals(List.of(true, true, true, true, true, true), on(0, arrays));
      launch(rig, 0, read(arrays[5]));
      assertEquals(List.of(false, false, true, true, true, true), on(0, arrays));
    }
  }

  @Test
  void nothingLeavesWhileEverythingFits() {
    try (Rig rig = small()) {
      Allocation[] arrays = allocate(rig, 4);
      for (Allocation array : arrays) {
        launch(rig, 0, write(array));
      }
      assertEquals(List.of(true, true, true, true), on(0, arrays));
      assertEquals(0, rig.runtime.memory().freeBytes(0));
    }
  }

  @Test
  void whatManagedMemoryHasTakenIsNoLessRoomForIt() {
    NullSettings settings = NullSettings.defaults().withDeviceMemory(1024 * KIB);
    try (Rig rig = Rig.seenAs(driver -> new GpuLikeDriver(driver).asDriver(), settings)) {
      Allocation[] arrays = allocate(rig, 5);
      for (Allocation array : arrays) {
        launch(rig, 0, write(array));
      }
      assertEquals(List.of(false, true, true, true, true), on(0, arrays));
      assertEquals(0, rig.runtime.memory().freeBytes(0));
    }
  }

  @Test
  void outputIsPassedOnBySynchronize() {
    GpuLikeDriver[] seen = new GpuLikeDriver[1];
    NullSettings settings = NullSettings.defaults().withDevices(2);
    UnaryOperator<Driver> gpus =
        driver -> {
          seen[0] = new GpuLikeDriver(driver);
          return seen[0].asDriver();
        };
    try (Rig rig = Rig.seenAs(gpus, settings)) {
      assertEquals(0, seen[0].flushes());
      rig.runtime.synchronize();
      assertEquals(2, seen[0].flushes());
    }
  }

  @Test
  void freedArraysMakeRoom() {
    try (Rig rig = small()) {
      Allocation[] arrays = allocate(rig, 5);
      for (int i = 0; i < 4; i++) {
        launch(rig, 0, write(arrays[i]));
      }
      rig.driver.completeAll();
      rig.poll();
      rig.runtime.memory().release(arrays[3]);
      Allocation later = rig.runtime.memory().allocate("later", 256 * KIB);
      launch(rig, 0, write(later));
      assertEquals(List.of(true, true, true), on(0, arrays[0], arrays[1], arrays[2]));
    }
  }

  /** Two devices of 1 MiB. */
  private static Rig small() {
    Rig rig =
        new Rig(
            NullSettings.defaults().withDevices(2).withDeviceMemory(1024 * KIB),
            options -> options);
    rig.driver.hold();
    return rig;
  }

  private static Rig rig(int devices, UnaryOperator<RuntimeOptions.Builder> options) {
    return Rig.holding(devices, options);
  }

  /** Arrays of 256 KiB. */
  private static Allocation[] allocate(Rig rig, int count) {
    Allocation[] arrays = new Allocation[count];
    for (int i = 0; i < count; i++) {
      arrays[i] = rig.runtime.memory().allocate("x" + i, 256 * KIB);
    }
    return arrays;
  }

  private static Access read(Allocation allocation) {
    return new Access(allocation.whole(), AccessMode.READ);
  }

  private static Access write(Allocation allocation) {
    return new Access(allocation.whole(), AccessMode.WRITE);
  }

  private static Vertex launch(Rig rig, int device, Access... accesses) {
    return launch(rig, device, null, accesses);
  }

  private static Vertex launch(Rig rig, int device, Vertex parent, Access... accesses) {
    Vertex vertex = new Vertex("k", rig.launch("k"), accesses, Placement.onDevice(device));
    if (parent != null) {
      vertex.setParents(new Vertex[] {parent}, null);
    }
    return rig.submit(vertex);
  }

  private static List<String> advice(Rig rig, Allocation of) {
    return rig.commands(Command.ADVISE).stream()
        .filter(command -> contains(of, command.word(0)))
        .map(
            command ->
                MemoryAdvice.ofCode((int) command.word(2)).orElseThrow() + " " + command.word(3))
        .toList();
  }

  private static List<AttachMode> attached(Rig rig, Allocation allocation) {
    return rig.commands(Command.ATTACH).stream()
        .filter(command -> command.word(0) == allocation.hostAddress())
        .map(command -> AttachMode.ofCode((int) command.word(2)).orElseThrow())
        .toList();
  }

  private static boolean contains(Allocation allocation, long address) {
    return address >= allocation.hostAddress()
        && address < allocation.hostAddress() + allocation.bytes();
  }

  private static List<Boolean> on(int device, Allocation... arrays) {
    return List.of(arrays).stream().map(array -> Places.contains(array.holders(), device)).toList();
  }

  private static long holders(Rig rig, Allocation allocation) {
    rig.runtime.lock();
    try {
      return allocation.holders();
    } finally {
      rig.runtime.unlock();
    }
  }
}
