package org.grcuda.nvrtc;

/** A wheel could not be fetched, as pip does not reach its package index. */
final class OfflineException extends FetchException {

  private static final long serialVersionUID = 1L;

  OfflineException() {
    super("pip has no connection to its package index");
  }
}
