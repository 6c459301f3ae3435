package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MpirunCommandTest {

  @Test
  void isRefusedWithoutTheScript() {
    assertEquals(
        new CommandRun(2, "", "grcuda: mpirun is a command of scripts/grcuda, in a checkout\n"),
        CommandRun.of("mpirun", "-n", "2", "a.py"));
  }

  @Test
  void helpNamesItsOptions() {
    String help = CommandRun.of("mpirun", "--help").out();
    assertTrue(help.startsWith("usage: grcuda mpirun [--mpi=openmpi|mpich] "), help);
    assertTrue(help.contains("GRCUDA_MPIRUN and GRCUDA_MPICC"), help);
  }
}
