package org.grcuda.runtime.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.runtime.pull.DartsRules.Part;
import org.junit.jupiter.api.Test;

/** What DARTS chooses, in cases worked out by hand. A byte takes a nanosecond on each link. */
final class DartsTest {

  private static final long ON_HOST = 1;

  private final PullData data = new PullData(2, (bytes, from, to) -> bytes);
  private final Darts darts = new Darts(data, DartsRules.ALL);
  private long ids;

  private int datum(long bytes) {
    return data.newDatum(bytes, ON_HOST);
  }

  private int task(double nanos, double priority, int... inputs) {
    int task = data.newTask(++ids, inputs, 0);
    data.setNanos(task, nanos);
    data.setPriority(task, priority);
    return task;
  }

  private int ready(double nanos, double priority, int... inputs) {
    int task = task(nanos, priority, inputs);
    darts.ready(task, PullScheduler.NONE);
    return task;
  }

  @Test
  void theDatumThatSetsMostWorkFreeForItsTransferComesFirst() {
    int large = datum(100);
    int small = datum(10);
    ready(50, 9, large);
    int first = ready(20, 1, small);
    int second = ready(20, 2, small);
    assertEquals(second, darts.pull(0), "both are planned, by priority");
    assertEquals(first, darts.pull(0));
  }

  @Test
  void whereNoDatumSetsATaskFreeTheMostUrgentWithOneMoreIsPlanned() {
    int a = datum(10);
    int b = datum(10);
    int c = datum(10);
    ready(10, 1, a, b);
    int urgent = ready(10, 5, b, c);
    ready(10, 9, a, b, c);
    assertEquals(urgent, darts.pull(0));
    assertEquals(0, darts.plans.length(0), "one alone is planned");
  }

  @Test
  void withoutThatStepTheMostUrgentReadyTaskIsPlanned() {
    Darts without = new Darts(data, DartsRules.ALL.without(Part.ONE_MORE));
    int a = datum(10);
    int b = datum(10);
    without.ready(task(10, 5, a, b), PullScheduler.NONE);
    int urgent = task(10, 9, a, b, datum(10));
    without.ready(urgent, PullScheduler.NONE);
    assertEquals(urgent, without.pull(0));
  }

  private Darts with(DartsRules rules, int... tasks) {
    Darts made = new Darts(data, rules);
    for (int task : tasks) {
      made.ready(task, PullScheduler.NONE);
    }
    return made;
  }

  @Test
  void withoutPrioritiesTheOrderIsThatOfIds() {
    int first = task(10, 1, datum(10));
    int second = task(10, 9, datum(10));
    Darts without = with(DartsRules.ALL.without(Part.PRIORITIES), second, first);
    assertEquals(first, without.pull(0));
    assertEquals(second, without.pull(0));
  }

  @Test
  void atTheFirstHitTheSearchEnds() {
    int slow = task(10, 1, datum(100));
    int quick = task(10, 1, datum(10));
    Darts first = with(DartsRules.ALL.without(Part.BEST_DATUM), slow, quick);
    assertEquals(slow, first.pull(0));
    assertEquals(quick, first.pull(0));
  }

  @Test
  void noMoreDataAreComparedThanAllowed() {
    int slow = task(10, 1, datum(100));
    int slower = task(10, 1, datum(200));
    int quick = task(10, 1, datum(10));
    Darts two = with(DartsRules.ALL.scanning(2), slow, slower, quick);
    assertEquals(slow, two.pull(0), "the third is not looked at");
    assertEquals(quick, two.pull(0));
    assertEquals(slower, two.pull(0));
  }

  @Test
  void whatSeveralDevicesHaveAllDataForGoesToEachInTurn() {
    int everywhere = data.newDatum(10, 0b111);
    int[] tasks = {task(10, 1, everywhere), task(10, 1, everywhere), task(10, 1, everywhere)};
    Darts turns = with(DartsRules.ALL.without(Part.SHORTEST_PLAN), tasks);
    assertEquals(tasks[1], turns.pull(0));
    assertEquals(tasks[0], turns.pull(1));
    assertEquals(tasks[2], turns.pull(1));
  }

  @Test
  void nothingToCompareIsRefused() {
    var error = assertThrows(IllegalArgumentException.class, () -> DartsRules.ALL.scanning(0));
    assertEquals("at least 1 datum is compared, not 0", error.getMessage());
  }

  @Test
  void prioritiesThatChangeCountFromThenOn() {
    int first = ready(10, 9, datum(10));
    int second = ready(10, 1, datum(10));
    int third = ready(10, 5, datum(10));
    assertEquals(first, darts.pull(0));
    data.setPriority(second, 7);
    data.setPriority(third, 2);
    darts.reprioritized();
    assertEquals(second, darts.pull(0));
    assertEquals(third, darts.pull(1));
  }

  @Test
  void whereNothingIsWithinTwoDataTheMostUrgentReadyTaskIsPlanned() {
    int a = datum(10);
    int b = datum(10);
    int c = datum(10);
    ready(10, 1, a, b, c);
    int urgent = ready(10, 5, a, b, c);
    assertEquals(urgent, darts.pull(1));
  }

  @Test
  void aTaskThatNeedsNoTransferGoesToTheShortestPlan() {
    int everywhere = datum(10);
    darts.present(everywhere, 0, true);
    darts.present(everywhere, 1, true);
    ready(10, 1, everywhere);
    ready(10, 1, everywhere);
    assertEquals(1, darts.plans.length(0));
    assertEquals(1, darts.plans.length(1));
  }

  @Test
  void dataOfTasksThatADevicePulledCountAsThere() {
    int datum = datum(10);
    int first = ready(10, 1, datum);
    assertEquals(first, darts.pull(1));
    ready(10, 1, datum);
    assertEquals(1, darts.plans.length(1), "it is free there");
    darts.ended(first);
    assertEquals(1, data.planned(datum, 1));
  }

  @Test
  void plannedTasksThatReadWhatIsEvictedAreReadyAgain() {
    int datum = datum(10);
    darts.present(datum, 0, true);
    int task = ready(10, 1, datum);
    darts.evicted(datum, 0);
    assertEquals(0, darts.plans.length(0));
    assertEquals(0, data.planned(datum, 0));
    assertEquals(task, darts.pull(1), "any device may take it");
  }

  @Test
  void anIdleDeviceTakesTheEndOfTheLongestPlan() {
    int datum = datum(10);
    darts.present(datum, 0, true);
    int[] tasks = new int[4];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = ready(100, 1, datum);
    }
    assertEquals(tasks[2], darts.pull(1), "the later half");
    assertEquals(2, darts.plans.length(0));
    assertEquals(tasks[3], darts.pull(1));
  }

  @Test
  void nothingIsStolenThatWouldEndLater() {
    int datum = datum(1000);
    darts.present(datum, 0, true);
    ready(100, 1, datum);
    ready(100, 1, datum);
    assertEquals(PullScheduler.NONE, darts.pull(1));
  }

  /**
   * Three sums are on device 0, which is full. Each would be changed once more with two data, one
   * of them for all three.
   *
   * @return a task for another sum, then one for each of these
   */
  private int[] sums(Darts with) {
    int row = datum(10);
    int[] tasks = {task(10, 9, datum(10)), 0, 0, 0};
    with.ready(tasks[0], PullScheduler.NONE);
    for (int i = 1; i < tasks.length; i++) {
      int sum = datum(10);
      with.present(sum, 0, true);
      tasks[i] = data.newTask(++ids, new int[] {sum, row, datum(10)}, 1);
      data.setNanos(tasks[i], 10);
      data.setPriority(tasks[i], i);
      with.ready(tasks[i], PullScheduler.NONE);
    }
    int needed = datum(10);
    task(10, 1, needed);
    with.present(needed, 0, true);
    with.evicted(needed, 0);
    return tasks;
  }

  @Test
  void aDeviceFullOfDataThatChangeChangesAllOfThemBeforeOthersCome() {
    int[] tasks = sums(darts);
    assertEquals(tasks[3], darts.pull(0), "the row is for all three");
    assertEquals(tasks[0], darts.pull(0), "each datum is for one task now");
    assertEquals(tasks[2], darts.pull(0));
  }

  @Test
  void withoutSweepsTheDatumThatSetsATaskFreeComesFirst() {
    Darts without = new Darts(data, DartsRules.ALL.without(Part.SWEEPS));
    assertEquals(sums(without)[0], without.pull(0));
  }

  /** Three tasks that read a datum, the first of which is taken, and one that reads another. */
  private int[] twoLoads(Darts tested) {
    int first = datum(20);
    int[] tasks = {
      task(10, 3, first), task(10, 2, first), task(10, 1, first), task(10, 1, datum(20))
    };
    for (int task : tasks) {
      tested.ready(task, PullScheduler.NONE);
    }
    assertEquals(tasks[0], tested.pull(0));
    tested.present(first, 0, true);
    return tasks;
  }

  @Test
  void whereLittleIsLeftToDoTheNextDatumIsLoadedBeforeTheTasksOfTheLastAreTaken() {
    int[] tasks = twoLoads(darts);
    assertEquals(PullScheduler.NONE, darts.pullAhead(0, 1, 54), "3 x 54 is more than 8 x 20");
    assertEquals(tasks[3], darts.pullAhead(0, 1, 53));
    assertEquals(PullScheduler.NONE, darts.pullAhead(0, 2, 1), "nothing is left to load");
    assertEquals(tasks[1], darts.pull(0));
    assertEquals(tasks[2], darts.pull(0));
  }

  @Test
  void withoutLoadingAheadTheTasksOfTheLastDatumComeFirst() {
    Darts without = new Darts(data, DartsRules.ALL.without(Part.LOADING_AHEAD));
    twoLoads(without);
    assertEquals(PullScheduler.NONE, without.pullAhead(0, 1, 0));
  }

  /** With more than three ready users a datum counts as being on both devices. */
  @Test
  void commonDataCountAsBeingOnEveryDevice() {
    Darts three = new Darts(data, DartsRules.ALL.withCommon(3));
    int common = datum(10);
    int[] tasks = new int[5];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = task(10, 1, common, datum(10), datum(10));
      three.ready(tasks[i], PullScheduler.NONE);
    }
    assertTrue(data.isCommon(common));
    assertEquals(2, data.missing(tasks[0], 1));
    three.evicted(common, 1);
    three.withdraw(tasks[4]);
    three.withdraw(tasks[3]);
    three.withdraw(tasks[2]);
    assertTrue(data.isCommon(common), "until no more than half as many read it");
    three.withdraw(tasks[1]);
    assertFalse(data.isCommon(common));
    assertEquals(3, data.missing(tasks[0], 1));
    assertEquals(tasks[0], three.pull(1));
  }

  @Test
  void commonDataThatTakeLongerThanTheirTasksAreBroughtAsOthers() {
    Darts three = new Darts(data, DartsRules.ALL.withCommon(3));
    int large = datum(1000);
    for (int i = 0; i < 5; i++) {
      three.ready(task(10, 1, large, datum(10)), PullScheduler.NONE);
    }
    assertFalse(data.isCommon(large));
  }

  @Test
  void withdrawnTasksAreInNoPlan() {
    int datum = datum(10);
    int ready = ready(10, 1, datum);
    darts.withdraw(ready);
    assertEquals(PullScheduler.NONE, darts.pull(0));
    assertThrows(IllegalStateException.class, () -> darts.withdraw(ready));
  }

  @Test
  void numbersAreUsedAgainAndADatumStaysAsLongAsItIsRead() {
    int datum = datum(10);
    int task = task(10, 1, datum);
    assertThrows(IllegalStateException.class, () -> data.forgetDatum(datum));
    data.forgetTask(task);
    data.forgetDatum(datum);
    assertEquals(datum, datum(20));
    assertEquals(task, task(10, 1));
  }
}
