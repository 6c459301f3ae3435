package org.grcuda.driver;

import java.util.Locale;

/** What a device is, as far as programs tell devices apart. */
public enum DeviceKind {
  /** A graphics processor, also a simulated one, or one that computes nothing. */
  GPU,
  /** Cores of the machine. */
  CPU;

  /** As programs spell it: {@code "gpu"} or {@code "cpu"}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
