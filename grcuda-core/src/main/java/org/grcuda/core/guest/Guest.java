package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.nodes.Node;
import java.util.function.Supplier;
import org.grcuda.driver.DriverException;
import org.grcuda.types.GrCudaException;

/** Turns the engine's exceptions into the guest's. */
public final class Guest {

  private Guest() {}

  /** Runs {@code action}; an exception of the engine or the driver becomes a guest exception. */
  public static <R> R guarded(Supplier<R> action) {
    try {
      return action.get();
    } catch (GrCudaException e) {
      throw GuestException.of(e, null);
    } catch (DriverException e) {
      throw GuestException.of(e, null);
    }
  }

  /** As {@link #guarded}; an error points at {@code node}, the node that sent the message. */
  @TruffleBoundary
  public static <R> R guarded(Node node, Supplier<R> action) {
    try {
      return guarded(action);
    } catch (GuestException e) {
      throw e.at(node);
    }
  }
}
