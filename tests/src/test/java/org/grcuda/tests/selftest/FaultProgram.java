package org.grcuda.tests.selftest;

import org.grcuda.GrCuda;
import org.grcuda.types.GrCudaException;

/** Launches a kernel that stores far outside its array; prints the error of the read. */
public final class FaultProgram {

  private static final String SOURCE =
      """
      extern "C" __global__ void stray(int *x) {
        x[1ull << 40] = 1;
      }
      """;

  private FaultProgram() {}

  /** Ends with status 0 if the read fails, and the context can be closed. */
  public static void main(String[] arguments) {
    String said = null;
    try (GrCuda cuda = GrCuda.open()) {
      var x = cuda.intArray(1000);
      cuda.buildKernel(SOURCE, "stray(x: inout pointer sint32)").grid(1).block(1).launch(x);
      try {
        System.out.println("read " + x.get(0));
      } catch (GrCudaException e) {
        said = e.getMessage();
        System.out.println(said);
      }
    } catch (GrCudaException e) {
      System.out.println("as it is closed: " + e.getMessage());
    }
    System.out.println("closed");
    System.exit(said == null ? 1 : 0);
  }
}
