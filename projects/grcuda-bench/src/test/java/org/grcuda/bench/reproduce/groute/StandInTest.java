package org.grcuda.bench.reproduce.groute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.grcuda.worklist.Settings;
import org.junit.jupiter.api.Test;

class StandInTest {

  @Test
  void machinesAreAsMuchSlower() {
    String slower =
        "\"scale\": {\"kernels\": %s, \"links\": %s}, \"device\": {\"computeSaturation\": 0.0625,"
            + " \"memorySaturation\": 0.125%s}, \"host\": {%s}";
    StandIn four = StandIn.of(4);
    assertEquals(slower.formatted(4.0, 0.25, "", ""), four.machine().variation());
    assertEquals(
        slower.formatted(2.0, 1.0, ", \"l2\": 1", "\"wake\": 0"),
        four.kernels(0.5).links(4).device("\"l2\": 1").host("\"wake\": 0").machine().variation());
  }

  @Test
  void packetsAreAsMuchSmaller() {
    Settings settings = StandIn.of(512).settings(Settings.DEFAULT);
    assertEquals(1, settings.fusedLimit());
    assertEquals(Settings.DEFAULT.packet() / 512, settings.packet());
    assertEquals(1, StandIn.of(1 << 20).settings(Settings.DEFAULT).packet());
  }
}
