package org.grcuda.runtime.policy;

/** Which stream of the chosen device a computation gets if it takes no parent's stream. */
public enum RetrieveNewStreamPolicy {
  /** The stream that has been free for the longest time; a new one if none is free. */
  REUSE("reuse"),
  /** A new stream, as long as the device may have more. */
  ALWAYS_NEW("always-new");

  private final String optionName;

  RetrieveNewStreamPolicy(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }
}
