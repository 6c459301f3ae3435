package org.grcuda.nvrtc;

/** No NVRTC library is on this machine and none could be fetched: says where, and what to do. */
public final class NvrtcNotFoundException extends NvrtcException {

  private static final long serialVersionUID = 1L;

  NvrtcNotFoundException(String message) {
    super(message);
  }
}
