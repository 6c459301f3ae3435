package org.grcuda.cli;

import java.util.List;
import java.util.OptionalInt;

/** A session of one language, statement after statement. */
interface Repl extends AutoCloseable {

  /** The line that greets. */
  String banner();

  /** What stands before a statement. */
  String prompt();

  /** What stands before its further lines. */
  String continuation();

  /** What is printed when Ctrl-C was pressed while no statement ran. */
  String interrupted();

  /** Whether {@code text} can be run; if not, lines are missing. */
  boolean isComplete(String text);

  /**
   * Runs {@code text}, prints its value or its error.
   *
   * @return the exit status if that ends the session
   */
  OptionalInt run(String text);

  /** Whether something may happen while no statement runs: a timer, the end of a computation. */
  default boolean isWaiting() {
    return false;
  }

  /** Runs due timers and callbacks; returns whether there were any. */
  default boolean proceed() {
    return false;
  }

  /**
   * Stops the running statement; called by any thread. Languages that handle the signal of Ctrl-C
   * themselves need not implement it.
   */
  default void interrupt() {}

  /**
   * Completions of the name at the end of {@code text}: the part to replace, then the candidates.
   */
  List<String> complete(String text);

  /** Ends the session with {@code status}; returns the exit status of the process. */
  int end(int status);

  @Override
  void close();
}
