package org.grcuda.sim.engine;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.Event;

/**
 * A discrete-event simulation: a clock, and sources of activities that end. It is deterministic:
 * activities that end at the same time end in the order of the sources and, within one source, in
 * the order of starting.
 *
 * <p>Time is a double, in nanoseconds. Not thread-safe.
 */
public final class Engine {

  private final List<Source> sources = new ArrayList<>();
  private final Timers timers = new Timers();
  private double now;
  private long started;

  /** At time 0, nothing going on. */
  public Engine() {
    sources.add(timers);
  }

  /** The time, nanoseconds. */
  public double now() {
    return now;
  }

  /** A processor whose kernels share it. */
  public ComputeUnit computeUnit() {
    ComputeUnit unit = new ComputeUnit(this);
    sources.add(unit);
    return unit;
  }

  /**
   * Links that transfers share.
   *
   * @param capacities of each link, bytes per nanosecond
   */
  public Network network(double[] capacities) {
    Network network = new Network(this, capacities);
    sources.add(network);
    return network;
  }

  /** Calls {@code completion} after {@code nanos} nanoseconds. */
  public void after(double nanos, Completion completion) {
    timers.add(now + nanos, new Activity(completion, nextNumber()));
  }

  /** When the next activity ends; infinite if nothing goes on. */
  public double next() {
    return earliest().next();
  }

  /**
   * Advances the clock to {@code time}, and ends the activities that end by then.
   *
   * @return the event that must complete in reality before the clock can go on; null if it has
   *     arrived
   */
  public Event advance(double time) {
    Source source;
    while ((source = earliest()).next() <= time) {
      Completion completion = source.first().completion;
      Event gate = completion.gate();
      if (gate != null && !gate.isComplete()) {
        return gate;
      }
      now = Math.max(now, source.next());
      source.remove(now);
      completion.run();
    }
    now = Math.max(now, time);
    return null;
  }

  /** The place in the order of starting for an activity that starts now. */
  long nextNumber() {
    return started++;
  }

  private Source earliest() {
    Source best = timers;
    double time = timers.next();
    for (int i = 1; i < sources.size(); i++) {
      double next = sources.get(i).next();
      if (next < time) {
        time = next;
        best = sources.get(i);
      }
    }
    return best;
  }
}
