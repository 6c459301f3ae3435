package org.grcuda.graph;

/** What the edges of a graph carry. */
public enum Weights {
  /** Nothing. */
  NONE,
  /** An integer of 32 bits, from 0 to 2^31 - 1. */
  INT,
  /** A 32-bit floating-point number. */
  FLOAT
}
