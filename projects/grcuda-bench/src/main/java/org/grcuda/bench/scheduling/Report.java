package org.grcuda.bench.scheduling;

/** Prints results as they come. */
interface Report {

  /** Begins a workload that is measured with {@code counts} unfinished computations. */
  void begin(Workload workload, int[] counts);

  /** A row of the workload. */
  void add(Result result);

  /** Says that a row of the workload is missing, and why. */
  void missing(String subject, String reason);

  /** Ends the workload. */
  void end();

  /** Ends the report. */
  void finish();
}
