package org.grcuda.bench.scheduling;

/** A report that receives the results as they come, and prints them. */
interface Report {

  /** Begins a workload that is measured with {@code counts} unfinished computations. */
  void begin(Workload workload, int[] counts);

  /** Adds a row of the workload. */
  void add(Result result);

  /** Says that a row of the workload is missing, and why. */
  void missing(String subject, String reason);

  /** Ends the workload. */
  void end();

  /** Ends the report. */
  void finish();
}
