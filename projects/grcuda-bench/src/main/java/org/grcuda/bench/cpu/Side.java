package org.grcuda.bench.cpu;

import java.io.IOException;

/** A side of the comparison, which runs the problems. */
interface Side {

  /** Its name in reports. */
  String name();

  /** How long a problem runs before it is measured, in nanoseconds. */
  double warmUpNanos();

  /**
   * Compiles {@code problem} and copies its data to where it runs.
   *
   * @param name the name of the problem and of the files with its kernels
   */
  Run prepare(String name, Problem problem) throws IOException;

  /** A problem that is ready to run, any number of times. */
  interface Run extends AutoCloseable {

    /** What runs the problem, such as {@code "PoCL 3.1"}. */
    String version();

    /** Runs the problem {@link Problem#repeats} times and waits for the end of each run. */
    Time measure() throws IOException;

    /** Copies the contents of an array after the last run to {@code target}, a Java array. */
    void read(Data data, Object target) throws IOException;

    @Override
    void close() throws IOException;
  }

  /**
   * The times of a measurement.
   *
   * @param elapsedNanos from the first launch until the results are there
   * @param processorNanos processor time of all threads that took part, together
   */
  record Time(double elapsedNanos, double processorNanos) {}
}
