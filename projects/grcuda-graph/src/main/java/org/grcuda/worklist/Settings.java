package org.grcuda.worklist;

import org.grcuda.types.GrCudaException;

/**
 * How a worklist runs. The defaults suit most programs.
 *
 * @param schedule who waits for whom
 * @param delta vertices are near whose value is less than a threshold, which is raised by delta
 *     when no near ones are left; 0 for no order
 * @param strict whether the threshold is raised for all parts at a time, when none has near
 *     vertices; else each part raises its own
 * @param fusedLimit with at most so many near vertices, one block does several rounds in one
 *     launch; 0 for never
 * @param fusedRounds the most such rounds while something waits to be sent
 * @param packet most pairs of a packet: 8 bytes each. A quarter of the default made PageRank take
 *     107 ms instead of 83, on eight simulated devices
 */
public record Settings(
    Schedule schedule, double delta, boolean strict, int fusedLimit, int fusedRounds, int packet) {

  /** Who waits for whom. */
  public enum Schedule {
    /** What suits the algorithm and the graph; asynchronous for a worklist of the program. */
    AUTOMATIC,
    /** Each part goes on as soon as it has work. */
    ASYNCHRONOUS,
    /** All parts do one round, then all pairs are sent, then the next round begins. */
    BULK_SYNCHRONOUS
  }

  /** The automatic schedule, without an order. */
  public static final Settings DEFAULT =
      new Settings(Schedule.AUTOMATIC, 0, false, 4096, 8, 1 << 18);

  /** Refuses numbers that are out of range. */
  public Settings {
    require(
        delta >= 0 && delta < Double.POSITIVE_INFINITY, "delta", "a number of at least 0", delta);
    require(fusedLimit >= 0, "fusedLimit", "at least 0", fusedLimit);
    require(fusedRounds >= 1, "fusedRounds", "at least 1", fusedRounds);
    require(packet >= 1, "packet", "at least 1", packet);
  }

  private static void require(boolean holds, String name, String expected, Number given) {
    if (!holds) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "worklist, '" + name + "': expected " + expected + ", given " + given);
    }
  }

  /** With another schedule. */
  public Settings schedule(Schedule other) {
    return new Settings(other, delta, strict, fusedLimit, fusedRounds, packet);
  }

  /** With another delta. */
  public Settings delta(double other) {
    return new Settings(schedule, other, strict, fusedLimit, fusedRounds, packet);
  }

  /** With one threshold for all parts, or one for each. */
  public Settings strict(boolean other) {
    return new Settings(schedule, delta, other, fusedLimit, fusedRounds, packet);
  }

  /** With other bounds of what one launch does. */
  public Settings fused(int limit, int rounds) {
    return new Settings(schedule, delta, strict, limit, rounds, packet);
  }

  /** With packets of at most {@code pairs} pairs. */
  public Settings packet(int pairs) {
    return new Settings(schedule, delta, strict, fusedLimit, fusedRounds, pairs);
  }
}
