package org.grcuda.core.engine;

import org.grcuda.driver.UsageException;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.types.GrCudaException;

/**
 * What the runtime throws, as the user is told of it. A computation that failed and a mistake of
 * the program become a {@link GrCudaException}; an error of this library stays what it is.
 */
final class RuntimeErrors {

  private RuntimeErrors() {}

  /** A computation failed. */
  static GrCudaException of(ComputationFailedException error) {
    return new GrCudaException(GrCudaException.Kind.DEVICE, error.getMessage(), error);
  }

  /** A mistake of the program. */
  static GrCudaException of(UsageException error) {
    return mistake("", error);
  }

  private static GrCudaException mistake(String prefix, UsageException error) {
    return new GrCudaException(GrCudaException.Kind.STATE, prefix + error.getMessage(), error);
  }

  /**
   * What to throw for {@code error}, which a call has thrown.
   *
   * @throws GrCudaException if another thread has closed the context: that is the useful error, not
   *     that its parts are closed
   */
  static RuntimeException of(Computations session, IllegalStateException error) {
    return of(session, "", error);
  }

  /** As the other; the message of a mistake begins with {@code prefix}. */
  static RuntimeException of(Computations session, String prefix, IllegalStateException error) {
    session.checkOpen();
    return error instanceof UsageException usage ? mistake(prefix, usage) : error;
  }
}
