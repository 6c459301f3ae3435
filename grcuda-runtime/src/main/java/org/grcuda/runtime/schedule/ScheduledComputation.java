package org.grcuda.runtime.schedule;

import java.util.List;

/**
 * One computation of a {@link Schedule}.
 *
 * @param id its number in the order of submission, from 1; greater for transfers that are part of
 *     another computation's submission
 * @param name the kernel's name, or another name that says what the computation does
 * @param kind what it is
 * @param arguments what it uses, in the order in which the program named it
 * @param shape of a launch; null for anything else
 * @param transfer of a transfer or prefetch; null for anything else
 * @param device ordinal of its device; {@link #HOST} for host code and for a computation that got
 *     no device
 * @param stream index of its stream on the device; -1 where there is none
 * @param submittedNanos when the program submitted it
 * @param startNanos when the device began it; {@link #UNTIMED} where that was not recorded
 * @param endNanos when it ended; {@link #UNTIMED} where that was not recorded
 * @param status how far it had got
 * @param failure the error, with the name of the computation that failed first; null unless this
 *     computation failed
 * @param pull when and why a device took it, or has planned it; null where it was not pulled
 */
public record ScheduledComputation(
    long id,
    String name,
    ComputationKind kind,
    List<Argument> arguments,
    Shape shape,
    Transfer transfer,
    int device,
    int stream,
    long submittedNanos,
    long startNanos,
    long endNanos,
    ComputationStatus status,
    String failure,
    Pull pull) {

  /** The place that is no device. */
  public static final int HOST = -1;

  /** In place of a time that was not recorded. */
  public static final long UNTIMED = -1;

  /** Copies the list. */
  public ScheduledComputation {
    arguments = List.copyOf(arguments);
  }

  /** Whether start and end are known. */
  public boolean isTimed() {
    return startNanos != UNTIMED && endNanos != UNTIMED;
  }

  /** From start to end; {@link #UNTIMED} where they are not known. */
  public long durationNanos() {
    return isTimed() ? endNanos - startNanos : UNTIMED;
  }

  /** What it uses, on one line: {@code in x, out y[0..16 bytes]}. */
  public String argumentText() {
    StringBuilder text = new StringBuilder();
    for (Argument argument : arguments) {
      text.append(text.isEmpty() ? "" : ", ").append(argument);
    }
    return text.toString();
  }

  /**
   * A use of memory.
   *
   * @param array the name of the array
   * @param mode {@code in}, {@code out} or {@code inout}
   * @param offset in bytes
   * @param bytes length
   * @param isWhole whether it is the whole array
   */
  public record Argument(String array, String mode, long offset, long bytes, boolean isWhole) {

    @Override
    public String toString() {
      String part = isWhole ? "" : "[" + offset + ".." + (offset + bytes) + " bytes]";
      return mode + " " + array + part;
    }
  }

  /** Grid and block in each dimension, and the dynamic shared memory of a block in bytes. */
  public record Shape(
      int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ, int sharedBytes) {

    /** {@code "64 x 256"}, or {@code "8,8 x 16,16"}, with as many dimensions as are used. */
    @Override
    public String toString() {
      boolean deep = gridZ > 1 || blockZ > 1;
      boolean flat = deep || gridY > 1 || blockY > 1;
      return extents(flat, deep, gridX, gridY, gridZ)
          + " x "
          + extents(flat, deep, blockX, blockY, blockZ);
    }

    private static String extents(boolean flat, boolean deep, int x, int y, int z) {
      return x + (flat ? "," + y : "") + (deep ? "," + z : "");
    }
  }

  /**
   * What a transfer moves.
   *
   * @param from ordinal of the device that has it, or {@link #HOST}
   * @param to ordinal of the device that gets it, or {@link #HOST}
   * @param bytes how much
   * @param reloadedBytes how much of it {@code to} has had and has given up to make room
   */
  public record Transfer(int from, int to, long bytes, long reloadedBytes) {

    /** Of data that was never given up. */
    public Transfer(int from, int to, long bytes) {
      this(from, to, bytes, 0);
    }
  }

  /**
   * How a device pulled it.
   *
   * @param reason why it is next there, in one word: {@code free}, {@code follows}, {@code
   *     set-free}, {@code one-more}, {@code priority}, {@code order}, {@code stolen}, {@code
   *     urgent}
   * @param array what is loaded for it, as far as that is the reason; else null
   * @param plannedNanos when it came into the plan of the device
   * @param takenNanos when the device took it; {@link #UNTIMED} if it has not
   */
  public record Pull(String reason, String array, long plannedNanos, long takenNanos) {}
}
