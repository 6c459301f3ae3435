package org.grcuda.world.mobile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.world.mobile.SmallWorld.Kind;
import org.grcuda.world.mobile.SmallWorld.Step;
import org.grcuda.world.progress.Credits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every order in which the frames of small programs may arrive: calls are handled once and in their
 * order, objects are on one rank, and the end comes and is never early. More of them: {@code
 * -Dtest=EveryDeliveryTest -Dgrcuda.test.orders=1000}.
 */
@Timeout(3600)
final class EveryDeliveryTest {

  private static final int PROGRAMS = Integer.getInteger("grcuda.test.orders", 5);
  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);

  /** Of programs with more orders, only so many are tried. */
  private static final int MOST_ORDERS = 100_000;

  private static final GrCuda CUDA = GrCuda.builder().option("Backend", "null").open();

  @AfterAll
  static void close() {
    CUDA.close();
  }

  private static void check(int ranks, int steps, int mostPassedOver) {
    int whole = 0;
    long orders = 0;
    for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      int count =
          EveryDelivery.check(
              CUDA, SmallWorld.random(seed, ranks, steps), mostPassedOver, MOST_ORDERS);
      orders += count;
      whole += count < MOST_ORDERS ? 1 : 0;
    }
    System.out.println(
        ranks + " ranks, " + steps + " steps: " + orders + " orders, all of " + whole);
    assertTrue(whole > PROGRAMS / 2, "all orders were tried of " + whole + " programs only");
  }

  @Test
  void aCallFollowsAnObjectThatMovesTwice() {
    List<Step> steps =
        List.of(
            new Step(Kind.MOVE, 0, 0, 1),
            new Step(Kind.CALL, 1, 0, 0),
            new Step(Kind.MOVE, 1, 0, 0));
    int orders =
        EveryDelivery.check(
            CUDA, new SmallWorld(2, 1, steps, new Credits(1, 1), false), 4, MOST_ORDERS);
    assertTrue(orders > 1 && orders < MOST_ORDERS, orders + " orders");
  }

  /** One wave alone would find as many calls handled as sent, and one is on its way. */
  @Test
  void oneWaveDoesNotEndTheRun() {
    List<Step> steps = List.of(new Step(Kind.FAN, 2, 1, 0));
    int orders =
        EveryDelivery.check(
            CUDA, new SmallWorld(3, 3, steps, new Credits(1, 1), false), 2, MOST_ORDERS);
    assertTrue(orders > 100, orders + " orders");
  }

  @Test
  void twoRanks() {
    check(2, 3, 4);
  }

  @Test
  void threeRanks() {
    check(3, 2, 2);
  }
}
