package org.grcuda.bench.reproduce;

/**
 * A simulated machine.
 *
 * @param topology a built-in one with all its devices, such as {@code v100-8}
 * @param variation members that differ, as a topology file has them, without braces; may be empty
 */
record Machine(String topology, String variation) {

  static Machine of(String topology) {
    return new Machine(topology, "");
  }

  /** The same with other members; those that it had are dropped. */
  Machine with(String otherVariation) {
    return new Machine(topology, otherVariation);
  }

  /** The contents of a topology file for it. */
  String file() {
    return "{\"like\": \"%s\"%s}".formatted(topology, variation.isEmpty() ? "" : ", " + variation);
  }
}
