package org.grcuda.core.guest;

import org.grcuda.types.GrCudaException;

/** Checks the number of arguments of a call. */
public final class Arity {

  private Arity() {}

  /**
   * Refuses a call of {@code name} with {@code given} arguments unless {@code least} to {@code
   * most} were expected.
   */
  public static void check(String name, int least, int most, int given) {
    if (given < least || given > most) {
      String expected = least == most ? "" + least : least + " to " + most;
      throw GuestException.of(
          GrCudaException.Kind.ARITY,
          name
              + " takes "
              + expected
              + (most == 1 ? " argument" : " arguments")
              + ", given "
              + given);
    }
  }
}
