package org.grcuda.nvrtc.wheel;

/** A wheel could not be fetched, as pip does not reach its package index. */
public final class OfflineException extends FetchException {

  private static final long serialVersionUID = 1L;

  OfflineException() {
    super("pip has no connection to its package index");
  }
}
