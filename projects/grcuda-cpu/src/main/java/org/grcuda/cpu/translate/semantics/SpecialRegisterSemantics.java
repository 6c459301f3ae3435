package org.grcuda.cpu.translate.semantics;

import org.grcuda.cpu.exec.BlockContext;

/** Special registers that differ per thread or per read (PTX ISA 10, Special Registers). */
public final class SpecialRegisterSemantics {

  private SpecialRegisterSemantics() {}

  /** {@code %tid.x} of a thread given by its index in the block. */
  public static int tidX(BlockContext context, int thread) {
    return thread % context.launch.blockX;
  }

  /** {@code %tid.y}. */
  public static int tidY(BlockContext context, int thread) {
    return thread / context.launch.blockX % context.launch.blockY;
  }

  /** {@code %tid.z}. */
  public static int tidZ(BlockContext context, int thread) {
    return thread / (context.launch.blockX * context.launch.blockY);
  }

  /** {@code %lanemask_eq}; an int shift takes its amount modulo 32, as a lane is. */
  public static int lanemaskeq(int thread) {
    return 1 << thread;
  }

  /** {@code %lanemask_lt}. */
  public static int lanemasklt(int thread) {
    return (1 << thread) - 1;
  }

  /** {@code %lanemask_le}. */
  public static int lanemaskle(int thread) {
    return lanemasklt(thread) | lanemaskeq(thread);
  }

  /** {@code %lanemask_gt}. */
  public static int lanemaskgt(int thread) {
    return ~lanemaskle(thread);
  }

  /** {@code %lanemask_ge}. */
  public static int lanemaskge(int thread) {
    return ~lanemasklt(thread);
  }

  /** {@code %clock64}: the clock rate of the CPU devices is said to be 1 GHz. */
  public static long clock64() {
    return System.nanoTime();
  }

  /** {@code %clock}. */
  public static int clock() {
    return (int) clock64();
  }

  /** {@code %clock_hi}. */
  public static int clockHigh() {
    return (int) (clock64() >>> 32);
  }

  /** {@code %globaltimer}, in nanoseconds. */
  public static long globaltimer() {
    return System.nanoTime();
  }

  /** {@code %globaltimer_lo}. */
  public static int globaltimerLow() {
    return (int) globaltimer();
  }

  /** {@code %globaltimer_hi}. */
  public static int globaltimerHigh() {
    return (int) (globaltimer() >>> 32);
  }
}
