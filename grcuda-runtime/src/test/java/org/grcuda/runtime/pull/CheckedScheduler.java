package org.grcuda.runtime.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;

/**
 * A scheduler that is checked: no task is lost or given out twice, no device loses data under a
 * computation that uses it, and DARTS plans none for data that has left its device.
 */
public final class CheckedScheduler implements PullScheduler {

  private final PullScheduler checked;
  private final PullData data;
  private final IntPredicate isDispatched;
  private final BiPredicate<Integer, Integer> overwrites;
  private final Set<Integer> available = new HashSet<>();
  private final Map<Integer, Integer> pulled = new HashMap<>();

  /**
   * @param data of {@code checked}
   * @param isDispatched whether a task that was taken is with the driver
   * @param overwrites whether one task waits for another, and overwrites what that uses
   */
  public CheckedScheduler(
      PullScheduler checked,
      PullData data,
      IntPredicate isDispatched,
      BiPredicate<Integer, Integer> overwrites) {
    this.checked = checked;
    this.data = data;
    this.isDispatched = isDispatched;
    this.overwrites = overwrites;
  }

  /** Nothing is held any more. */
  public void checkEmpty() {
    assertEquals(Set.of(), available, "tasks that no device has taken");
    assertEquals(Map.of(), pulled, "tasks that were taken and have not ended");
  }

  private void add(int task) {
    assertTrue(available.add(task) && !pulled.containsKey(task), "task " + task + " twice");
  }

  private void taken(int task, int device) {
    assertEquals(null, pulled.put(task, device), "task " + task + " is taken twice");
  }

  @Override
  public void ready(int task, int releasedBy) {
    add(task);
    checked.ready(task, releasedBy);
  }

  @Override
  public void follows(int task, int device) {
    add(task);
    checked.follows(task, device);
  }

  @Override
  public int pull(int device) {
    return pulled(checked.pull(device), device);
  }

  @Override
  public int pullAhead(int device, int taken, double nanosEach) {
    return pulled(checked.pullAhead(device, taken, nanosEach), device);
  }

  private int pulled(int task, int device) {
    if (task != NONE) {
      assertTrue(available.remove(task), "task " + task + " was not ready");
      taken(task, device);
    }
    return task;
  }

  @Override
  public void take(int task, int device) {
    assertTrue(!available.contains(task), "task " + task + " was held");
    taken(task, device);
    checked.take(task, device);
  }

  @Override
  public void withdraw(int task) {
    assertTrue(available.remove(task), "task " + task + " was not held");
    checked.withdraw(task);
  }

  @Override
  public void ended(int task) {
    assertTrue(pulled.remove(task) != null, "task " + task + " was not taken");
    checked.ended(task);
  }

  @Override
  public void present(int datum, int place, boolean isPresent) {
    checked.present(datum, place, isPresent);
    checkPlace(datum, place, isPresent);
  }

  @Override
  public void evicted(int datum, int device) {
    for (int task : pulled.keySet()) {
      boolean isUser = pulled.get(task) == device && data.reads(task, datum);
      assertFalse(
          isUser && isDispatched.test(task) && !isOverwritten(task),
          () -> "task " + task + " loses datum " + datum);
    }
    checked.evicted(datum, device);
    checkPlace(datum, device, false);
    if (checked instanceof Darts) {
      assertTrue(data.isCommon(datum) || data.planned(datum, device) == 0, "planned for " + datum);
    }
  }

  /** Whether another device has taken what overwrites data of {@code task}, and waits for it. */
  private boolean isOverwritten(int task) {
    return pulled.keySet().stream()
        .anyMatch(
            other -> !pulled.get(other).equals(pulled.get(task)) && overwrites.test(other, task));
  }

  private void checkPlace(int datum, int place, boolean isPresent) {
    assertEquals(isPresent, (data.places(datum) >>> place + 1 & 1) != 0, "place of " + datum);
  }

  @Override
  public void reprioritized() {
    checked.reprioritized();
  }
}
