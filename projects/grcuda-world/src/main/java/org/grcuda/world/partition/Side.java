package org.grcuda.world.partition;

/** A side of a part along an axis. */
public enum Side {
  /** Towards smaller indices. */
  LOW,
  /** Towards larger indices. */
  HIGH
}
