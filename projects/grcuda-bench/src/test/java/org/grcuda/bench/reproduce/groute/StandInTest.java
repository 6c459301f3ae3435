package org.grcuda.bench.reproduce.groute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.grcuda.worklist.Settings;
import org.junit.jupiter.api.Test;

class StandInTest {

  @Test
  void machinesAreAsMuchSlower() {
    assertEquals("", StandIn.machine(1, "").variation());
    String slower =
        "\"scale\": {\"kernels\": %s, \"links\": 0.25}, \"device\": {\"computeSaturation\": 0.0625,"
            + " \"memorySaturation\": 0.125}";
    assertEquals(slower.formatted(4.0), StandIn.machine(4, "").variation());
    assertEquals(
        slower.formatted(2.0) + ", \"host\": {}",
        StandIn.machine(4, 0.5, "\"host\": {}").variation());
  }

  @Test
  void packetsAreAsMuchSmaller() {
    Settings settings = StandIn.settings(Settings.DEFAULT, 512);
    assertEquals(1, settings.fusedLimit());
    assertEquals(128, settings.packet());
    assertEquals(1, StandIn.settings(Settings.DEFAULT, 1 << 20).packet());
  }
}
