package org.grcuda.driver;

import java.util.Arrays;
import java.util.Optional;

/** Who may use managed memory from now on (enum CUmemAttach_flags). */
public enum AttachMode {
  /** Every stream of every device. */
  GLOBAL(1),
  /** The host alone. */
  HOST(2),
  /** One stream, and the host while that is idle. */
  SINGLE(4);

  private final int code;

  AttachMode(int code) {
    this.code = code;
  }

  /** The value of the CUmemAttach_flags enumerator. */
  public int code() {
    return code;
  }

  /** The mode whose value is {@code code}; empty if there is none. */
  public static Optional<AttachMode> ofCode(int code) {
    return Arrays.stream(values()).filter(mode -> mode.code == code).findFirst();
  }
}
