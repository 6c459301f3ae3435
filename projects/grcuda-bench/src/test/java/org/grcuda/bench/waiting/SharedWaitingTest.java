package org.grcuda.bench.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.grcuda.bench.waiting.SharedCell.Tally;
import org.grcuda.runtime.sync.SyncPolicy;
import org.junit.jupiter.api.Test;

/** What the waits on shared cores are made of, without sharing any. */
final class SharedWaitingTest {

  @Test
  void coresAreReadFromRanges() {
    assertEquals(List.of(0, 1, 2, 5), Cores.numbers("0-2,5"));
    assertEquals(List.of(7), Cores.numbers("7"));
  }

  @Test
  void turnsAndThreadsAddUp() {
    Tally turn = new Tally();
    turn.turn(10, 1_000_000_000L);
    Tally thread = new Tally();
    thread.cycle(2_000_000, 500_000);
    thread.cycle(4_000_000, 1_500_000);
    turn.add(thread);
    Tally all = new Tally();
    all.add(turn);
    all.add(turn);
    assertEquals(10, all.perSecond());
    assertEquals(3, all.invokingMillis());
    assertEquals(1, all.receivingMillis());
  }

  @Test
  void aRowHasRatesLatenciesAndGains() {
    SharedCell cell =
        new SharedCell(
            Sharing.ALONE,
            1,
            2_700_000,
            Map.of(
                SyncPolicy.SPIN, tally(50),
                SyncPolicy.BLOCK, tally(100),
                SyncPolicy.HYBRID, tally(210)));
    String text = SharedReport.text(cell);
    assertTrue(text.contains("one waiter on one core, cycles of 2.7 ms"), text);
    assertTrue(text.contains("                             alone      50 "), text);
    assertTrue(text.contains("4.20 x, 2.10 x"), text);
    assertTrue(SharedReport.json(List.of(cell)).contains("\"cycleMicros\":2700"));
  }

  private static Tally tally(int perSecond) {
    Tally tally = new Tally();
    tally.turn(perSecond, 1_000_000_000L);
    tally.cycle(1_000_000, 2_000_000);
    return tally;
  }
}
