package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MachineTest {

  private static final String RANKS = "grcuda.ranksOfMachine";

  @AfterEach
  void clear() {
    System.clearProperty(RANKS);
  }

  @Test
  void processesOfOneProgramShareTheMemory() {
    long all = Machine.current().memory();
    System.setProperty(RANKS, "4");
    assertEquals(all / 4, Machine.current().memory());
  }
}
