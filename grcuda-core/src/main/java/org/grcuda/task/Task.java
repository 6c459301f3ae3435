package org.grcuda.task;

/**
 * Work that kernels and functions of the host can do alike: configured and called as a kernel is.
 * Each call is done by the implementation that is predicted to finish first. Programs do not
 * implement it: {@code GrCuda.task} makes one.
 */
public interface Task {

  /** The name of its kernel. */
  String name();

  /** A grid of {@code x} blocks, for its kernels. */
  default Grid grid(int x) {
    return grid(x, 1, 1);
  }

  /** A grid of {@code x} by {@code y} blocks. */
  default Grid grid(int x, int y) {
    return grid(x, y, 1);
  }

  /** A grid of {@code x} by {@code y} by {@code z} blocks. */
  Grid grid(int x, int y, int z);

  /**
   * At least {@code threads} threads in one dimension, for its kernels.
   *
   * @throws org.grcuda.types.GrCudaException if {@code threads} is below 1, or more than a grid can
   *     have
   */
  Configuration forall(long threads);

  /** A task with a grid. */
  interface Grid {

    /** With blocks of {@code x} threads. */
    default Configuration block(int x) {
      return block(x, 1, 1);
    }

    /** With blocks of {@code x} by {@code y} threads. */
    default Configuration block(int x, int y) {
      return block(x, y, 1);
    }

    /** With blocks of {@code x} by {@code y} by {@code z} threads. */
    Configuration block(int x, int y, int z);
  }

  /** A task with grid and block: immutable, reusable. */
  interface Configuration {

    /**
     * Calls it; returns when the call is scheduled.
     *
     * @param arguments as of its kernel
     * @throws org.grcuda.types.GrCudaException if number, type or range of an argument is wrong, or
     *     the device refuses the shape
     */
    void launch(Object... arguments);
  }
}
