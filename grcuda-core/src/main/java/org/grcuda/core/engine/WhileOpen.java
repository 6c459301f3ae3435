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
   * @throws GrCudaException if the session is closed, before or meanwhile, or the driver refuses
   */
  static <T> T call(Computations session, Supplier<T> call) {
    session.checkOpen();
    try {
      return call.get();
    } catch (DriverException e) {
      throw GrCudaException.of(e);
    } catch (IllegalStateException e) {
      // The useful error is that the session is closed, not that its parts are.
      session.checkOpen();
      throw e;
    }
  }
}
