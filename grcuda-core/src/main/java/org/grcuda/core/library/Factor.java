package org.grcuda.core.library;

import org.grcuda.core.engine.LaunchArguments;

/**
 * A number such as alpha: in device memory, where the kernel reads it, or given with the call.
 *
 * @param operand where it lies; null if it was given with the call
 * @param re its real part then
 * @param im its imaginary part then
 */
record Factor(Operand operand, double re, double im) {

  /** How many parameters of a kernel it takes: a pointer and two numbers. */
  static final int PARAMETERS = 3;

  /** Passes it to a kernel, from parameter {@code index} on. */
  void pass(LaunchArguments arguments, int index) {
    if (operand != null) {
      operand.pass(arguments, index);
    } else {
      arguments.nullPointer(index);
    }
    arguments.floating(index + 1, re);
    arguments.floating(index + 2, im);
  }
}
