package org.grcuda.bench.suite.matrix;

import org.grcuda.bench.suite.ProgramResult;

/**
 * What came of a cell.
 *
 * @param cell what was run
 * @param result what it gave; null if it failed
 * @param failure why; null if it did not fail
 */
record Outcome(Cell cell, ProgramResult result, String failure) {

  /** Whether it ran, and its results were those of the host, or were not to be looked at. */
  boolean isGood() {
    return result != null && !Boolean.FALSE.equals(result.valid());
  }
}
