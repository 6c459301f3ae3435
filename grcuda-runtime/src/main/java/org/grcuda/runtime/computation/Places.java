package org.grcuda.runtime.computation;

import org.grcuda.driver.option.Form;

/**
 * Places that can hold data: the host, and each device by its ordinal. A set of places is the bits
 * of a long.
 */
public final class Places {

  /** The host, where a place is an ordinal. */
  public static final int HOST = -1;

  /** Most devices that a set can name. */
  public static final int MAX_DEVICES = Form.MOST_DEVICES;

  private Places() {}

  /** The set that holds {@code place} only: a device ordinal or {@link #HOST}. */
  public static long of(int place) {
    return 1L << (place + 1);
  }

  /** Whether {@code places} has {@code place}. */
  public static boolean contains(long places, int place) {
    return (places & of(place)) != 0;
  }
}
