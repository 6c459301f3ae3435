package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.grcuda.driver.MemoryAdvice;
import org.junit.jupiter.api.Test;

/**
 * Three devices, of which the second and the third have a link of 20 GB/s, and a host with memory
 * of 12 GB/s; copies begin after 5 microseconds.
 */
class LinksTimesTest extends ModelMachine {

  private static final long LATENCY = 5_000;

  @Override
  String machine() {
    return MACHINE
        .replace("\"memoryBandwidth\": 50", "\"memoryBandwidth\": 12")
        .replace("\"copyLatency\": 0", "\"copyLatency\": 5")
        .replace("\"devices\": 2", "\"devices\": 3")
        .replace(
            "\"links\": [",
            """
            "links": [{"between": ["gpu1", "gpu2"], "bandwidth": 20},
                      {"between": ["switch", "gpu2"], "bandwidth": 10},\
            """);
  }

  @Test
  void hostMemoryIsSharedByAllThatGoesThere() {
    long host = driver.allocateHost(120 * MB);
    long first = devices.get(0).allocate(60 * MB);
    long second = devices.get(1).allocate(60 * MB);
    submit(0, s -> s.copy(streams.get(0), first, host, 60 * MB));
    submit(1, s -> s.copy(streams.get(1), host + 60 * MB, second, 60 * MB));
    assertEquals(10 * MB + LATENCY, end());
    submit(0, s -> s.copy(streams.get(0), host, host + 60 * MB, 60 * MB));
    assertEquals(10 * MB, end(), "it is read and written");
    submit(0, s -> s.fill(streams.get(0), host, 0, 4, 15 * MB));
    assertEquals(6 * MB + LATENCY, end(), "a device fills it over its link");
  }

  @Test
  void copiesComeFromWhereTheWayIsWidest() {
    long x = driver.allocateManaged(40 * MB);
    driver.hostAccess(x, 40 * MB, true);
    submit(0, s -> s.advise(streams.get(0), x, 40 * MB, MemoryAdvice.SET_READ_MOSTLY, 0));
    for (int device = 0; device < 2; device++) {
      use(device, x, 40 * MB, false);
      end();
    }
    submit(2, s -> s.prefetch(streams.get(2), x, 40 * MB, 2));
    assertEquals(2 * MB + LATENCY, end());
  }

  @Test
  void neighboursFromOnePlaceAreOneCopy() {
    long x = driver.allocateManaged(100 * MB);
    for (int i = 0; i < 10; i++) {
      use(0, x + i * 10 * MB, 10 * MB, true);
    }
    end();
    submit(1, s -> s.prefetch(streams.get(1), x, 100 * MB, 1));
    assertEquals(100 * MB / 40 + LATENCY, end());
  }

  @Test
  void evictedNeighboursLeaveInOneCopy() {
    long part = GIB / 8;
    long x = driver.allocateManaged(GIB);
    for (int i = 0; i < 8; i++) {
      use(0, x + i * part, part, true);
    }
    end();
    long y = driver.allocateManaged(GIB);
    use(0, y, GIB, true);
    assertEquals(GIB / 10.0 + LATENCY, end(), 1);
  }
}
