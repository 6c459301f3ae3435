package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;
import static org.grcuda.core.dag.DagRig.in;
import static org.grcuda.core.dag.DagRig.inout;
import static org.grcuda.core.dag.DagRig.out;
import static org.grcuda.core.dag.DagRig.parents;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.junit.jupiter.api.Test;

/** The parents of a computation, hazard by hazard. */
class DependencyTest {

  @Test
  void readersDependOnTheLastWriterAndNotOnEachOther() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex writer = rig.launch("w", out(x));
      Vertex one = rig.launch("r1", in(x));
      Vertex two = rig.launch("r2", in(x));
      assertEquals(List.of(), parents(writer));
      assertEquals(List.of(writer), parents(one));
      assertEquals(List.of(writer), parents(two));
    }
  }

  @Test
  void aWriterComesAfterTheReadersSinceTheLastWriter() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex one = rig.launch("r1", in(x));
      Vertex two = rig.launch("r2", in(x));
      Vertex writer = rig.launch("w", out(x));
      assertEquals(List.of(one, two), parents(writer));
      assertFalse(writer.isDataParent(0), "order only");
      Vertex next = rig.launch("next", inout(x));
      assertEquals(List.of(writer), parents(next));
      assertTrue(next.isDataParent(0), "data");
    }
  }

  @Test
  void aWriterThatKeepsContentsAlsoDependsOnTheDataOfTheLastWriter() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex writer = rig.launch("w", out(x));
      Vertex reader = rig.launch("r", in(x));
      Vertex next = rig.launch("next", out(x));
      assertEquals(List.of(reader, writer), parents(next));
      assertFalse(next.isDataParent(0));
      assertTrue(next.isDataParent(1));
      Vertex again = rig.launch("r2", in(x));
      Vertex fill = rig.dag.fill(x.whole(), 0, 4);
      assertEquals(List.of(again), parents(fill));
    }
  }

  @Test
  void aWriterAfterAWriterDependsOnIt() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex first = rig.launch("a", out(x));
      Vertex second = rig.launch("b", out(x));
      Vertex fill = rig.dag.fill(x.whole(), 0, 4);
      assertEquals(List.of(first), parents(second));
      assertTrue(second.isDataParent(0));
      assertEquals(List.of(second), parents(fill));
      assertFalse(fill.isDataParent(0));
    }
  }

  @Test
  void eachParentComesOnce() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      Vertex both = rig.launch("both", out(x), out(y));
      Vertex user = rig.launch("user", in(x), in(y), in(x), inout(y));
      assertEquals(List.of(both), parents(user));
    }
  }

  @Test
  void aComputationMayNameARegionTwice() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex first = rig.launch("first", inout(x), in(x));
      assertEquals(List.of(), parents(first));
      Vertex second = rig.launch("second", in(x), inout(x));
      assertEquals(List.of(first), parents(second));
      assertEquals(List.of(second), parents(rig.launch("third", in(x))));
    }
  }

  /** It stands for something to be used in order; no failure leaves it broken. */
  @Test
  void whatHasNoContentsOrdersOnly() {
    try (DagRig rig = DagRig.holding()) {
      Allocation order = rig.runtime.memory().resource("order");
      Vertex first = rig.launch("first", inout(order));
      Vertex second = rig.launch("second", inout(order));
      Vertex third = rig.launch("third", in(order));
      assertEquals(List.of(first), parents(second));
      assertFalse(second.isDataParent(0));
      assertFalse(third.isDataParent(0));
      rig.fail("first");
      rig.complete("second");
      rig.complete("third");
      assertTrue(rig.runtime.isComplete(third));
      assertTrue(first.isFailed());
      assertFalse(second.isFailed());
      assertFalse(third.isFailed());
    }
  }

  @Test
  void impliedParentsAreDropped() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      rig.launch("a", out(x));
      Vertex b = rig.launch("b", in(x), out(y));
      assertEquals(List.of(b), parents(rig.launch("c", in(x), in(y))));
    }
  }

  @Test
  void aParentWhoseFailureWouldBeLostIsKept() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      Vertex a = rig.launch("a", out(x), in(y));
      // b comes after a, but does not use its data.
      Vertex b = rig.dag.fill(y.whole(), 0, 4);
      assertEquals(List.of(a), parents(b));
      assertEquals(List.of(a, b), parents(rig.launch("c", in(x), in(y))));
    }
  }

  @Test
  void completedComputationsAreNoParents() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex writer = rig.launch("w", out(x));
      rig.complete("w");
      assertTrue(rig.runtime.isComplete(writer));
      assertEquals(List.of(), parents(rig.launch("r", in(x))));
    }
  }

  @Test
  void disjointPartsAreWrittenConcurrently() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 400);
      Vertex low = rig.launch("low", access(x, 0, 100, AccessMode.WRITE));
      Vertex high = rig.launch("high", access(x, 200, 200, AccessMode.WRITE));
      assertEquals(List.of(), parents(low));
      assertEquals(List.of(), parents(high));
      Vertex middle = rig.launch("middle", access(x, 50, 200, AccessMode.READ));
      assertEquals(List.of(low, high), parents(middle));
      Vertex gap = rig.launch("gap", access(x, 100, 100, AccessMode.WRITE));
      assertEquals(List.of(middle), parents(gap));
      // The order after "middle" is implied by "gap".
      Vertex all = rig.launch("all", inout(x));
      assertEquals(List.of(low, gap, high), sorted(parents(all)));
      assertEquals(List.of(all), parents(rig.launch("next", access(x, 7, 1, AccessMode.READ))));
    }
  }

  private static List<Vertex> sorted(List<Vertex> vertices) {
    List<String> order = List.of("low", "gap", "high");
    return vertices.stream()
        .sorted(Comparator.comparingInt(vertex -> order.indexOf(vertex.name())))
        .toList();
  }

  @Test
  void withoutConstEveryKernelArgumentIsWritten() {
    try (DagRig rig =
        new DagRig(
            NullSettings.defaults(), options -> options, DependencyPolicy.NO_CONST, DagRig.NEVER)) {
      rig.driver.hold();
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      Vertex one = rig.launch("r1", in(x));
      assertEquals(List.of(one), parents(rig.launch("r2", in(x))));
      // A copy is no kernel: it reads what it reads.
      Vertex writer = rig.launch("w", out(y));
      Vertex copy = rig.dag.copy(x.whole(), y.whole());
      assertTrue(parents(copy).contains(writer));
    }
  }

  @Test
  void aRefusedComputationLeavesNoTrace() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      Vertex writer = rig.launch("w", out(x));
      IllegalStateException broken = new IllegalStateException("no kernel");
      var operation =
          new Operation.Launch(
              device -> {
                throw broken;
              },
              new LaunchShape(1, 1, 1, 1, 1, 1, 0),
              new long[0],
              0,
              new int[0]);
      assertThrows(
          IllegalStateException.class,
          () -> rig.dag.submit("refused", operation, Placement.ANYWHERE, inout(x)));
      assertEquals(List.of(writer), parents(rig.launch("r", in(x))));
    }
  }

  @Test
  void freeingComesAfterEveryUser() {
    try (DagRig rig = DagRig.holding()) {
      Allocation x = rig.allocate("x", 64);
      rig.launch("w", out(x));
      rig.launch("r", in(x));
      assertTrue(rig.dag.free(x));
      assertFalse(rig.dag.free(x), "a second time");
      assertEquals(1, rig.driver.liveAllocations());
      IllegalStateException error =
          assertThrows(IllegalStateException.class, () -> rig.launch("late", in(x)));
      assertEquals("x was freed", error.getMessage());
      assertThrows(IllegalStateException.class, () -> rig.dag.hostRead(x.whole()));
      rig.driver.completeAll();
      rig.dag.synchronize();
      assertEquals(0, rig.driver.liveAllocations());
    }
  }

  @Test
  void afterClosingNothingIsLeftToFree() {
    DagRig rig = DagRig.holding();
    Allocation x = rig.allocate("x", 64);
    rig.close();
    assertFalse(rig.dag.free(x));
    assertThrows(IllegalStateException.class, () -> rig.launch("late"));
  }
}
