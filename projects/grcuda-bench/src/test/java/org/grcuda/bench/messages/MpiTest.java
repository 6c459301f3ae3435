package org.grcuda.bench.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MpiTest {

  @Test
  void saysWhatIsMissing() {
    assertEquals(
        "there is no /nowhere/mpirun (Debian: openmpi-bin and libopenmpi-dev)",
        new Mpi(Map.of("GRCUDA_MPIRUN", "/nowhere/mpirun", "GRCUDA_MPICC", "true")).missing());
    assertEquals(
        "there is no /nowhere/mpicc (Debian: openmpi-bin and libopenmpi-dev)",
        new Mpi(Map.of("GRCUDA_MPIRUN", "true", "GRCUDA_MPICC", "/nowhere/mpicc")).missing());
    assertNull(new Mpi(Map.of("GRCUDA_MPIRUN", "true", "GRCUDA_MPICC", "true")).missing());
  }
}
