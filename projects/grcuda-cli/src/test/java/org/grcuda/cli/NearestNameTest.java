package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {

  private static final List<String> NAMES = List.of("run", "eval", "devices");

  @Test
  void findsTheNameWithTheFewestEdits() {
    assertEquals("run", NearestName.of("rnu", NAMES));
    assertEquals("eval", NearestName.of("evaluate", NAMES));
    assertEquals("devices", NearestName.of("device", NAMES));
  }

  @Test
  void ignoresCase() {
    assertEquals("devices", NearestName.of("DEVICES", NAMES));
  }
}
