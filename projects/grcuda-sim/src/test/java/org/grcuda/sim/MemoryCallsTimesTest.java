package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/** A machine whose host pays for allocations, and copies pageable memory at 5 GB/s. */
class MemoryCallsTimesTest extends ModelMachine {

  private static final String COSTS =
      """
      "wake": 0, "pageable": 5, "pinning": 100, "pinningRate": 2, "allocation": 3, "release": 7\
      """;

  @Override
  String machine() {
    return MACHINE.replace("\"wake\": 0", COSTS);
  }

  final long nanosOf(Runnable call) {
    long before = driver.hostNanos();
    call.run();
    return driver.hostNanos() - before;
  }

  /** Copies 1 MB that lies at {@code host} to the first device, or back. */
  final Runnable copy(long to, long from) {
    return () -> submit(0, s -> s.copy(streams.get(0), to, from, MB));
  }

  @Test
  void allocationsAndFreesKeepTheHostBusy() {
    long[] address = new long[1];
    assertEquals(3_000, nanosOf(() -> address[0] = devices.get(1).allocate(MB)));
    assertEquals(7_000, nanosOf(() -> driver.free(address[0])));
  }

  @Test
  void freeWaitsForItsDevice() {
    long memory = devices.get(0).allocate(MB);
    long other = devices.get(1).allocate(MB);
    submit(0, s -> launch(s, 0, streams.get(0), FULL, 100 * MB));
    assertEquals(7_000, nanosOf(() -> driver.free(other)));
    assertEquals(MB, nanosOf(() -> driver.free(memory)));
  }

  @Test
  void pageLockingTakesItsBytes() {
    assertEquals(100_000 + MB / 2, nanosOf(() -> driver.allocateHost(MB)));
  }

  @Test
  void programWaitsForCopiesOfItsOwnMemory() {
    long memory = devices.get(0).allocate(MB);
    try (Arena arena = Arena.ofConfined()) {
      long own = arena.allocate(MB).address();
      assertEquals(MB / 5, nanosOf(copy(memory, own)));
      assertEquals(MB / 5, nanosOf(copy(own, memory)));
    }
  }

  @Test
  void pageableCopyWaitsForItsStreamOnly() {
    long memory = devices.get(0).allocate(MB);
    submit(0, s -> launch(s, 0, streams.get(0), FULL, 100 * MB));
    submit(1, s -> launch(s, 1, streams.get(1), FULL, 500 * MB));
    try (Arena arena = Arena.ofConfined()) {
      long own = arena.allocate(MB).address();
      assertEquals(MB + MB / 5, nanosOf(copy(memory, own)));
    }
  }

  @Test
  void pageLockedMemoryIsCopiedBehindTheHostsBack() {
    long memory = devices.get(0).allocate(MB);
    long host = driver.allocateHost(MB);
    assertEquals(0, nanosOf(copy(memory, host)));
    assertEquals(MB / 10, end());
  }
}
