package org.grcuda.driver;

import java.util.Arrays;
import java.util.Optional;

/** A program's advice about how managed memory will be used (enum CUmem_advise). */
public enum MemoryAdvice {
  /** Mostly read: places may keep copies of their own. */
  SET_READ_MOSTLY(1),
  UNSET_READ_MOSTLY(2),
  /** Best kept at the place given. */
  SET_PREFERRED_LOCATION(3),
  UNSET_PREFERRED_LOCATION(4),
  /** Accessed by the place given, which should reach it without faults. */
  SET_ACCESSED_BY(5),
  UNSET_ACCESSED_BY(6);

  private final int code;

  MemoryAdvice(int code) {
    this.code = code;
  }

  /** The value of the CUmem_advise enumerator. */
  public int code() {
    return code;
  }

  /** The advice whose value is {@code code}; empty if there is none. */
  public static Optional<MemoryAdvice> ofCode(int code) {
    return Arrays.stream(values()).filter(advice -> advice.code == code).findFirst();
  }
}
