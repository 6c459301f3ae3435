package org.grcuda.core.host;

import org.grcuda.types.GrCudaException;

/**
 * What the host program allows a session. Reading and writing files goes through {@link HostFiles},
 * which decides by itself.
 *
 * @param nativeAccess whether it may run native code of its choice and use raw addresses, and so do
 *     anything
 * @param compilerFiles whether NVRTC may open the files that sources include: NVRTC does so by
 *     itself, bypassing every virtual file system
 */
public record Permissions(boolean nativeAccess, boolean compilerFiles) {

  /** Everything: the program is trusted. */
  public static final Permissions ALL = new Permissions(true, true);

  /**
   * Refuses an action that needs native access, unless native access is allowed.
   *
   * @param what the action, such as {@code "bind"}
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
