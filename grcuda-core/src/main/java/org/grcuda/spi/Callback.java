package org.grcuda.spi;

import java.util.List;

/** A function of a guest program. It is called on a thread of the program. */
public interface Callback {

  /** Its name in the program; empty if it has none. */
  String name();

  /**
   * Calls it, and does not look at its value. What it throws is thrown.
   *
   * @param arguments as results of a {@link ProvidedFunction}
   */
  void run(List<?> arguments);
}
