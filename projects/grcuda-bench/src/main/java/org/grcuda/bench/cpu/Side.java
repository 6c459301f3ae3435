package org.grcuda.bench.cpu;

import java.io.IOException;

/** Something that runs the problems. */
interface Side {

  /** Its heading. */
  String name();

  /** How long it is run before it is measured. */
  double warmUpNanos();

  /**
   * Compiles {@code problem} and brings its data to where it runs.
   *
   * @param name of the problem and of the files with its kernels
   */
  Run prepare(String name, Problem problem) throws IOException;

  /** A problem, ready to run as often as one likes. */
  interface Run extends AutoCloseable {

    /** What runs it, such as {@code "PoCL 3.1"}. */
    String version();

    /** Runs it {@link Problem#repeats} times and waits for each. */
    Time measure() throws IOException;

    /** Copies what an array holds after the last run to {@code target}, a Java array. */
    void read(Data data, Object target) throws IOException;

    @Override
    void close() throws IOException;
  }

  /**
   * What a run took.
   *
   * @param elapsedNanos from the first launch until the results are there
   * @param processorNanos of the threads that took part, together
   */
  record Time(double elapsedNanos, double processorNanos) {}
}
