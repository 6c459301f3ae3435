package org.grcuda.runtime;

/** Whether a submission returns before its computation has completed. */
public enum ExecutionPolicy {
  /** A submission returns before its computation has completed. */
  ASYNC("async"),
  /** A submission waits for its computation, and throws its failure. */
  SYNC("sync");

  private final String optionName;

  ExecutionPolicy(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }
}
