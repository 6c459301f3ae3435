package org.grcuda.runtime.memory;

import java.util.Iterator;

/** The eviction policies that come with the runtime. */
public enum Eviction implements EvictionPolicy {
  /** What was not used for the longest time. */
  LRU("lru") {
    @Override
    public Block victim(Iterator<Block> candidates) {
      return candidates.next();
    }
  };

  private final String optionName;

  Eviction(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }
}
