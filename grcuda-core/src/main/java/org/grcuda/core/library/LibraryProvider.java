package org.grcuda.core.library;

import org.grcuda.types.GrCudaException;

/**
 * Runs the functions of a library on the devices of a session: the reference implementation, or a
 * vendor's library.
 */
interface LibraryProvider {

  /** Whether it runs {@code function}. */
  boolean offers(LibraryFunction function);

  /**
   * Checks the arguments and submits the call; returns when it is scheduled. The DAG knows all
   * memory that the call touches, and how.
   *
   * @return the status, 0; or the function's result
   * @throws GrCudaException naming the argument, if one is wrong
   */
  Object call(LibraryFunction function, LibraryArguments arguments);
}
