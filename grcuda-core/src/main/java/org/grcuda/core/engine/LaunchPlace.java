package org.grcuda.core.engine;

import org.grcuda.driver.Driver;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.types.GrCudaException;

/** Where a computation runs: memory that exists on only one device forces it there. */
final class LaunchPlace {

  private LaunchPlace() {}

  /**
   * The place of a launch for which {@code requested} was asked.
   *
   * @param arguments the memory of its arguments
   * @param named these and the variables of its module; a variable of which every device has a copy
   *     forces no device
   * @throws GrCudaException if it uses memory of another device
   */
  static Placement of(
      Driver driver, String kernel, Access[] arguments, Access[] named, Placement requested) {
    Placement place = requested;
    for (Access access : named) {
      int device = access.allocation().device();
      if (device == Placement.ANY_DEVICE || device == place.device()) {
        continue;
      }
      if (place.device() != Placement.ANY_DEVICE || !place.allows(device)) {
        throw refuse(kernel, access.allocation(), requested);
      }
      place = Placement.onDevice(device);
    }
    for (Access access : arguments) {
      int home = access.allocation().home();
      if (home != Places.HOST && !reaches(place, home, driver)) {
        throw refuse(kernel, access.allocation(), requested);
      }
    }
    return nearest(arguments, place);
  }

  /** Whether a kernel at {@code place} can use memory that stays on device {@code home}. */
  private static boolean reaches(Placement place, int home, Driver driver) {
    return place.device() == Placement.ANY_DEVICE
        ? place.allows(home)
        : driver.copiesBetween(home, place.device());
  }

  /**
   * {@code requested}, unless it leaves the device open; then the device where the memory stays.
   */
  static Placement nearest(Access[] accesses, Placement requested) {
    if (requested.device() == Placement.ANY_DEVICE) {
      for (Access access : accesses) {
        int home = access.allocation().home();
        if (home != Places.HOST) {
          return Placement.onDevice(home);
        }
      }
    }
    return requested;
  }

  /** The place of a copy into {@code target}, or a fill: where memory stays, or is preferred. */
  static Placement into(Storage target, Access[] accesses) {
    Placement place = nearest(accesses, Placement.ANYWHERE);
    return place == Placement.ANYWHERE && target.preferredDevice() != Placement.ANY_DEVICE
        ? Placement.onDevice(target.preferredDevice())
        : place;
  }

  private static GrCudaException refuse(String kernel, Allocation allocation, Placement requested) {
    Object given =
        requested.stream() != null
            ? requested.stream()
            : requested.device() != Placement.ANY_DEVICE
                ? "device " + requested.device()
                : "devices of another kind";
    return new GrCudaException(
        GrCudaException.Kind.UNSUPPORTED,
        "kernel '"
            + kernel
            + "' uses "
            + allocation
            + ", which is on device "
            + Math.max(allocation.device(), allocation.home())
            + " only; given "
            + given);
  }
}
