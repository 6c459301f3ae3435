package org.grcuda.runtime.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.DeviceSelection;
import org.junit.jupiter.api.Test;

/** Waiting for any of several computations. */
final class AwaitAnyTest {

  private static final UnaryOperator<RuntimeOptions.Builder> ROUND_ROBIN =
      options -> options.deviceSelection(DeviceSelection.ROUND_ROBIN);

  private static CompletableFuture<Vertex> any(Rig rig, Vertex... some) {
    return CompletableFuture.supplyAsync(() -> rig.runtime.awaitAny(List.of(some)));
  }

  private static Vertex get(CompletableFuture<Vertex> found) throws Exception {
    return found.get(30, TimeUnit.SECONDS);
  }

  @Test
  void theOneThatEndsIsFoundWhicheverItIs() throws Exception {
    for (int last = 0; last < 3; last++) {
      try (Rig rig = Rig.holding(3, ROUND_ROBIN)) {
        Vertex[] all = {rig.submit("k0"), rig.submit("k1"), rig.submit("k2")};
        CompletableFuture<Vertex> found = any(rig, all);
        Rig.eventually(() -> rig.launched().size() == 3);
        assertFalse(found.isDone());
        rig.complete("k" + last);
        assertSame(all[last], get(found));
        rig.driver.release();
        rig.runtime.synchronize();
      }
    }
  }

  @Test
  void ofSeveralThatHaveEndedItIsTheFirst() {
    try (Rig rig = Rig.holding(2, ROUND_ROBIN)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b");
      rig.complete("b");
      rig.complete("a");
      assertSame(b, rig.runtime.awaitAny(List.of(b, a)));
      assertSame(a, rig.runtime.awaitAny(List.of(a, b)));
    }
  }

  @Test
  void aFailureEndsTheWaitToo() throws Exception {
    try (Rig rig = Rig.holding(2, ROUND_ROBIN)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b");
      CompletableFuture<Vertex> found = any(rig, a, b);
      rig.fail("b");
      assertSame(b, get(found));
      assertTrue(b.isFailed());
      rig.complete("a");
      rig.runtime.await(a);
    }
  }

  /** None of them is with the driver when the wait begins. */
  @Test
  void whatIsKeptBackIsAskedFor() throws Exception {
    UnaryOperator<RuntimeOptions.Builder> pulled =
        options -> options.deviceSelection(DeviceSelection.EAGER).taskBufferDepth(2);
    try (Rig rig = Rig.holding(1, pulled)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b", a);
      CompletableFuture<Vertex> found = any(rig, b);
      Rig.eventually(() -> rig.launched().contains("a"));
      rig.complete("a");
      Rig.eventually(() -> rig.launched().contains("b"));
      rig.complete("b");
      assertSame(b, get(found));
    }
  }

  @Test
  void virtualTimePassesUntilOneHasEnded() {
    NullSettings settings = NullSettings.defaults().withDevices(2);
    try (Rig rig = Rig.inVirtualTime(settings, ROUND_ROBIN)) {
      Vertex a = rig.submit("a");
      Vertex b = rig.submit("b", a);
      Vertex c = rig.submit("c", b);
      assertSame(b, rig.runtime.awaitAny(List.of(c, b)));
      assertFalse(c.isComplete());
      rig.runtime.synchronize();
    }
  }

  @Test
  void waitingForNothingIsRefused() {
    try (Rig rig = new Rig(NullSettings.defaults(), ROUND_ROBIN)) {
      var error =
          assertThrows(IllegalArgumentException.class, () -> rig.runtime.awaitAny(List.of()));
      assertEquals("nothing to wait for", error.getMessage());
    }
  }
}
