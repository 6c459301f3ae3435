package org.grcuda.sim.engine;

import java.util.PriorityQueue;

/**
 * A host program in simulated time. Its clock is that of its {@link Engine}, and only it advances
 * that. A process alone does so at any time. One of several, which {@link Turns} makes, may do so
 * by itself as long as it does not learn of the others: before it does, it lets those come first
 * that are behind it.
 */
public final class Process {

  private final Engine engine;

  /** Null if the process is alone. */
  private final Turns turns;

  private final int number;

  /** When others have sent something that arrives, nanoseconds. */
  private final PriorityQueue<Double> arrivals = new PriorityQueue<>();

  /** While it waits for its turn: when that is. */
  private double due;

  private Thread thread;

  Process(Engine engine, Turns turns, int number) {
    this.engine = engine;
    this.turns = turns;
    this.number = number;
  }

  /** The only process of a simulation. */
  public static Process alone(Engine engine) {
    return new Process(engine, null, 0);
  }

  /** Whether there is no other process. */
  public boolean isAlone() {
    return turns == null;
  }

  /** The time of this process, nanoseconds. */
  public double now() {
    return engine.now();
  }

  /** Waits until no other process is behind this one. To be called before it learns of others. */
  public void meet() {
    if (turns != null) {
      turns.take(this, engine.now());
    }
  }

  /**
   * Waits until all processes have reached {@code time}, or something arrives before.
   *
   * @return until when the clock may be advanced: {@code time}, or the time of the arrival.
   *     Infinite if {@code time} is, and all processes wait for one another
   */
  public double sleep(double time) {
    if (turns == null) {
      return time;
    }
    Double arrival = arrivals.peek();
    turns.take(this, arrival == null ? time : Math.min(time, Math.max(arrival, engine.now())));
    double until = Math.min(time, due);
    // Each arrival ends one wait: the program looks for what has arrived before it waits again.
    while (!arrivals.isEmpty() && arrivals.peek() <= until) {
      arrivals.remove();
    }
    return until;
  }

  /** Something arrives at {@code time}. Called by another process, whose turn it is. */
  public void arrive(double time) {
    if (turns != null) {
      arrivals.add(time);
      turns.hurry(this, time);
    }
  }

  double due() {
    return due;
  }

  void setDue(double time) {
    due = time;
  }

  int number() {
    return number;
  }

  Thread thread() {
    return thread;
  }

  void runBy(Thread runner) {
    thread = runner;
  }
}
