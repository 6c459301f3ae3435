package org.grcuda.core.library;

import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.computation.Region;
import org.grcuda.types.GrCudaException;

/**
 * A vector or a matrix of a call, checked to be long enough.
 *
 * @param place how messages call it: {@code "cublasSaxpy, argument 3 'x'"}
 * @param array the part of the device array that the call uses; null if an address was given
 * @param address that address
 * @param footprint the memory that it lies in
 */
record Operand(String place, NdArray array, long address, Footprint footprint) {

  /** The memory that a call may touch. */
  Region region() {
    return array != null ? array.region() : footprint.region();
  }

  /** Passes it to a kernel. */
  void pass(LaunchArguments arguments, int index) {
    if (array != null) {
      arguments.array(index, array);
    } else {
      arguments.integer(index, address);
    }
  }

  /**
   * Refuses an output that shares memory with an input: the values read would be undefined.
   *
   * @param inputs may contain null for no input
   */
  void checkApartFrom(Operand... inputs) {
    for (Operand input : inputs) {
      if (input != null && footprint.overlaps(input.footprint)) {
        throw overlap(input);
      }
    }
  }

  /** As {@link #checkApartFrom}, but exactly the same elements in the same order are allowed. */
  void checkSameOrApartFrom(Operand input, boolean sameOrder) {
    if (!(sameOrder && footprint.isSameAs(input.footprint))) {
      checkApartFrom(input);
    }
  }

  private GrCudaException overlap(Operand input) {
    String other = input.place.substring(input.place.indexOf(", ") + 2);
    return new GrCudaException(
        GrCudaException.Kind.VALUE,
        place + ": the output shares memory with " + other + "; use a copy of one of them");
  }
}
