package org.grcuda.graph.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Looks at eight characters at once, as one number of 64 bits, the first one lowest. */
final class Word {

  /** Characters of a word. */
  static final int COUNT = 8;

  private static final ValueLayout.OfLong LAYOUT =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final long EACH = 0x0101010101010101L;
  private static final long TOP_BITS = 0x80 * EACH;
  private static final long ZEROS = '0' * EACH;
  private static final long NEWLINES = '\n' * EACH;

  /** Added to a byte from 10 on it sets the top bit, or the byte has it already. */
  private static final long TO_TOP = (0x80 - 10) * EACH;

  private Word() {}

  /** With how many digits the word at {@code at} begins. */
  static int count(MemorySegment text, long at) {
    long values = text.get(LAYOUT, at) ^ ZEROS;
    // A carry reaches only bytes after the first one that is no digit.
    long others = (values + TO_TOP | values) & TOP_BITS;
    return Long.numberOfTrailingZeros(others) / Byte.SIZE;
  }

  /** The number that the first {@code digits} characters are, from 1 to 8 digits. */
  static int value(MemorySegment text, long at, int digits) {
    long values = (text.get(LAYOUT, at) ^ ZEROS) << (COUNT - digits) * Byte.SIZE;
    // Neighbours are put together: digits to pairs, pairs to fours, fours to the number.
    long pairs = (values * 10 + (values >>> 8)) & 0x00FF00FF00FF00FFL;
    long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000FFFF0000FFFFL;
    return (int) (fours * 10_000 + (fours >>> 32));
  }

  /** Whether one of the characters is a newline. */
  static boolean hasNewline(MemorySegment text, long at) {
    long others = text.get(LAYOUT, at) ^ NEWLINES;
    return ((others - EACH) & ~others & TOP_BITS) != 0;
  }
}
