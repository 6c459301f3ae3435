package org.grcuda.bench.suite.matrix;

import org.grcuda.bench.suite.ProgramResult;

/**
 * The outcome of a cell.
 *
 * @param cell the cell that was run
 * @param result the result; null if the cell failed
 * @param failure why the cell failed; null if it did not fail
 */
record Outcome(Cell cell, ProgramResult result, String failure) {

  /** Whether the cell ran, and its results agree with the host's or were not validated. */
  boolean isGood() {
    return result != null && !Boolean.FALSE.equals(result.valid());
  }
}
