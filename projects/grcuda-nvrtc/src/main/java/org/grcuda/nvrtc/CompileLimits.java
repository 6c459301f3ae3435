package org.grcuda.nvrtc;

import java.time.Duration;

/**
 * Limits for the compilation of one program. Templates, macros and constant expressions can compute
 * anything, so a program can make its compiler use any amount of time and memory.
 *
 * @param memoryBytes resident memory of the compiler's process
 * @param stackBytes stack of the compiler's thread; it limits how deeply a program may nest
 * @param time from its start to its end
 */
public record CompileLimits(long memoryBytes, long stackBytes, Duration time) {

  /** 4 GiB of memory, 512 MiB of stack, 120 seconds. */
  public static final CompileLimits DEFAULT =
      new CompileLimits(4L << 30, 512L << 20, Duration.ofSeconds(120));

  private static final long LEAST_MEMORY = 256L << 20;
  private static final long LEAST_STACK = 1L << 20;

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if there is less than 256 MiB of memory, which the compiler
   *     needs for any program, less than 1 MiB of stack, or no time
   */
  public CompileLimits {
    if (memoryBytes < LEAST_MEMORY) {
      throw new IllegalArgumentException(
          "the compiler needs at least " + LEAST_MEMORY + " bytes of memory, got " + memoryBytes);
    }
    if (stackBytes < LEAST_STACK) {
      throw new IllegalArgumentException(
          "the compiler needs at least " + LEAST_STACK + " bytes of stack, got " + stackBytes);
    }
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("the compiler needs time, got " + time);
    }
  }
}
