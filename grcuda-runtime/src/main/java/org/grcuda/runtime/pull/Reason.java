package org.grcuda.runtime.pull;

/** Why a task is next on a device. */
public enum Reason {
  /** All its data was there when it became ready, or when the device asked. */
  FREE("free"),
  /** It follows what the device does already, and all its data is there. */
  FOLLOWS("follows"),
  /** The datum that was chosen sets it free: S0 of Algorithm 3. */
  SET_FREE("set-free"),
  /** The datum that was chosen sets it free with one more: S1 of Algorithm 3. */
  ONE_MORE("one-more"),
  /** Of all that is ready, most depends on it. */
  PRIORITY("priority"),
  /**
   * It comes next in the order of the scheduler, which looks at no data or has placed it before.
   */
  ORDER("order"),
  /** The device had nothing left, and took it from the plan of another. */
  STOLEN("stolen"),
  /** A thread waits for it, and for little else. */
  URGENT("urgent");

  private final String label;

  Reason(String label) {
    this.label = label;
  }

  /** The word for it in recordings. */
  public String label() {
    return label;
  }
}
