package org.grcuda.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.grcuda.runtime.pull.DartsRules;
import org.junit.jupiter.api.Test;

/** Names of ways to schedule programs on tiles. */
final class StrategyTest {

  @Test
  void aNameHasAPolicyAndWhatReplacesDefaults() {
    assertEquals(Map.of("DeviceSelectionPolicy", "lookahead"), Strategy.of("lookahead").options());
    assertEquals(
        Map.of(
            "DeviceSelectionPolicy", "lookahead", "EvictionPolicy", "lru", "TaskBufferDepth", "8"),
        Strategy.of("lookahead+lru+8").options());
    assertEquals(Map.of("DeviceSelectionPolicy", "darts"), Strategy.of("darts").options());
    assertEquals("java-hand", Strategy.of("by-hand").host());
  }

  /** As they were published. */
  @Test
  void rivalsEvictWhatWasNotUsedForLongest() {
    assertEquals("lru", Strategy.of("eager").options().get("EvictionPolicy"));
    assertEquals("luf", Strategy.of("eager+luf").options().get("EvictionPolicy"));
  }

  @Test
  void unknownPoliciesAreRefused() {
    for (String unknown : List.of("none", "lookahead+none", "")) {
      var e = assertThrows(IllegalArgumentException.class, () -> Strategy.of(unknown));
      assertTrue(e.getMessage().startsWith("--policies: expected "), e.getMessage());
    }
  }

  /** Only DARTS has them. */
  @Test
  void variantsOfDartsHaveRules() {
    Strategy variant = Strategy.of("darts+no-stealing+16");
    assertEquals(DartsRules.ALL.without(DartsRules.Part.STEALING), variant.rules());
    assertEquals("16", variant.options().get("TaskBufferDepth"));
    assertNull(Strategy.of("darts").rules());
    assertThrows(IllegalArgumentException.class, () -> Strategy.of("eager+no-stealing"));
    var e = assertThrows(IllegalArgumentException.class, () -> Strategy.of("darts+first"));
    assertEquals(
        "--policies: expected by-hand, or one of auto, lru, luf, first-hit, in-turn, no-ahead,"
            + " no-one-more, no-priorities, no-stealing, no-sweeps, scan-200, given 'first'",
        e.getMessage());
  }
}
