package org.grcuda.bench.graph;

import java.util.Arrays;
import java.util.function.Supplier;
import org.grcuda.worklist.Statistics;

/** One way to run an algorithm on a graph, and how long its runs took. */
public final class Contender {

  private final String name;
  private final Supplier<Object> run;
  private final Supplier<Statistics> statistics;
  private final double[] millis;
  private double first;
  private double warm;
  private int done;

  /**
   * @param run gives the result, an array of int or float
   * @param statistics of the latest run; gives null if nothing is counted
   */
  Contender(String name, int rounds, Supplier<Object> run, Supplier<Statistics> statistics) {
    this.name = name;
    this.run = run;
    this.statistics = statistics;
    millis = new double[rounds];
  }

  String name() {
    return name;
  }

  /** Runs without timing. */
  public Object result() {
    return run.get();
  }

  /** The first run of all, whose time the table shows: what a program finds that runs once. */
  Object first() {
    long began = System.nanoTime();
    Object result = run.get();
    first = (System.nanoTime() - began) / 1e6;
    return result;
  }

  /** Milliseconds. */
  double firstMillis() {
    return first;
  }

  /** Runs once more, for the compilers. Gives all milliseconds that such runs took. */
  double warmUp() {
    warm += run();
    return warm;
  }

  void time() {
    millis[done++] = run();
  }

  private double run() {
    long began = System.nanoTime();
    run.get();
    return (System.nanoTime() - began) / 1e6;
  }

  double median() {
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** What the latest run has done; null if nobody counts. */
  public Statistics statistics() {
    return statistics.get();
  }

  /** Edges that the latest run has followed; 0 if nobody counts. */
  long edges() {
    Statistics counted = statistics.get();
    return counted == null ? 0 : counted.edges();
  }
}
