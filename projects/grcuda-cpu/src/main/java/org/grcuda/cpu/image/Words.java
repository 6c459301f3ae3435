package org.grcuda.cpu.image;

import java.lang.foreign.ValueLayout;

/**
 * The words that an instruction on images takes and gives. It takes the first four in registers,
 * the others in memory of the thread.
 */
abstract class Words {

  /** Words in registers. */
  static final int IN_REGISTERS = 4;

  final BoundImage t;
  final long code;
  private final int word0;
  private final int word1;
  private final int word2;
  private final int word3;
  private final long buffer;
  private int result0;
  private int result1;
  private int result2;
  private int result3;

  /**
   * @param buffer address of the words from the fifth on
   */
  Words(BoundImage t, long code, int word0, int word1, int word2, int word3, long buffer) {
    this.t = t;
    this.code = code;
    this.word0 = word0;
    this.word1 = word1;
    this.word2 = word2;
    this.word3 = word3;
    this.buffer = buffer;
  }

  /** Word {@code index} of those that it takes. */
  final int word(int index) {
    return switch (index) {
      case 0 -> word0;
      case 1 -> word1;
      case 2 -> word2;
      case 3 -> word3;
      default ->
          BoundImage.ALL.get(ValueLayout.JAVA_INT_UNALIGNED, buffer + 4L * (index - IN_REGISTERS));
    };
  }

  /** Word {@code index} as a float. */
  final float number(int index) {
    return Float.intBitsToFloat(word(index));
  }

  /** Sets word {@code index} of the result. */
  final void give(int index, int bits) {
    switch (index) {
      case 0 -> result0 = bits;
      case 1 -> result1 = bits;
      case 2 -> result2 = bits;
      default -> result3 = bits;
    }
  }

  /** Word {@code index} of the result. */
  final int given(int index) {
    return switch (index) {
      case 0 -> result0;
      case 1 -> result1;
      case 2 -> result2;
      default -> result3;
    };
  }

  /** Two words of the result, from {@code index} on. */
  final long pair(int index) {
    return given(index) & 0xffff_ffffL | (long) given(index + 1) << 32;
  }
}
