package org.grcuda.cli;

import java.util.Set;

/** A subcommand: {@code grcuda NAME ...}. */
interface Command {

  /** The word that selects it. */
  String name();

  /** Its arguments, as the usage line shows them. */
  String synopsis();

  /** What it does, in one sentence. */
  String summary();

  /** Further lines of its help, each with a line end. */
  default String details() {
    return "";
  }

  /**
   * Names of its own options, each of which takes a value: {@code -o FILE}, {@code --kind=KIND}.
   */
  default Set<String> options() {
    return Set.of();
  }

  /**
   * Names of its own options that take a value and end the options: everything after them is an
   * operand. Only commands that run programs have such options.
   */
  default Set<String> lastOptions() {
    return Set.of();
  }

  /** Names of its own options that take no value: {@code --why}. */
  default Set<String> flags() {
    return Set.of();
  }

  /** Whether it opens a context, so that options of languages have an effect. */
  default boolean takesLanguageOptions() {
    return true;
  }

  /**
   * Carries it out.
   *
   * @return exit status
   * @throws CommandFailure if it cannot be carried out
   */
  int run(Arguments arguments);
}
