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

  /** Whether {@code text} can be run; else lines are missing. */
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

  /** Lets happen what is due; whether that was something. */
  default boolean proceed() {
    return false;
  }

  /**
   * Stops what runs; called by any thread. Languages that take the signal of Ctrl-C themselves need
   * not be told.
   */
  default void interrupt() {}

  /** What the name that {@code text} ends with may become: its beginning, then the candidates. */
  List<String> complete(String text);

  /** Ends the session with {@code status}; returns the exit status of the process. */
  int end(int status);

  @Override
  void close();
}
