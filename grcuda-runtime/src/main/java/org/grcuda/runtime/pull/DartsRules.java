package org.grcuda.runtime.pull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What {@link Darts} does, for comparisons: {@code new PullSelection((data, links) -> new
 * Darts(data, rules))} is a policy for {@code GrCuda.Builder.deviceSelection}.
 *
 * @param parts what it does of what it can do
 * @param mostScanned most data that are compared, in the order of their numbers
 * @param commonUsers a datum that more ready tasks read counts as being on every device, if these
 *     tasks take longer than to bring it there; until half as many read it
 */
public record DartsRules(Set<Part> parts, int mostScanned, int commonUsers) {

  /** What can be left out. */
  public enum Part {
    /**
     * Where no datum sets a task free, one is loaded that does with one more (S1 of Algorithm 3);
     * else the ready task of the highest priority comes next.
     */
    ONE_MORE,
    /**
     * A device for which nothing is left takes planned tasks of another, which the publication
     * leaves open.
     */
    STEALING,
    /** Priorities count; else tasks are in the order of their ids. */
    PRIORITIES,
    /**
     * A task all of whose data is on several devices goes to the one with the shortest plan
     * (section 5.3); else to each in turn, as StarPU does.
     */
    SHORTEST_PLAN,
    /** The best datum is searched; else the search ends at the first that sets a task free. */
    BEST_DATUM,
    /**
     * A device full of data that further tasks change prefers tasks for what it has. Not published.
     */
    SWEEPS,
    /**
     * A device that has taken enough, and to which no data is on its way, takes a task for which it
     * loads some, if what it has to do lasts only for a few transfers. Not published.
     */
    LOADING_AHEAD
  }

  /** All of it. */
  public static final DartsRules ALL =
      new DartsRules(EnumSet.allOf(Part.class), Integer.MAX_VALUE, 1024);

  /** As published: without stealing, common data, sweeps and loading ahead. */
  public static final DartsRules PUBLISHED =
      ALL.without(Part.STEALING)
          .without(Part.SWEEPS)
          .without(Part.LOADING_AHEAD)
          .withCommon(Integer.MAX_VALUE);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if no datum may be compared, or the users are negative
   */
  public DartsRules {
    if (mostScanned < 1) {
      throw new IllegalArgumentException("at least 1 datum is compared, not " + mostScanned);
    }
    if (commonUsers < 0) {
      throw new IllegalArgumentException(
          "commonUsers: expected 0 or more users, given " + commonUsers);
    }
    EnumSet<Part> copy = EnumSet.noneOf(Part.class);
    copy.addAll(parts);
    parts = Collections.unmodifiableSet(copy);
  }

  /** All but {@code part}. */
  public DartsRules without(Part part) {
    EnumSet<Part> fewer = EnumSet.noneOf(Part.class);
    fewer.addAll(parts);
    fewer.remove(part);
    return new DartsRules(fewer, mostScanned, commonUsers);
  }

  /** Compares so many data at most. */
  public DartsRules scanning(int most) {
    return new DartsRules(parts, most, commonUsers);
  }

  /** A datum that more ready tasks read counts as being on every device. */
  public DartsRules withCommon(int moreUsers) {
    return new DartsRules(parts, mostScanned, moreUsers);
  }

  boolean has(Part part) {
    return parts.contains(part);
  }

  /** Whether only some of the data are looked at, in the order of their numbers. */
  boolean isPartial() {
    return !has(Part.BEST_DATUM) || mostScanned < Integer.MAX_VALUE;
  }
}
