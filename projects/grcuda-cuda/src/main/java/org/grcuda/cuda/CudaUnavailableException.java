package org.grcuda.cuda;

/** CUDA cannot be used here; the message says why, in one line for the user. */
final class CudaUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  CudaUnavailableException(String reason) {
    super(reason);
  }
}
