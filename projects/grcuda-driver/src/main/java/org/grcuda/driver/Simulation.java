package org.grcuda.driver;

import java.io.IOException;

/**
 * The machine that a simulated backend pretends to have.
 *
 * @param topology name of a built-in machine, or path of a file that describes one; empty for the
 *     backend's default
 * @param files reads such a file
 * @param computes whether kernels, copies and fills are executed as well, on the processor
 */
public record Simulation(String topology, Files files, boolean computes) {

  /** Where descriptions of machines come from. */
  @FunctionalInterface
  public interface Files {

    /**
     * The text of a file.
     *
     * @throws IOException if it is not there or cannot be read
     */
    String read(String path) throws IOException;
  }

  /** The default machine, which computes; there are no files. */
  public static Simulation defaults() {
    return new Simulation(
        "",
        path -> {
          throw new IOException("no files can be read here");
        },
        true);
  }
}
