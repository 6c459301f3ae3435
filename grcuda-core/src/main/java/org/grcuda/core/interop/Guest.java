package org.grcuda.core.interop;

import java.util.function.Supplier;
import org.grcuda.GrCudaException;
import org.grcuda.driver.DriverException;

/** Where the engine's exceptions become the guest's. */
public final class Guest {

  private Guest() {}

  /** Runs {@code action}; what the engine or the driver throws becomes a guest exception. */
  public static <R> R guarded(Supplier<R> action) {
    try {
      return action.get();
    } catch (GrCudaException e) {
      throw GuestException.of(e, null);
    } catch (DriverException e) {
      throw GuestException.of(e, null);
    }
  }
}
