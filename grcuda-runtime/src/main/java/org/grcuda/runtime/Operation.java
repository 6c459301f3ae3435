package org.grcuda.runtime;

import org.grcuda.driver.Device;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;

/** What a computation does once the data it uses is valid where it runs. */
public sealed interface Operation {

  /**
   * Launches a kernel.
   *
   * @param kernel finds the kernel on the chosen device
   * @param shape grid, block and dynamic shared memory
   * @param parameters parameter block, 8 bytes a word, little-endian, each parameter at its natural
   *     alignment; owned by the operation from now on
   * @param parameterBytes bytes of it that are used
   * @param pointerWords for each access of the computation the word of {@code parameters} that
   *     receives its address on the chosen device, -1 for none; shorter if the rest has none
   */
  record Launch(
      KernelLookup kernel,
      LaunchShape shape,
      long[] parameters,
      int parameterBytes,
      int[] pointerWords)
      implements Operation {}

  /** Finds a kernel on a device, loading its module there at the first call. */
  @FunctionalInterface
  interface KernelLookup {

    /**
     * The kernel on {@code device}. Called with the scheduling lock held: must not wait for
     * computations.
     *
     * @throws org.grcuda.driver.DriverException if its module cannot be loaded there
     */
    Function on(Device device);
  }

  /**
   * Copies the contents of {@code source} to {@code destination}: same length, no overlap. The
   * accesses of the computation are OVERWRITE of the first and READ of the second.
   */
  record Copy(Region destination, Region source) implements Operation {

    /** Checks the lengths. */
    public Copy {
      if (destination.length() != source.length()) {
        throw new IllegalArgumentException(
            "copy of " + source.length() + " bytes to " + destination.length());
      }
      if (destination.overlaps(source)) {
        throw new IllegalArgumentException("copy between overlapping regions of one array");
      }
    }
  }

  /**
   * Fills {@code destination} with the low {@code width} bytes of the 128 bits {@code high:low}.
   * The access of the computation is OVERWRITE of it.
   *
   * @param width 1, 2, 4, 8 or 16; divides the region's length and offset
   */
  record Fill(Region destination, long low, long high, int width) implements Operation {

    /** The widest element, a pair of doubles. */
    private static final int MAX_WIDTH = 16;

    /** Checks the width. */
    public Fill {
      if (Integer.bitCount(width) != 1 || width > MAX_WIDTH || destination.length() % width != 0) {
        throw new IllegalArgumentException(
            "fill of " + destination.length() + " bytes with elements of " + width);
      }
    }

    /** With elements of at most 8 bytes. */
    public Fill(Region destination, long pattern, int width) {
      this(destination, pattern, 0, width);
    }
  }

  /** Frees an allocation once everything that uses it has completed. */
  record Free(Allocation allocation) implements Operation {}

  /** Runs host code, on the thread that submits it, after the parents. */
  record HostCall(HostFunction function) implements Operation {}

  /** Host code that takes part in the schedule. */
  @FunctionalInterface
  interface HostFunction {

    /**
     * Called without any lock.
     *
     * @param addresses of each access of the computation, valid on the host; in that order
     * @return the value of the call
     */
    Object call(long[] addresses);
  }
}
