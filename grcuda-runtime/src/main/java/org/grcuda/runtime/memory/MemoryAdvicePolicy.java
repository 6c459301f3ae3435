package org.grcuda.runtime.memory;

/** Which advice the runtime gives about managed memory, where there are several devices. */
public enum MemoryAdvicePolicy {
  /**
   * What computations read on a device while another holds it may have a copy at each
   * (CU_MEM_ADVISE_SET_READ_MOSTLY), until a computation writes it. So a reader's device holds it
   * beside those that did before, as the scheduler takes it to, where the driver would move it.
   */
  AUTO("auto"),
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
