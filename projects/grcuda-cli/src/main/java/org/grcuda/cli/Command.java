package org.grcuda.cli;

/** A subcommand: {@code grcuda NAME ...}. */
interface Command {

  /** The word that selects it. */
  String name();

  /** Its arguments, as the usage line shows them. */
  String synopsis();

  /** What it does, in one sentence. */
  String summary();

  /**
   * Carries it out.
   *
   * @return exit status
   * @throws CommandFailure if it cannot be carried out
   */
  int run(Arguments arguments);
}
