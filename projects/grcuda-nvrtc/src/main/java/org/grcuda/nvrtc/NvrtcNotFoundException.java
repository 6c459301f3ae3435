package org.grcuda.nvrtc;

/**
 * No NVRTC library is on this machine and none could be fetched: the message says where it was
 * searched, and what to do.
 */
public final class NvrtcNotFoundException extends NvrtcException {

  private static final long serialVersionUID = 1L;

  NvrtcNotFoundException(String message) {
    super(message);
  }
}
