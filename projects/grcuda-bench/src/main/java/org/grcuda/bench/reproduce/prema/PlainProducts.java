package org.grcuda.bench.reproduce.prema;

import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Function;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/**
 * Products as a simple program with CUDA makes them: allocate, copy two matrices from memory that
 * is not page-locked, launch, free; one call after the other on one stream.
 */
final class PlainProducts {

  private static final int INPUTS = 2;
  private static final int MATRICES = 3;

  private final Driver driver;
  private final Device device;
  private final Stream stream;
  private final Function kernel;
  private final Submission submission = new Submission();
  private final int n;
  private final long bytes;
  private final long[] host = new long[INPUTS];

  PlainProducts(Driver driver, int n) {
    this.driver = driver;
    this.n = n;
    device = driver.device(0);
    stream = device.createStream();
    kernel = ProductKernel.of(device);
    bytes = (long) n * n * Double.BYTES;
    for (int i = 0; i < INPUTS; i++) {
      host[i] = driver.allocateHost(bytes);
    }
  }

  /** Makes so many products, and waits for the last. */
  void multiply(int times) {
    for (int i = 0; i < times; i++) {
      long[] matrices = new long[MATRICES];
      for (int m = 0; m < MATRICES; m++) {
        matrices[m] = device.allocate(bytes);
      }
      for (int m = 0; m < INPUTS; m++) {
        submission.copy(stream, matrices[m], host[m], bytes);
        submit();
      }
      ProductKernel.launch(submission, stream, kernel, matrices, n);
      submit();
      for (long matrix : matrices) {
        driver.free(matrix);
      }
    }
    device.synchronize();
  }

  private void submit() {
    device.submit(submission);
    submission.clear();
  }
}
