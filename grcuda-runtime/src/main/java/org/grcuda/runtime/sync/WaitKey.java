package org.grcuda.runtime.sync;

import java.util.Objects;

/**
 * Waits whose work is expected to last equally long.
 *
 * @param name of the computation that is waited for: the kernel's
 * @param device where it runs
 * @param threads of the launch; 0 if it is not a launch
 * @param bytes of the memory that it uses
 * @param depth how many computations the work consists of: those before it on its stream count
 */
public record WaitKey(String name, int device, long threads, long bytes, int depth) {

  /**
   * As every record's. The JVM would make the implicit one at its first call, which is in the first
   * wait of a process and takes half a millisecond.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof WaitKey that
        && Objects.equals(name, that.name)
        && device == that.device
        && threads == that.threads
        && bytes == that.bytes
        && depth == that.depth;
  }

  /** Written out for the same reason. */
  @Override
  public int hashCode() {
    int hash = 31 * Objects.hashCode(name) + device;
    hash = 31 * hash + Long.hashCode(threads);
    hash = 31 * hash + Long.hashCode(bytes);
    return 31 * hash + depth;
  }
}
