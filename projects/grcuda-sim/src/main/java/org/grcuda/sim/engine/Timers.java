package org.grcuda.sim.engine;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Activities that end at a time that is known when they start. */
final class Timers implements Source {

  /** By end, then by start. */
  static final Comparator<Activity> ORDER =
      (a, b) -> a.due != b.due ? Double.compare(a.due, b.due) : Long.compare(a.number, b.number);

  private final PriorityQueue<Activity> queue = new PriorityQueue<>(ORDER);

  void add(double time, Activity activity) {
    activity.due = time;
    queue.add(activity);
  }

  @Override
  public double next() {
    Activity first = queue.peek();
    return first == null ? Double.POSITIVE_INFINITY : first.due;
  }

  @Override
  public Activity first() {
    return queue.peek();
  }

  @Override
  public void remove(double now) {
    queue.remove();
  }
}
