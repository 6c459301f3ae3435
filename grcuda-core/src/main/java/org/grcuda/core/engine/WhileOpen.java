package org.grcuda.core.engine;

import java.util.function.Supplier;
import org.grcuda.driver.DriverException;
import org.grcuda.types.GrCudaException;

/** Calls of the runtime and the driver, during which another thread may close the session. */
final class WhileOpen {

  private WhileOpen() {}

  /**
   * The result of a call.
   *
   * @throws GrCudaException if the context is closed, before or meanwhile, the driver refuses, or
   *     the program is mistaken
   */
  static <T> T call(Computations session, Supplier<T> call) {
    session.checkOpen();
    try {
      return call.get();
    } catch (DriverException e) {
      throw GrCudaException.of(e);
    } catch (IllegalStateException e) {
      throw RuntimeErrors.of(session, e);
    }
  }
}
