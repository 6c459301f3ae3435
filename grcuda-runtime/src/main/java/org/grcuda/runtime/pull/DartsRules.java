package org.grcuda.runtime.pull;

/**
 * What {@link Darts} does, for comparisons: {@code new PullSelection((data, links) -> new
 * Darts(data, rules))} is a policy for {@code GrCuda.Builder.deviceSelection}.
 *
 * @param oneMore whether, where no datum sets a task free, one is loaded that does with one more
 *     (S1 of Algorithm 3); else the ready task of the highest priority comes next
 * @param stealing whether a device for which nothing is left takes planned tasks of another, which
 *     the publication leaves open
 * @param priorities whether priorities count; else tasks are in the order of their ids
 * @param shortestPlan whether a task all of whose data is on several devices goes to the one with
 *     the shortest plan (section 5.3); else to each in turn, as StarPU does
 * @param firstHit whether the search for a datum ends at the first that sets a task free
 * @param mostScanned most data that are compared, in the order of their numbers
 * @param commonUsers a datum that more ready tasks read counts as being on every device, if these
 *     tasks take longer than to bring it there; until half as many read it
 * @param sweeps whether a device full of data that further tasks change prefers tasks for what it
 *     has
 */
public record DartsRules(
    boolean oneMore,
    boolean stealing,
    boolean priorities,
    boolean shortestPlan,
    boolean firstHit,
    int mostScanned,
    int commonUsers,
    boolean sweeps) {

  /** All of it. */
  public static final DartsRules ALL =
      new DartsRules(true, true, true, true, false, Integer.MAX_VALUE, 1024, true);

  /** As published: without stealing, common data and sweeps. */
  public static final DartsRules PUBLISHED =
      new DartsRules(true, false, true, true, false, Integer.MAX_VALUE, Integer.MAX_VALUE, false);

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
  }

  /** Without S1. */
  public DartsRules withoutOneMore() {
    return new DartsRules(
        false, stealing, priorities, shortestPlan, firstHit, mostScanned, commonUsers, sweeps);
  }

  /** Without taking planned tasks of other devices. */
  public DartsRules withoutStealing() {
    return new DartsRules(
        oneMore, false, priorities, shortestPlan, firstHit, mostScanned, commonUsers, sweeps);
  }

  /** In the order of ids. */
  public DartsRules withoutPriorities() {
    return new DartsRules(
        oneMore, stealing, false, shortestPlan, firstHit, mostScanned, commonUsers, sweeps);
  }

  /** Devices with all data of a task get one in turn. */
  public DartsRules inTurn() {
    return new DartsRules(
        oneMore, stealing, priorities, false, firstHit, mostScanned, commonUsers, sweeps);
  }

  /** Takes the first datum that sets a task free. */
  public DartsRules atFirstHit() {
    return new DartsRules(
        oneMore, stealing, priorities, shortestPlan, true, mostScanned, commonUsers, sweeps);
  }

  /** Compares so many data at most. */
  public DartsRules scanning(int most) {
    return new DartsRules(
        oneMore, stealing, priorities, shortestPlan, firstHit, most, commonUsers, sweeps);
  }

  /** A datum that more ready tasks read counts as being on every device. */
  public DartsRules withCommon(int moreUsers) {
    return new DartsRules(
        oneMore, stealing, priorities, shortestPlan, firstHit, mostScanned, moreUsers, sweeps);
  }

  /** Goes by Algorithm 3 where a device is full of data that further tasks change, too. */
  public DartsRules withoutSweeps() {
    return new DartsRules(
        oneMore, stealing, priorities, shortestPlan, firstHit, mostScanned, commonUsers, false);
  }

  /** Whether only some of the data are looked at, in the order of their numbers. */
  boolean isPartial() {
    return firstHit || mostScanned < Integer.MAX_VALUE;
  }
}
