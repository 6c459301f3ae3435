package org.grcuda.runtime.memory;

/** Which advice the runtime gives about managed memory, if there are several devices. */
public enum MemoryAdvicePolicy {
  /**
   * Data that a computation reads on one device while another holds it may have a copy on each
   * (CU_MEM_ADVISE_SET_READ_MOSTLY), until a computation writes it. So the reader's device holds
   * the data besides the earlier holders, as the scheduler assumes. Without the advice, the driver
   * would move the data.
   */
  AUTO("auto"),
  /** No advice. */
  NONE("none"),
  /**
   * Arrays that computations read may have a copy on the device of every reader
   * (CU_MEM_ADVISE_SET_READ_MOSTLY), until the first computation writes them.
   */
  READ_MOSTLY("read-mostly"),
  /**
   * Data that a computation writes is best kept on the device that wrote it first
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
