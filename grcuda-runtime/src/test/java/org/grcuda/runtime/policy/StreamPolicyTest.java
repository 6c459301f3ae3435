package org.grcuda.runtime.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.junit.jupiter.api.Test;

/** Which stream and device each computation takes. */
class StreamPolicyTest {

  private static void assertPlace(int device, int stream, Vertex vertex) {
    assertEquals(device, vertex.device(), vertex + ": device");
    assertEquals(stream, vertex.streamIndex(), vertex + ": stream");
  }

  @Test
  void independentComputationsTakeDifferentStreams() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      assertPlace(0, 0, rig.submit("a"));
      assertPlace(0, 1, rig.submit("b"));
      assertPlace(0, 2, rig.submit("c"));
    }
  }

  @Test
  void aFreeStreamIsReusedFirstInFirstOut() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      rig.submit("a");
      rig.submit("b");
      rig.submit("c");
      rig.complete("b");
      rig.complete("a");
      assertPlace(0, 1, rig.submit("d"));
      assertPlace(0, 0, rig.submit("e"));
      assertPlace(0, 3, rig.submit("f"));
    }
  }

  @Test
  void alwaysNewMakesStreamsUpToTheLimitThenReuses() {
    try (Rig rig =
        Rig.holding(
            1,
            options ->
                options.newStream(RetrieveNewStreamPolicy.ALWAYS_NEW).maxStreamsPerDevice(3))) {
      for (int i = 0; i < 3; i++) {
        assertPlace(0, i, rig.submit("k" + i));
        rig.complete("k" + i);
      }
      assertPlace(0, 0, rig.submit("k3"));
      assertEquals(3, rig.driver.openStreams());
    }
  }

  @Test
  void theLimitHoldsHoweverMuchIsUnfinished() {
    try (Rig rig = Rig.holding(2, options -> options.maxStreamsPerDevice(4))) {
      for (int i = 0; i < 200; i++) {
        rig.submit("k" + i);
      }
      assertEquals(8, rig.driver.openStreams());
      assertEquals(4, rig.runtime.streams().streamCount(0));
      assertEquals(4, rig.runtime.streams().busyStreams(1));
      rig.driver.completeAll();
      rig.poll();
      assertEquals(0, rig.runtime.streams().busyStreams(0));
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void whereNoStreamIsFreeThatWhichGotNoWorkForLongestIsTaken() {
    try (Rig rig = Rig.holding(1, options -> options.maxStreamsPerDevice(3))) {
      rig.submit("a");
      Vertex b = rig.submit("b");
      rig.submit("c");
      assertPlace(0, 1, rig.submit("d", b));
      assertPlace(0, 0, rig.submit("e"));
      assertPlace(0, 2, rig.submit("f"));
      assertPlace(0, 1, rig.submit("g"));
      assertPlace(0, 0, rig.submit("h"));
    }
  }

  @Test
  void aParentsStreamThatOthersShareIsNotTaken() {
    try (Rig rig = Rig.holding(1, options -> options.maxStreamsPerDevice(2))) {
      Vertex a = rig.submit("a");
      rig.submit("b");
      assertPlace(0, 0, rig.submit("c"));
      assertPlace(0, 1, rig.submit("d", a));
    }
  }

  @Test
  void asManyPartitionsAsStreamsShareNoneHoweverFarTheProgramIsAhead() {
    int partitions = 4;
    try (Rig rig = Rig.holding(1, options -> options.maxStreamsPerDevice(partitions))) {
      Vertex whole = rig.submit("whole");
      Vertex[] before = {};
      for (int step = 0; step < 4; step++) {
        Vertex[] parts = new Vertex[partitions];
        for (int i = 0; i < partitions; i++) {
          // As what writes again what the same partition wrote in the step before.
          Vertex[] parents = step == 0 ? new Vertex[] {whole} : new Vertex[] {whole, before[i]};
          parts[i] = rig.submit("part" + step + "." + i, parents);
        }
        assertEquals(
            partitions, Arrays.stream(parts).mapToInt(Vertex::streamIndex).distinct().count());
        Vertex sum = rig.submit("sum" + step, parts);
        rig.submit("beside" + step, sum);
        whole = rig.submit("whole" + step, sum);
        before = parts;
      }
    }
  }

  @Test
  void disjointGivesAParentsStreamToOneChildOnly() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex a = rig.submit("a");
      assertPlace(0, 0, rig.submit("b", a));
      assertPlace(0, 1, rig.submit("c", a));
      assertEquals(List.of(), rig.waits("b"));
      assertEquals(List.of("a"), rig.waits("c"));
    }
  }

  @Test
  void disjointTakesTheFirstParentStreamThatIsFree() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b");
      rig.submit("c", a);
      assertPlace(0, 1, rig.submit("d", a, b));
      assertEquals(List.of("a"), rig.waits("d"));
    }
  }

  @Test
  void sameAsParentTakesTheFirstParentsStreamEachTime() {
    try (Rig rig =
        Rig.holding(1, options -> options.stream(RetrieveParentStreamPolicy.SAME_AS_PARENT))) {
      rig.submit("a");
      Vertex b = rig.submit("b");
      assertPlace(0, 1, rig.submit("c", b));
      assertPlace(0, 1, rig.submit("d", b));
      assertEquals(List.of(), rig.waits("d"));
    }
  }

  @Test
  void roundRobinRotatesOverDevices() {
    try (Rig rig =
        Rig.holding(3, options -> options.deviceSelection(DeviceSelection.ROUND_ROBIN))) {
      for (int i = 0; i < 6; i++) {
        assertPlace(i % 3, i / 3, rig.submit("k" + i));
      }
    }
  }

  @Test
  void singleGpuUsesTheCurrentDevice() {
    try (Rig rig = Rig.holding(3, options -> options.deviceSelection(DeviceSelection.SINGLE_GPU))) {
      assertPlace(0, 0, rig.submit("a"));
      rig.runtime.devices().setCurrent(2);
      assertPlace(2, 0, rig.submit("b"));
    }
  }

  @Test
  void multigpuDisjointChoosesAmongTheParentsDevices() {
    try (Rig rig =
        Rig.holding(3, options -> options.deviceSelection(DeviceSelection.ROUND_ROBIN))) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b");
      // The rotation is at device 2, which no parent is on: it goes on at device 0.
      assertPlace(0, 0, rig.submit("c", a, b));
      // Device 1 is next, and its stream is still free to take.
      assertPlace(1, 0, rig.submit("d", a, b));
      // No stream is left to take: over all devices.
      assertPlace(2, 0, rig.submit("e", a, b));
      assertEquals(List.of("a", "b"), rig.waits("e"));
    }
  }

  @Test
  void multigpuEarlyDisjointChoosesTheDeviceFirst() {
    try (Rig rig =
        Rig.holding(
            2, options -> options.stream(RetrieveParentStreamPolicy.MULTIGPU_EARLY_DISJOINT))) {
      Vertex a = rig.submit("a");
      assertPlace(1, 0, rig.submit("b", a));
      assertPlace(0, 0, rig.submit("c", a));
      rig.submit("x");
      assertPlace(0, 1, rig.submit("d", a));
    }
  }

  @Test
  void placementOverridesThePolicies() {
    try (Rig rig = Rig.holding(2, options -> options)) {
      Vertex vertex = new Vertex("k", rig.launch("k"), new Access[0], Placement.onDevice(1));
      assertPlace(1, 0, rig.submit(vertex));
      ComputeStream stream = rig.runtime.streams().createUserStream(0);
      Vertex onStream = new Vertex("u", rig.launch("u"), new Access[0], Placement.onStream(stream));
      onStream.setParents(new Vertex[] {vertex}, null);
      assertPlace(0, stream.index(), rig.submit(onStream));
      assertEquals(List.of("k"), rig.waits("u"));
      // A child of work on the program's stream never goes onto it by itself.
      assertNotEquals(stream.index(), rig.submit("c", onStream).streamIndex());
      rig.driver.completeAll();
      rig.poll();
      rig.runtime.streams().closeUserStream(stream);
      rig.runtime.streams().closeUserStream(stream);
    }
  }

  @Test
  void aPolicyOfTheUserSeesTheMachine() {
    long[] seen = new long[4];
    DeviceSelectionPolicy policy =
        (context, candidates) -> {
          seen[0] = candidates;
          seen[1] = context.neededBytes();
          seen[2] = context.missingBytes(1);
          seen[3] = context.busyStreams(0);
          return 1;
        };
    try (Rig rig =
        Rig.holding(
            2,
            options ->
                options.deviceSelection(() -> policy).stream(
                    RetrieveParentStreamPolicy.MULTIGPU_EARLY_DISJOINT))) {
      Allocation x = rig.runtime.memory().allocate("x", 1024);
      Access half = new Access(new Region(x, 0, 512), AccessMode.READ);
      Access[] accesses = {half, new Access(x.whole(), AccessMode.OVERWRITE), half};
      Vertex vertex = new Vertex("k", rig.launch("k"), accesses, Placement.ANYWHERE);
      assertPlace(1, 0, rig.submit(vertex));
      assertEquals(List.of(3L, 512L, 512L, 0L), Arrays.stream(seen).boxed().toList());
    }
  }

  @Test
  void aPolicyThatChoosesNoCandidateIsNamed() {
    DeviceSelectionPolicy policy = (context, candidates) -> 7;
    try (Rig rig =
        new Rig(
            NullSettings.defaults().withDevices(2),
            options -> options.deviceSelection(() -> policy))) {
      IllegalStateException error =
          assertThrows(IllegalStateException.class, () -> rig.submit("k"));
      assertTrue(error.getMessage().contains("chose device 7, which is not a candidate"));
      assertEquals(0L, rig.runtime.unfinished());
    }
  }
}
