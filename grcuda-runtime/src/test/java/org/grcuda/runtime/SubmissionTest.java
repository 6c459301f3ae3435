package org.grcuda.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;
import org.junit.jupiter.api.Test;

/** The commands that a computation becomes. */
class SubmissionTest {

  private static Vertex using(Operation operation, Access... accesses) {
    return new Vertex("k", operation, accesses, Placement.ANYWHERE);
  }

  private static List<Command> kinds(Rig rig) {
    return rig.driver.log().stream().map(QueuedCommand::kind).toList();
  }

  @Test
  void aLaunchPrefetchesWhatIsNotThereAndIsRecorded() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 4096);
      Allocation y = rig.runtime.memory().allocate("y", 4096);
      Access readX = new Access(x.whole(), AccessMode.READ);
      Access overwriteY = new Access(y.whole(), AccessMode.OVERWRITE);
      rig.submit(using(rig.launch("k", 0, 1), readX, overwriteY));
      assertEquals(List.of(Command.PREFETCH, Command.LAUNCH, Command.RECORD), kinds(rig));
      QueuedCommand prefetch = rig.driver.log().getFirst();
      assertEquals(x.hostAddress(), prefetch.word(0));
      assertEquals(4096, prefetch.word(1));
      assertEquals(0, prefetch.word(2));
      assertArrayEquals(
          new long[] {x.hostAddress(), y.hostAddress()}, rig.launchOf("k").parameters());
      rig.driver.clearLog();
      rig.submit(using(rig.launch("again", 0), readX));
      assertEquals(List.of(Command.LAUNCH, Command.RECORD), kinds(rig));
    }
  }

  @Test
  void onlyTheIntervalsThatAreMissingArePrefetched() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 4096);
      rig.submit(using(rig.launch("k", 0), new Access(new Region(x, 1024, 512), AccessMode.READ)));
      rig.driver.clearLog();
      rig.submit(using(rig.launch("all", 0), new Access(x.whole(), AccessMode.READ_WRITE)));
      List<QueuedCommand> prefetches = rig.commands(Command.PREFETCH);
      assertEquals(2, prefetches.size());
      assertEquals(x.hostAddress(), prefetches.get(0).word(0));
      assertEquals(1024, prefetches.get(0).word(1));
      assertEquals(x.hostAddress() + 1536, prefetches.get(1).word(0));
      assertEquals(2560, prefetches.get(1).word(1));
    }
  }

  @Test
  void nothingIsPrefetchedWhereTheOptionOrTheDeviceSaysNo() {
    try (Rig rig = Rig.holding(1, options -> options.inputPrefetch(false))) {
      Allocation x = rig.runtime.memory().allocate("x", 64);
      rig.submit(using(rig.launch("k", 0), new Access(x.whole(), AccessMode.READ)));
      assertEquals(List.of(Command.LAUNCH, Command.RECORD), kinds(rig));
    }
    NullSettings settings =
        NullSettings.defaults().withAttribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS, 0);
    try (Rig rig = new Rig(settings, options -> options.memory(MemoryManagement.MANAGED))) {
      Allocation x = rig.runtime.memory().allocate("x", 64);
      rig.submit(using(rig.launch("k", 0), new Access(x.whole(), AccessMode.READ)));
      assertEquals(List.of(Command.LAUNCH, Command.RECORD), kinds(rig));
    }
  }

  @Test
  void copyAndFillNameTheirRegions() {
    try (Rig rig = Rig.holding(1, options -> options.inputPrefetch(false))) {
      Allocation x = rig.runtime.memory().allocate("x", 256);
      Allocation y = rig.runtime.memory().allocate("y", 512);
      Region upper = new Region(y, 256, 256);
      rig.submit(using(new Operation.Copy(upper, x.whole())));
      rig.submit(using(new Operation.Fill(upper, 0x3f800000L, 4)));
      QueuedCommand copy = rig.commands(Command.COPY).getFirst();
      assertEquals(y.hostAddress() + 256, copy.word(0));
      assertEquals(x.hostAddress(), copy.word(1));
      assertEquals(256, copy.word(2));
      QueuedCommand fill = rig.commands(Command.FILL).getFirst();
      assertEquals(y.hostAddress() + 256, fill.word(0));
      assertEquals(0x3f800000L, fill.word(1));
      assertEquals(4, fill.word(2));
      assertEquals(64, fill.word(3));
    }
  }

  /** The first element is stored in halves; copies that never overlap double what is there. */
  @Test
  void elementsOf16BytesAreFilledByDoubling() {
    try (Rig rig = Rig.holding(1, options -> options.inputPrefetch(false))) {
      Allocation x = rig.runtime.memory().allocate("x", 16 * 11);
      rig.submit(using(new Operation.Fill(x.whole(), 5, 6, 16)));
      long first = x.hostAddress();
      List<QueuedCommand> halves = rig.commands(Command.FILL);
      assertEquals(List.of(first, first + 8), halves.stream().map(c -> c.word(0)).toList());
      assertEquals(List.of(5L, 6L), halves.stream().map(c -> c.word(1)).toList());
      long done = 16;
      for (QueuedCommand copy : rig.commands(Command.COPY)) {
        assertEquals(first + done, copy.word(0));
        assertEquals(first, copy.word(1));
        assertTrue(copy.word(2) <= done, () -> copy + " overlaps its source");
        done += copy.word(2);
      }
      assertEquals(x.bytes(), done);
      assertEquals(4, rig.commands(Command.COPY).size());
      rig.submit(using(new Operation.Fill(x.whole(), 7, 7, 16)));
      QueuedCommand alike = rig.commands(Command.FILL).getLast();
      assertEquals(22, alike.word(3), "equal halves are one fill");
    }
  }

  @Test
  void impossibleCopiesAndFillsAreRefused() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 256);
      assertThrows(
          IllegalArgumentException.class,
          () -> new Operation.Copy(x.whole(), new Region(x, 0, 128)));
      assertThrows(
          IllegalArgumentException.class,
          () -> new Operation.Copy(new Region(x, 0, 128), new Region(x, 64, 128)));
      assertThrows(
          IllegalArgumentException.class, () -> new Operation.Fill(new Region(x, 0, 6), 0, 4));
      assertThrows(IllegalArgumentException.class, () -> new Operation.Fill(x.whole(), 0, 3));
      assertThrows(IllegalArgumentException.class, () -> new Operation.Fill(x.whole(), 0, 0, 32));
      assertThrows(IndexOutOfBoundsException.class, () -> new Region(x, 250, 7));
      assertThrows(IllegalArgumentException.class, () -> new Region(x, 0, 0));
    }
  }

  @Test
  void oneWaitPerOtherStreamForItsLatestParent() {
    try (Rig rig =
        Rig.holding(1, options -> options.stream(RetrieveParentStreamPolicy.SAME_AS_PARENT))) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b", a);
      Vertex c = rig.submit("c");
      rig.submit("d", c, b, a);
      assertEquals(List.of("b"), rig.waits("d"));
    }
  }

  @Test
  void parentsOnOtherDevicesAreWaitedForToo() {
    try (Rig rig = Rig.holding(2, options -> options)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b");
      Vertex c = rig.submit("c", a, b);
      assertEquals(0, c.device());
      assertEquals(List.of("b"), rig.waits("c"));
    }
  }

  @Test
  void completedParentsAreNotWaitedFor() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b");
      Vertex late = rig.vertex("late", a, b);
      rig.complete("a");
      rig.complete("b");
      rig.submit(late);
      assertEquals(List.of(), rig.waits("late"));
    }
  }

  @Test
  void aRefusedLaunchChangesNothing() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", 64);
      Vertex a = rig.submit("a");
      LaunchShape impossible = new LaunchShape(1, 1, 1, 4096, 1, 1, 0);
      Vertex refused =
          new Vertex(
              "refused",
              rig.launch("refused", impossible, 0),
              new Access[] {new Access(x.whole(), AccessMode.READ_WRITE)},
              Placement.ANYWHERE);
      refused.setParents(new Vertex[] {a}, null);
      boolean[] recorded = {false};
      DependencyTracker tracker =
          new DependencyTracker() {
            @Override
            public void findParents(Vertex vertex) {}

            @Override
            public void record(Vertex vertex, Access[] uses, Operation operation) {
              recorded[0] = true;
            }
          };
      int events = rig.driver.openEvents();
      assertThrows(DriverException.class, () -> rig.runtime.submit(refused, tracker));
      assertFalse(recorded[0], "recorded");
      assertEquals(1, rig.runtime.unfinished());
      assertEquals(Places.of(Places.HOST), x.holders());
      // The parent's stream is still free to take, and the event is used again.
      assertEquals(0, rig.submit("b", a).streamIndex());
      assertEquals(events + 1, rig.driver.openEvents());
    }
  }

  @Test
  void aKernelThatCannotBeLoadedChangesNothing() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      DriverException broken =
          new DriverException(CudaResult.CUDA_ERROR_INVALID_PTX, "cuModuleLoadData", 0, "line 1");
      Operation launch =
          new Operation.Launch(
              device -> {
                throw broken;
              },
              new LaunchShape(1, 1, 1, 1, 1, 1, 0),
              new long[0],
              0,
              new int[0]);
      assertSame(broken, assertThrows(DriverException.class, () -> rig.submit(using(launch))));
      assertEquals(0, rig.runtime.unfinished());
      assertEquals(0, rig.submit("next").streamIndex());
      assertTrue(rig.driver.openStreams() == 1);
    }
  }

  @Test
  void synchronousExecutionWaits() {
    try (Rig rig =
        new Rig(NullSettings.defaults(), options -> options.execution(ExecutionPolicy.SYNC))) {
      assertTrue(rig.submit("a").isComplete());
      assertEquals(0, rig.runtime.unfinished());
    }
  }
}
