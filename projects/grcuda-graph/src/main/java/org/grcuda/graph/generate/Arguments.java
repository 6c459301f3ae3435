package org.grcuda.graph.generate;

import org.grcuda.types.GrCudaException;

/** Refusals of arguments, by the name of the generator and of its parameter. */
final class Arguments {

  static final int MAX_VERTICES = Integer.MAX_VALUE - 1;

  private Arguments() {}

  static void require(String generator, String parameter, long given, long least, long most) {
    if (given < least || given > most) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          generator
              + ", "
              + parameter
              + ": expected "
              + least
              + " to "
              + most
              + ", given "
              + given);
    }
  }
}
