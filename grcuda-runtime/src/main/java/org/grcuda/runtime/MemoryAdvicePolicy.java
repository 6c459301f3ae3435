package org.grcuda.runtime;

/** Which advice the runtime gives about managed memory, where there are several devices. */
public enum MemoryAdvicePolicy {
  /** None. */
  NONE("none"),
  /**
   * Arrays that computations read may have a copy at every reader (CU_MEM_ADVISE_SET_READ_MOSTLY),
   * until the first computation writes them.
   */
  READ_MOSTLY("read-mostly"),
  /**
   * What a computation writes is best kept on the device that wrote it first
   * (CU_MEM_ADVISE_SET_PREFERRED_LOCATION).
   */
  PREFERRED_LOCATION("preferred-location");

  private final String optionName;

  MemoryAdvicePolicy(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }
}
