package org.grcuda.core.host;

import org.grcuda.types.GrCudaException;

/**
 * What the program around a session allows it. Reading and writing files goes through {@link
 * HostFiles}, which decides by itself.
 *
 * @param nativeAccess whether it may run native code of its choice and use raw addresses, and so
 *     anything else
 * @param compilerFiles whether NVRTC may open the files that sources include: it does so by itself,
 *     past every virtual file system
 */
public record Permissions(boolean nativeAccess, boolean compilerFiles) {

  /** Everything: the program is trusted. */
  public static final Permissions ALL = new Permissions(true, true);

  /**
   * Refuses what needs native access unless that is allowed.
   *
   * @param what what was asked for, such as {@code "bind"}
   */
  public void requireNativeAccess(String what) {
    if (!nativeAccess) {
      throw new GrCudaException(
          GrCudaException.Kind.PERMISSION,
          what
              + " needs native access, which this context denies; allow it with"
              + " Context.Builder.allowNativeAccess(true)");
    }
  }
}
