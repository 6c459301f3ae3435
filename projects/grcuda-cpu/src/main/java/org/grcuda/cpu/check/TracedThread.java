package org.grcuda.cpu.check;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A thread of a kernel, as a user names it: {@code kernel:block:thread}. Block and thread are
 * coordinates ({@code 1,0,2}, missing ones being 0), or one number for the position in the grid or
 * block, x fastest.
 *
 * @param kernel its name
 * @param block position of the block, or coordinates
 * @param thread position of the thread, or coordinates
 */
public record TracedThread(String kernel, Index block, Index thread) {

  private static final String NUMBERS = "[0-9]{1,10}(?:,[0-9]{1,10}){0,2}";
  private static final Pattern FORM =
      Pattern.compile("(.+):(" + NUMBERS + "):(" + NUMBERS + ")", Pattern.DOTALL);

  /**
   * One number or several coordinates.
   *
   * @param numbers one to three
   */
  public record Index(long[] numbers) {

    private static Index of(String text) {
      return new Index(Arrays.stream(text.split(",")).mapToLong(Long::parseLong).toArray());
    }

    /** Whether it means the position {@code (x, y, z)} in a shape of these extents. */
    public boolean means(int x, int y, int z, int extentX, int extentY) {
      if (numbers.length == 1) {
        return numbers[0] == x + (long) extentX * (y + (long) extentY * z);
      }
      return numbers[0] == x && numbers[1] == y && (numbers.length < 3 ? 0 : numbers[2]) == z;
    }
  }

  /** Whether {@code text} has the form {@code kernel:block:thread}. */
  public static boolean isWellFormed(String text) {
    return FORM.matcher(text).matches();
  }

  /**
   * The thread that {@code text} names.
   *
   * @throws IllegalArgumentException unless it has the form {@code kernel:block:thread}
   */
  public static TracedThread parse(String text) {
    var parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'" + text + "', expected kernel:block:thread");
    }
    return new TracedThread(parts.group(1), Index.of(parts.group(2)), Index.of(parts.group(3)));
  }
}
