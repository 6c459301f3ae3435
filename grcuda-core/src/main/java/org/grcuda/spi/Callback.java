package org.grcuda.spi;

import java.util.List;

/** A function of a guest program. It is called on a thread of the program. */
public interface Callback {

  /** Its name in the program; empty if it has none. */
  String name();

  /**
   * Calls it. What it throws is thrown.
   *
   * @param arguments as results of a {@link ProvidedFunction}
   * @return as of {@link Call#plain}, or null
   */
  Object call(List<?> arguments);
}
