package org.grcuda.core.engine;

import java.util.function.Supplier;
import org.grcuda.GrCudaException;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;

/** What is tried before an out-of-memory error reaches the user: collecting unreachable arrays. */
final class Exhaustion {

  private static final int ATTEMPTS = 8;
  private static final long PAUSE_MILLIS = 10;

  private Exhaustion() {}

  /** Collects garbage and retries {@code allocation}; rethrows the error of the last attempt. */
  static <R> R retry(Supplier<R> allocation, DriverException first) {
    DriverException last = first;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      System.gc();
      try {
        // The cleaner frees on a thread of its own.
        Thread.sleep(PAUSE_MILLIS);
        return allocation.get();
      } catch (DriverException e) {
        if (e.result() != CudaResult.CUDA_ERROR_OUT_OF_MEMORY) {
          throw GrCudaException.of(e);
        }
        last = e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw GrCudaException.of(last);
  }
}
