package org.grcuda.cli;

import java.util.Set;

/** {@code grcuda mpirun}: its help. {@code scripts/grcuda} starts the processes before any JVM. */
final class MpirunCommand implements Command {

  @Override
  public String name() {
    return "mpirun";
  }

  @Override
  public String synopsis() {
    return "[--mpi=openmpi|mpich] [OPTION OF MPIRUN]... [run] (FILE.py|FILE.js|FILE.java)"
        + " [ARGUMENT]...";
  }

  @Override
  public String summary() {
    return "Runs a program as several processes, with the mpirun of the machine.";
  }

  @Override
  public String details() {
    return """
      -n NUMBER         the number of processes; this and other options go to mpirun
      --mpi=MPI         where both are installed: mpirun.openmpi or mpirun.mpich
      run               before options of grcuda, -c or -m: mpirun -n 2 run --grcuda.Backend=cpu FILE

      Processes on one machine divide its processors, memory and GPUs. Open MPI as root wants
      --allow-run-as-root. Environment: GRCUDA_MPIRUN and GRCUDA_MPICC name another mpirun, and its
      C compiler.
    """;
  }

  @Override
  public Set<String> options() {
    return Set.of("--mpi", "-n");
  }

  @Override
  public boolean takesLanguageOptions() {
    return false;
  }

  @Override
  public int run(Arguments arguments) {
    throw CommandFailure.usage("mpirun is a command of scripts/grcuda, in a checkout");
  }
}
