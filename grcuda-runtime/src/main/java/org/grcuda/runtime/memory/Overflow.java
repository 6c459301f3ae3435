package org.grcuda.runtime.memory;

import java.util.function.LongSupplier;

/**
 * Tells whether arrays take more memory than the devices have for them. They do from most of it on,
 * or from where a device had to load again what it had given up; and until they take clearly less.
 */
final class Overflow {

  /** Arrays outgrow the devices from this share of their memory on. */
  private static final double FULL = 0.9;

  /** They fit again below this share of what did not fit. */
  private static final double FITS = 0.7;

  private final LongSupplier capacity;

  /** So many bytes do not fit; unknown at first. */
  private long tooMuch = -1;

  private long reloads;
  private boolean wasTooMuch;

  /**
   * @param capacity bytes of all devices together, asked for once
   */
  Overflow(LongSupplier capacity) {
    this.capacity = capacity;
  }

  /**
   * Whether arrays take more memory than the devices have, now.
   *
   * @param bytes of all arrays
   * @param reloaded bytes that devices have loaded again so far
   */
  boolean isTooMuch(long bytes, long reloaded) {
    if (tooMuch < 0) {
      tooMuch = (long) (FULL * capacity.getAsLong());
    }
    if (reloaded > reloads) {
      reloads = reloaded;
      tooMuch = Math.min(tooMuch, bytes);
    }
    wasTooMuch = bytes >= (wasTooMuch ? FITS * tooMuch : tooMuch);
    return wasTooMuch;
  }
}
