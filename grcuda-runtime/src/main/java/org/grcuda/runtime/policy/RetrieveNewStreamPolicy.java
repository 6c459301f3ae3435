package org.grcuda.runtime.policy;

/** The stream, on a device that is chosen, of a computation that takes no parent's stream. */
public enum RetrieveNewStreamPolicy {
  /** The stream that has been free for longest; a new one if none is free. */
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
