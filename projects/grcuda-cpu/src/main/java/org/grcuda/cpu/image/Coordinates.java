package org.grcuda.cpu.image;

import java.lang.foreign.ValueLayout;

/**
 * The words that an instruction on images takes: the first four in two registers, the others in
 * memory of the thread.
 *
 * @param low the first two words
 * @param high the next two
 * @param buffer address of the words from the fifth on
 */
record Coordinates(long low, long high, long buffer) {

  /** Words in registers. */
  static final int IN_REGISTERS = 4;

  /** Word {@code index}. */
  int word(int index) {
    return switch (index) {
      case 0 -> (int) low;
      case 1 -> (int) (low >>> 32);
      case 2 -> (int) high;
      case 3 -> (int) (high >>> 32);
      default ->
          BoundImage.ALL.get(ValueLayout.JAVA_INT_UNALIGNED, buffer + 4L * (index - IN_REGISTERS));
    };
  }

  /** Word {@code index} as a float. */
  float number(int index) {
    return Float.intBitsToFloat(word(index));
  }
}
