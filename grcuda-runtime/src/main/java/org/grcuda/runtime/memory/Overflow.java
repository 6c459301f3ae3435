package org.grcuda.runtime.memory;

import java.util.function.LongSupplier;

/**
 * Tells whether arrays take more memory than the devices have for them. They do from most of it on,
 * or from where devices load much that they had given up; and until arrays take clearly less.
 */
final class Overflow {

  /** Arrays outgrow the devices from this share of their memory on. */
  private static final double FULL = 0.9;

  /** They fit again below this share of what did not fit. */
  private static final double FITS = 0.7;

  /**
   * Arrays do not fit if devices load this share of their memory for a second time, while they load
   * as many bytes as their memory has. Programs whose arrays fit load a little again, where devices
   * have no room for second copies.
   */
  private static final double MUCH = 0.05;

  private final LongSupplier capacitySupplier;

  /** Bytes of all devices together; unknown at first. */
  private long capacity = -1;

  /** So many bytes do not fit. */
  private long tooMuch;

  // What had been loaded, and loaded again, where counting began.
  private long loads;
  private long reloads;

  private boolean wasTooMuch;

  /**
   * @param capacity bytes of all devices together, asked for once
   */
  Overflow(LongSupplier capacity) {
    capacitySupplier = capacity;
  }

  /**
   * Whether arrays take more memory than the devices have, now.
   *
   * @param bytes of all arrays
   * @param loaded bytes that devices have loaded so far, from the host or from each other
   * @param reloaded those of them that the devices had had and given up
   */
  boolean isTooMuch(long bytes, long loaded, long reloaded) {
    if (capacity < 0) {
      capacity = capacitySupplier.getAsLong();
      tooMuch = (long) (FULL * capacity);
    }
    boolean isMuch = reloaded - reloads >= MUCH * capacity;
    if (isMuch) {
      tooMuch = Math.min(tooMuch, bytes);
    }
    if (isMuch || loaded - loads >= capacity) {
      loads = loaded;
      reloads = reloaded;
    }
    wasTooMuch = bytes >= (wasTooMuch ? FITS * tooMuch : tooMuch);
    return wasTooMuch;
  }
}
