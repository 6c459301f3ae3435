package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Stream;
import org.junit.jupiter.api.Test;

/** Where managed memory is, and what moving it takes, against closed forms. */
class ManagedTimesTest extends ModelMachine {

  @Test
  void managedMemoryMovesByFaultsOrFasterByPrefetches() {
    long x = driver.allocateManaged(100 * MB);
    driver.hostAccess(x, 100 * MB, true);
    use(0, x, 100 * MB, false);
    assertEquals(20 * MB, end(), "faults from the host");
    use(0, x, 100 * MB, false);
    assertEquals(0, end(), "it is there");
    submit(1, s -> s.prefetch(streams.get(1), x, 40 * MB, 1));
    use(1, x, 40 * MB, true);
    assertEquals(MB, end(), "a prefetch from the other device");
    use(0, x, 100 * MB, false);
    assertEquals(2 * MB, end(), "only what was written there comes back");
    long before = driver.hostNanos();
    driver.hostAccess(x, 10 * MB, false);
    assertEquals(2 * MB, driver.hostNanos() - before, 65_536 / 5.0, "faults of the host");
  }

  @Test
  void kernelWaitsForAPrefetchOfAnotherStream() {
    long x = driver.allocateManaged(100 * MB);
    driver.hostAccess(x, 100 * MB, true);
    Stream other = devices.get(0).createStream();
    submit(0, s -> s.prefetch(other, x, 100 * MB, 0));
    use(0, x, 100 * MB, false);
    assertEquals(10 * MB, end());
  }

  @Test
  void readMostlyMemoryIsCopiedUntilItIsWritten() {
    long x = driver.allocateManaged(40 * MB);
    driver.hostAccess(x, 40 * MB, true);
    submit(0, s -> s.advise(streams.get(0), x, 40 * MB, MemoryAdvice.SET_READ_MOSTLY, 0));
    use(0, x, 40 * MB, false);
    end();
    use(1, x, 40 * MB, false);
    assertEquals(2 * MB, end());
    use(0, x, 40 * MB, false);
    assertEquals(0, end(), "it is still there");
    use(1, x, 40 * MB, true);
    assertEquals(0, end());
    use(0, x, 40 * MB, false);
    assertEquals(2 * MB, end(), "it was written elsewhere");
  }

  @Test
  void broadcastsOfReadMostlyMemoryGoToAllReadersAtOnce() {
    long x = driver.allocateManaged(60 * MB);
    driver.hostAccess(x, 60 * MB, true);
    submit(0, s -> s.advise(streams.get(0), x, 60 * MB, MemoryAdvice.SET_READ_MOSTLY, 0));
    for (int i = 0; i < 2; i++) {
      int device = i;
      submit(device, s -> s.prefetch(streams.get(device), x, 60 * MB, device));
    }
    assertEquals(8 * MB, end(), "both from the host, over the switch that they share");
  }

  @Test
  void kernelThatUsesMoreThanFitsEvictsWhatItNeedsAgain() {
    long fits = driver.allocateManaged(GIB);
    driver.hostAccess(fits, GIB, true);
    use(0, fits, GIB, true);
    end();
    use(0, fits, GIB, true);
    assertEquals(0, end(), "it is there");
    long bytes = 5 * GIB / 4;
    long x = driver.allocateManaged(bytes);
    driver.hostAccess(x, bytes, true);
    use(0, x, bytes, true);
    // All of it by faults; meanwhile 'fits' and a part of it leave, twice as fast.
    assertEquals(bytes / 5.0, end(), 1);
    use(0, x, bytes, true);
    assertEquals(bytes / 5.0, end(), 1, "what stayed leaves before its turn comes");
    submit(
        0,
        s -> {
          s.launch(streams.get(0), kernels.get(0), FULL, new long[1], 8);
          s.cost(0, 0, 3 * 2.0 * bytes, 0);
          s.access(x, bytes, true, true);
        });
    double nanos = 3 * bytes / 5.0 + 3 * 2.0 * bytes / 100;
    assertEquals(nanos, end(), 1, "three times all of it");
    use(0, fits, GIB, false);
    assertEquals(GIB / 5.0, end(), 1, "it had to go");
  }

  @Test
  void hostFaultsMoveWhatLiesNearby() {
    long x = driver.allocateManaged(100 * MB);
    use(0, x, 100 * MB, true);
    end();
    long before = driver.hostNanos();
    driver.hostAccess(x + 50 * MB, 4, true);
    assertEquals(65_536 / 5.0, driver.hostNanos() - before, 1);
    use(0, x, 100 * MB, true);
    assertEquals(65_536 / 5.0, end(), 1, "only that must come back");
  }

  @Test
  void fullDeviceGivesUpWhatWasNotUsedForLongest() {
    long part = GIB / 4;
    long x = driver.allocateManaged(5 * part);
    for (int i = 0; i < 5; i++) {
      use(0, x + i * part, part, true);
    }
    // Nobody had touched it: only the first, evicted, moved.
    assertEquals(part / 10.0, end(), 1);
    use(0, x + 4 * part, part, true);
    use(0, x + 2 * part, part, true);
    assertEquals(0, end());
    use(0, x, part, true);
    // What replaces it, the second, leaves while it comes.
    assertEquals(part / 5.0, end(), 1);
  }

  @Test
  void hugeWorkingSetsTakeNoMemory() {
    long bytes = 60 * GIB;
    long x = driver.allocateManaged(bytes);
    for (int i = 0; i < 60; i++) {
      use(i % 2, x + i * GIB, GIB / 2, true);
    }
    end();
    assertTrue(driver.hostNanos() > 0);
    driver.free(x);
    assertEquals(GIB, devices.get(0).freeMemory());
  }
}
