package org.grcuda.runtime.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.RetrieveNewStreamPolicy;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams and events are pooled: bounded under any load and policy, and none is left. */
class StreamPoolTest {

  private static final int DEVICES = 3;
  private static final int COMPUTATIONS = 600;

  static Stream<Arguments> policies() {
    List<Arguments> all = new ArrayList<>();
    for (RetrieveParentStreamPolicy parent : RetrieveParentStreamPolicy.values()) {
      for (RetrieveNewStreamPolicy fresh : RetrieveNewStreamPolicy.values()) {
        for (int limit : new int[] {1, 2, 5}) {
          all.add(Arguments.of(parent, fresh, limit));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void anyLoadKeepsTheBoundsAndLeavesNothing(
      RetrieveParentStreamPolicy parentPolicy, RetrieveNewStreamPolicy newPolicy, int limit) {
    Random random = new Random(31 * limit + parentPolicy.ordinal());
    NullSettings settings = NullSettings.defaults().withDevices(DEVICES).withLog(false);
    Rig rig =
        new Rig(
            settings,
            options ->
                options.stream(parentPolicy)
                    .newStream(newPolicy)
                    .deviceSelection(DeviceSelection.ROUND_ROBIN)
                    .maxStreamsPerDevice(limit));
    try (rig) {
      rig.driver.hold();
      List<Vertex> recent = new ArrayList<>();
      for (int i = 0; i < COMPUTATIONS; i++) {
        recent.add(rig.submit("k" + i, parents(recent, random)));
        if (recent.size() > 20) {
          recent.removeFirst();
        }
        List<QueuedCommand> ready = rig.driver.ready();
        if (random.nextInt(3) == 0) {
          rig.driver.complete(ready.get(random.nextInt(ready.size())));
        }
        assertTrue(rig.driver.openStreams() <= DEVICES * limit, rig.driver.openStreams() + "");
      }
      rig.driver.release();
      rig.runtime.synchronize();
      for (int device = 0; device < DEVICES; device++) {
        assertTrue(rig.runtime.streams().streamCount(device) <= limit);
        assertEquals(0, rig.runtime.streams().busyStreams(device));
      }
      int events = rig.driver.openEvents();
      assertTrue(events <= COMPUTATIONS + 1, events + " events");
      for (int i = 0; i < COMPUTATIONS; i++) {
        rig.submit("again" + i);
      }
      rig.runtime.synchronize();
      assertTrue(rig.driver.openEvents() <= events + 1, rig.driver.openEvents() + " events");
    }
    assertEquals(0, rig.driver.openStreams());
    assertEquals(0, rig.driver.openEvents());
  }

  private static Vertex[] parents(List<Vertex> recent, Random random) {
    return random
        .ints(random.nextInt(4), 0, Math.max(1, recent.size()))
        .distinct()
        .filter(index -> index < recent.size())
        .mapToObj(recent::get)
        .toArray(Vertex[]::new);
  }

  private static Rig holding(RetrieveParentStreamPolicy policy) {
    return Rig.holding(
        2, options -> options.stream(policy).deviceSelection(DeviceSelection.ROUND_ROBIN));
  }

  @Test
  void sameAsParentFollowsTheFirstParentToItsDevice() {
    try (Rig rig = holding(RetrieveParentStreamPolicy.SAME_AS_PARENT)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b");
      assertNotEquals(a.device(), b.device());
      Vertex first = rig.submit("first", b, a);
      Vertex second = rig.submit("second", b, a);
      assertEquals(b.device(), first.device());
      assertEquals(b.streamIndex(), first.streamIndex());
      assertEquals(b.streamIndex(), second.streamIndex());
      assertEquals(List.of("a"), rig.waits("first"));
      // Its stream comes after a already.
      assertEquals(List.of(), rig.waits("second"));
    }
  }

  @Test
  void disjointTakesAnUntakenStreamOnWhicheverDeviceItIs() {
    try (Rig rig = holding(RetrieveParentStreamPolicy.DISJOINT)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b");
      assertEquals(a.device(), rig.submit("first", a, b).device());
      Vertex second = rig.submit("second", a, b);
      assertEquals(b.device(), second.device());
      assertEquals(b.streamIndex(), second.streamIndex());
      assertEquals(List.of("a"), rig.waits("second"));
      Vertex third = rig.submit("third", a, b);
      assertTrue(
          third.device() != a.device() || third.streamIndex() != a.streamIndex(),
          "a stream that another child has");
    }
  }

  @Test
  void multigpuDisjointGoesAnywhereWhereNoParentsStreamIsFree() {
    try (Rig rig = holding(RetrieveParentStreamPolicy.MULTIGPU_DISJOINT)) {
      Vertex a = rig.submit("a");
      Vertex first = rig.submit("first", a);
      assertEquals(a.device(), first.device());
      assertEquals(a.streamIndex(), first.streamIndex());
      // Round-robin chose 0 for both: among all devices it is the turn of 1.
      assertEquals(1, rig.submit("second", a).device());
      assertEquals(List.of("a"), rig.waits("second"));
    }
  }

  @Test
  void multigpuEarlyDisjointTakesANewStreamWhereTheDeviceHasNoParents() {
    try (Rig rig = holding(RetrieveParentStreamPolicy.MULTIGPU_EARLY_DISJOINT)) {
      Vertex a = rig.submit("a");
      Vertex first = rig.submit("first", a);
      assertNotEquals(a.device(), first.device());
      assertEquals(List.of("a"), rig.waits("first"));
      Vertex second = rig.submit("second", a);
      assertEquals(a.device(), second.device());
      assertEquals(a.streamIndex(), second.streamIndex());
      assertEquals(List.of(), rig.waits("second"));
    }
  }
}
