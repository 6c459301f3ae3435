package org.grcuda.runtime.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What the published rivals choose, in cases worked out by hand. A byte takes a nanosecond. */
final class RivalsTest {

  private static final int NONE = PullScheduler.NONE;
  private static final LinkCost LINKS = (bytes, from, to) -> bytes;

  private final PullData data = new PullData(2, LINKS);
  private long ids;

  private int task(PullData of, double priority, int... inputs) {
    int task = of.newTask(++ids, inputs, 0);
    of.setNanos(task, 100);
    of.setPriority(task, priority);
    return task;
  }

  private int ready(PullScheduler scheduler, PullData of, double priority, int... inputs) {
    int task = task(of, priority, inputs);
    scheduler.ready(task, NONE);
    return task;
  }

  @Test
  void eagerGoesByTheOrderInWhichTasksBecomeReady() {
    Eager eager = new Eager(data);
    int submittedFirst = task(data, 1);
    int readyFirst = ready(eager, data, 1);
    eager.ready(submittedFirst, NONE);
    assertEquals(readyFirst, eager.pull(0));
    assertEquals(submittedFirst, eager.pull(1));
    assertEquals(NONE, eager.pull(0));
  }

  @Test
  void absolutePriorityGoesByPriorityAlsoWhereItChanges() {
    AbsolutePriority ap = new AbsolutePriority(data);
    int low = ready(ap, data, 1);
    int middle = ready(ap, data, 5);
    int high = ready(ap, data, 9);
    assertEquals(high, ap.pull(1));
    data.setPriority(low, 7);
    ap.reprioritized();
    assertEquals(low, ap.pull(0));
    assertEquals(middle, ap.pull(0));
  }

  /** The tasks before it count, and what has to be brought. */
  @Test
  void dmdaPlansATaskWhereItEndsFirst() {
    Dmda dmda = Dmda.plain(data);
    int datum = data.newDatum(50, 1);
    dmda.present(datum, 0, true);
    int first = ready(dmda, data, 1, datum);
    int second = ready(dmda, data, 1, datum);
    assertEquals(first, dmda.pull(0), "the data is there");
    assertEquals(second, dmda.pull(1), "50 for the data is less than 100 for the first task");
  }

  @Test
  void dmdasTakesTheMostUrgentAndOfTheseWhatNeedsTheFewestBytes() {
    PullData one = new PullData(1, LINKS);
    Dmda dmdas = Dmda.sorted(one);
    int here = one.newDatum(10, 1);
    int absent = one.newDatum(10, 1);
    dmdas.present(here, 0, true);
    int low = ready(dmdas, one, 1, here);
    int lacking = ready(dmdas, one, 5, absent);
    int complete = ready(dmdas, one, 5, here);
    assertEquals(complete, dmdas.pull(0));
    assertEquals(lacking, dmdas.pull(0), "the priority comes first");
    assertEquals(low, dmdas.pull(0));
  }

  @Test
  void aTaskStaysWhereItWasReleasedUntilItIsStolen() {
    WorkStealing ws = new WorkStealing(data, LINKS);
    int[] tasks = new int[4];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = task(data, -i);
      ws.ready(tasks[i], 0);
    }
    assertEquals(tasks[2], ws.pull(1), "the later half");
    assertEquals(tasks[0], ws.pull(0));
    assertEquals(tasks[3], ws.pull(1));
    assertEquals(tasks[1], ws.pull(0));
    assertEquals(NONE, ws.pull(0));
  }
}
