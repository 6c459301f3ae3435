package org.grcuda.driver;

import java.util.List;
import org.grcuda.driver.option.Option;

/**
 * Makes a backend known: implementations are registered with {@link java.util.ServiceLoader}, and
 * nothing above this contract names one.
 */
public interface DriverProvider {

  /** The backend's name, as the option {@code grcuda.Backend} takes it, such as {@code "cpu"}. */
  String name();

  /**
   * Order in which {@code Backend=auto} tries the providers, highest first. A negative rank is
   * taken only when asked for by name.
   */
  int rank();

  /**
   * Whether kernels run as unconfined machine code: only programs that may run native code get such
   * a backend.
   */
  boolean needsNativeAccess();

  /** The options of this backend alone: users set them like all others. */
  default List<Option> options() {
    return List.of();
  }

  /** Whether this machine can run the backend, and why not. Opens nothing, never throws. */
  Availability probe();

  /**
   * Opens a driver. Two drivers share nothing: each has devices and memory of its own.
   *
   * @throws DriverException if {@link #probe} says that the backend is not available, or a setting
   *     is out of range
   * @throws org.grcuda.driver.option.OptionException if options contradict each other
   */
  Driver open(DriverSettings settings);

  /** The answer of {@link #probe}: {@code reason} is one line for the user, also when available. */
  record Availability(boolean available, String reason) {}
}
