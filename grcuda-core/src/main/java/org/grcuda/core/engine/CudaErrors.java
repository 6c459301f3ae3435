package org.grcuda.core.engine;

import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.types.GrCudaException;

/** Errors that have a CUDA result code and are found before any device is asked. */
public final class CudaErrors {

  private CudaErrors() {}

  /**
   * An error whose message ends in the name, the number and the text of {@code result}.
   *
   * @param call the CUDA function
   * @param problem what was given and what was expected, with the function's name
   */
  public static GrCudaException of(
      GrCudaException.Kind kind, CudaResult result, String call, String problem) {
    return new GrCudaException(
        kind,
        problem + ": " + result + " (" + result.code() + "), " + result.text(),
        new DriverException(result, call, -1, problem));
  }
}
