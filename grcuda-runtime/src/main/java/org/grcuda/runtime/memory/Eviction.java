package org.grcuda.runtime.memory;

import java.util.Iterator;

/** What a full device evicts. */
public enum Eviction {
  /** {@link #LUF} if devices take computations from a queue, else {@link #LRU}. */
  AUTO("auto"),
  /** Evicts the block that was not used for the longest time. */
  LRU("lru"),
  /** Evicts what is needed least by what comes next: {@link LeastUsedInFuture}. */
  LUF("luf");

  private final String optionName;

  Eviction(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }

  /**
   * What chooses.
   *
   * @param isPulled whether devices take computations from a queue
   */
  EvictionPolicy policy(boolean isPulled) {
    return switch (this) {
      case AUTO -> (isPulled ? LUF : LRU).policy(isPulled);
      case LRU -> Iterator::next;
      case LUF -> new LeastUsedInFuture();
    };
  }
}
