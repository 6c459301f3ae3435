package org.grcuda.worklist;

/** How two values that are sent to one vertex become one. */
public enum Combine {
  /** The smaller counts. */
  MIN,
  /** Their sum counts; the value of a ghost is 0 again when it was sent. */
  ADD
}
