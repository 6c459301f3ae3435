package org.grcuda.runtime.pull;

/** Makes what decides which task a device takes next. */
@FunctionalInterface
public interface PullPolicy {

  /**
   * A scheduler with state of its own.
   *
   * @param data without tasks; no other scheduler uses it
   * @param links of the machine
   */
  PullScheduler make(PullData data, LinkCost links);
}
