package org.grcuda.sim.engine;

/** Something that takes simulated time. */
class Activity {

  final Completion completion;

  /** Order of starting, which decides among activities that end at the same time. */
  final long number;

  /** When it ends: in nanoseconds, or in units of service, as its {@link Source} counts. */
  double due;

  Activity(Completion completion, long number) {
    this.completion = completion;
    this.number = number;
  }
}
