package org.grcuda.tests.typed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.grcuda.GrCuda;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;

/** What the objects of the typed API are in logs and messages. */
final class DisplayTest {

  private static final String SOURCE = "__global__ void zero(float *x) { x[threadIdx.x] = 0; }";

  @Test
  void objectsSayWhatTheyAre() {
    try (GrCuda cuda = GrCuda.open()) {
      String signature = "zero(x: out pointer float)";
      assertEquals("kernel " + signature, cuda.buildKernel(SOURCE, signature).toString());
      String cosine = "cos(x: double): double";
      assertEquals("host function " + cosine, cuda.bind(Path.of("libm.so.6"), cosine).toString());
      assertEquals("CU.BLAS", cuda.library("BLAS").toString());
    }
  }

  @Test
  void aMissingFileIsNotFound() {
    try (GrCuda cuda = GrCuda.open()) {
      Path missing = Path.of("/no/such/file.ptx");
      GrCudaException error =
          assertThrows(GrCudaException.class, () -> cuda.bindKernel(missing, "zero"));
      assertEquals(GrCudaException.Kind.NOT_FOUND, error.kind());
    }
  }
}
