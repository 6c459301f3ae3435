package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** A machine where the driver gives out memory that is not page-locked. */
class UnlockedMemoryTest extends ModelMachine {

  @Override
  String machine() {
    return MACHINE.replace(
        "\"wake\": 0", "\"wake\": 0, \"pageable\": 5, \"pageLocks\": false, \"pinning\": 100");
  }

  @Test
  void memoryOfTheDriverIsPageable() {
    long memory = devices.get(0).allocate(MB);
    long before = driver.hostNanos();
    long host = driver.allocateHost(MB);
    assertEquals(before, driver.hostNanos(), "nothing is page-locked");
    submit(0, s -> s.copy(streams.get(0), memory, host, MB));
    assertEquals(before + MB / 5, driver.hostNanos());
  }
}
