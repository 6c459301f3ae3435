package org.grcuda.mpi;

import org.grcuda.transport.TransportException;

/** Compiles the library for an MPI before a program starts: {@code scripts/grcuda mpirun}. */
final class Prepare {

  private Prepare() {}

  /** Takes {@code openmpi}, {@code mpich} or {@code other}. */
  public static void main(String[] arguments) {
    Launch.Kind kind =
        switch (arguments[0]) {
          case "openmpi" -> Launch.Kind.OPEN_MPI;
          case "mpich" -> Launch.Kind.MPICH;
          default -> Launch.Kind.OTHER;
        };
    try {
      Shim.find(kind, System.getenv());
    } catch (TransportException e) {
      System.err.println("grcuda: " + e.getMessage());
      System.exit(1);
    }
  }
}
