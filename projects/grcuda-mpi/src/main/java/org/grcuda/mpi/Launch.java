package org.grcuda.mpi;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How this process was started, by its environment variables.
 *
 * @param kind of MPI
 * @param size the number of ranks; empty if nothing tells
 */
record Launch(Kind kind, OptionalInt size) {

  /** Variables that hold the number of ranks, by the launcher that sets them. */
  private static final List<String> SIZES =
      List.of("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS");

  /** MPI libraries whose compilers may be installed side by side, each under its own name. */
  enum Kind {
    OPEN_MPI("Open MPI", "mpicc.openmpi", "libopenmpi-dev"),
    MPICH("MPICH", "mpicc.mpich", "libmpich-dev"),
    OTHER("MPI", "mpicc", "libopenmpi-dev");

    private final String title;
    private final String compiler;
    private final String debianPackage;

    Kind(String title, String compiler, String debianPackage) {
      this.title = title;
      this.compiler = compiler;
      this.debianPackage = debianPackage;
    }

    /** Its name in messages. */
    String title() {
      return title;
    }

    /** Names of its compiler, the most exact one first. */
    List<String> compilers() {
      return this == OTHER ? List.of(compiler) : List.of(compiler, OTHER.compiler);
    }

    /** The package of Debian and Ubuntu that has its compiler. */
    String debianPackage() {
      return debianPackage;
    }
  }

  /** Whether a launcher of MPI has started the process. */
  static boolean isLaunched(Map<String, String> environment) {
    return environment.containsKey("OMPI_COMM_WORLD_SIZE")
        || environment.containsKey("PMI_RANK")
        || environment.containsKey("PMIX_RANK");
  }

  static Launch of(Map<String, String> environment) {
    return new Launch(kind(environment), size(environment));
  }

  private static Kind kind(Map<String, String> environment) {
    // Slurm starts programs of both kinds, through PMI of MPICH's or PMIx of Open MPI's.
    if (environment.containsKey("OMPI_COMM_WORLD_SIZE") || environment.containsKey("PMIX_RANK")) {
      return Kind.OPEN_MPI;
    }
    return environment.containsKey("PMI_RANK") ? Kind.MPICH : Kind.OTHER;
  }

  private static OptionalInt size(Map<String, String> environment) {
    return SIZES.stream()
        .map(environment::get)
        .filter(value -> value != null && value.matches("[0-9]{1,9}"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }
}
