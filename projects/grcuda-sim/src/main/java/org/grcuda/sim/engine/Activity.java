package org.grcuda.sim.engine;

/** Something that takes simulated time. */
class Activity {

  final Completion completion;

  /** Order of starting, which decides among those that end at the same time. */
  final long number;

  /** Nanoseconds at which it ends, or of service at which it does; as its {@link Source} counts. */
  double due;

  Activity(Completion completion, long number) {
    this.completion = completion;
    this.number = number;
  }
}
