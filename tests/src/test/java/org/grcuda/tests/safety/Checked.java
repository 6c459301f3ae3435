package org.grcuda.tests.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.function.Executable;

/** A context on the CPU backend with two devices, whose kernels fail on purpose. */
final class Checked implements AutoCloseable {

  static final int LENGTH = 100;

  final GrCuda cuda;

  Checked(String... options) {
    var builder = GrCuda.builder().option("Backend", "cpu").option("CpuDevices", "2");
    for (int i = 0; i < options.length; i += 2) {
      builder.option(options[i], options[i + 1]);
    }
    cuda = builder.open();
  }

  /** A kernel of a source that has one. */
  Kernel kernel(String source, String signature) {
    return cuda.buildKernel(source, signature);
  }

  IntArray ints(int length) {
    return cuda.intArray(length);
  }

  /** Runs a launch and waits for it: it must fail, with a message that has the parts. */
  String fails(Executable launch, String... parts) {
    GrCudaException error =
        assertThrows(
            GrCudaException.class,
            () -> {
              launch.execute();
              cuda.synchronize();
            });
    for (String part : parts) {
      assertTrue(error.getMessage().contains(part), () -> error.getMessage() + "\nlacks: " + part);
    }
    return error.getMessage();
  }

  /** This context, its two devices and a fresh context compute. */
  void isHealthy() {
    computes(cuda);
    try (GrCuda fresh = GrCuda.builder().option("Backend", "cpu").open()) {
      computes(fresh);
    }
  }

  private static void computes(GrCuda cuda) {
    Kernel twice =
        cuda.buildKernel(
            "extern \"C\" __global__ void twice(int *x) { x[threadIdx.x] *= 2; }",
            "twice(x: inout pointer sint32)");
    for (int device = 0; device < 2; device++) {
      IntArray x = cuda.intArray(LENGTH);
      x.fill(21);
      twice.grid(1).block(LENGTH).launch(x);
      assertEquals(42, x.get(LENGTH - 1));
    }
  }

  @Override
  public void close() {
    cuda.close();
  }
}
