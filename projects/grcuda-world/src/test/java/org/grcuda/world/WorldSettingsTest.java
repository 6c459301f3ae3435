package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteOrder;
import org.grcuda.GrCuda;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What options and the process tell a world. */
final class WorldSettingsTest {

  private static final String PROGRAM = "grcuda.program";
  private final String before = System.getProperty(PROGRAM);

  @BeforeEach
  void nameProgram() {
    System.setProperty(PROGRAM, "heat.py (12ab)");
  }

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(PROGRAM);
    } else {
      System.setProperty(PROGRAM, before);
    }
  }

  private static WorldSettings with(String option, String value) {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").option(option, value).open()) {
      return WorldSettings.of(cuda);
    }
  }

  @Test
  void theProgramIsComparedUnlessTheOptionIsOff() {
    assertEquals("heat.py (12ab)", with("ProgramCheck", "on").identity().program());
    assertEquals("", with("ProgramCheck", "off").identity().program());
    assertEquals(ByteOrder.nativeOrder(), with("ProgramCheck", "off").identity().order());
  }

  @Test
  void aProgramThatNobodyNamesIsEmpty() {
    System.clearProperty(PROGRAM);
    assertEquals("", with("ProgramCheck", "on").identity().program());
  }

  @Test
  void anotherValueIsRefused() {
    assertEquals(
        "option grcuda.ProgramCheck: unknown value 'of'; did you mean 'on'? Legal values: on, off",
        assertThrows(GrCudaException.class, () -> with("ProgramCheck", "of")).getMessage());
  }
}
