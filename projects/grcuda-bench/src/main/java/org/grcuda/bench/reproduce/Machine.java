package org.grcuda.bench.reproduce;

/**
 * A simulated machine.
 *
 * @param topology a built-in one with all its devices, such as {@code v100-8}
 * @param variation members that differ from the topology, as in a topology file but without braces;
 *     may be empty
 */
public record Machine(String topology, String variation) {

  /** A built-in machine. */
  public static Machine of(String topology) {
    return new Machine(topology, "");
  }

  /** The same machine with another variation, which replaces the present one. */
  public Machine with(String otherVariation) {
    return new Machine(topology, otherVariation);
  }

  /** The contents of a topology file for this machine. */
  String file() {
    return "{\"like\": \"%s\"%s}".formatted(topology, variation.isEmpty() ? "" : ", " + variation);
  }
}
