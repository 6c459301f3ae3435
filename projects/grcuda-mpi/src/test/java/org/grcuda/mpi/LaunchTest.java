package org.grcuda.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LaunchTest {

  @Test
  void whatLaunchersTell() {
    assertLaunch(Launch.Kind.OPEN_MPI, 4, Map.of("OMPI_COMM_WORLD_SIZE", "4", "PMIX_RANK", "0"));
    assertLaunch(Launch.Kind.MPICH, 3, Map.of("PMI_RANK", "0", "PMI_SIZE", "3"));
    assertLaunch(Launch.Kind.OPEN_MPI, 8, Map.of("PMIX_RANK", "1", "SLURM_STEP_NUM_TASKS", "8"));
  }

  private static void assertLaunch(Launch.Kind kind, int size, Map<String, String> environment) {
    assertTrue(Launch.isLaunched(environment));
    assertEquals(new Launch(kind, OptionalInt.of(size)), Launch.of(environment));
  }

  @Test
  void sizeMayBeUnknown() {
    assertEquals(OptionalInt.empty(), Launch.of(Map.of("PMI_RANK", "0")).size());
    assertEquals(OptionalInt.empty(), Launch.of(Map.of("PMI_SIZE", "many")).size());
  }

  @Test
  void otherProcessesAreNotLaunched() {
    // Slurm's batch scripts have these, and are one process.
    assertFalse(Launch.isLaunched(Map.of("SLURM_NTASKS", "4", "SLURM_PROCID", "0")));
    assertFalse(Launch.isLaunched(Map.of()));
  }

  @Test
  void namesOfLibraries() {
    assertEquals(
        "Open MPI 4.1.4",
        MpiTransport.name("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, May 26, 2022"));
    assertEquals(
        "MPICH 4.0.2", MpiTransport.name("MPICH Version: 4.0.2 MPICH Release date: Thu Apr 7"));
    assertEquals("Fujitsu MPI", MpiTransport.name("Fujitsu MPI"));
  }
}
