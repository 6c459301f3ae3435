package org.grcuda.world.mobile;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.grcuda.world.progress.Credits;

/**
 * A program of a few calls and moves.
 *
 * @param ranks how many there are
 * @param objects how many rank 0 and the next ones have made, one each
 * @param steps what ranks do before they run
 * @param credits of each rank
 * @param isBalanced whether each idle rank asks its neighbour for work once
 */
record SmallWorld(int ranks, int objects, List<Step> steps, Credits credits, boolean isBalanced) {

  /** What a step is. */
  enum Kind {
    /** Calls an object. */
    CALL,
    /** Calls an object, whose handler calls the next one. */
    RELAY,
    /** As {@link #RELAY}, twice. */
    FAN,
    /** Moves an object. */
    MOVE
  }

  /**
   * A step.
   *
   * @param rank that does it
   * @param target to which an object is moved
   */
  record Step(Kind kind, int rank, int object, int target) {}

  static SmallWorld random(long seed, int ranks, int steps) {
    Random random = new Random(seed);
    int objects = 1 + random.nextInt(2);
    List<Step> all = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      all.add(
          new Step(
              Kind.values()[random.nextInt(Kind.values().length)],
              random.nextInt(ranks),
              random.nextInt(objects),
              random.nextInt(ranks)));
    }
    Credits credits = random.nextBoolean() ? new Credits(1, 1) : Credits.USUAL;
    return new SmallWorld(ranks, objects, all, credits, random.nextBoolean());
  }
}
