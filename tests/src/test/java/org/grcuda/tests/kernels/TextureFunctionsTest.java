package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.driver.image.Sampler;
import org.grcuda.image.ImageLayout;
import org.grcuda.tests.Configuration;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;

/** The functions on the CPU backend, which checks what kernels do with objects. */
final class TextureFunctionsTest extends TextureFunctions {

  @Override
  GrCuda open(Path folder) {
    return Configuration.of("CpuDevices", "1").typed().open();
  }

  /** A number that is an object elsewhere in the process shows no memory of another context. */
  @Test
  void objectsOfAnotherContextAreNone() {
    String source =
        """
        extern "C" __global__ void one(cudaTextureObject_t t, float *out) {
          out[0] = tex1Dfetch<float>(t, 0);
        }
        """;
    FloatArray secret = cuda().floatArray(4);
    secret.fill(42);
    long handle = secret.texture(Sampler.PLAIN).handle();
    try (GrCuda other = Configuration.of("CpuDevices", "1").typed().open()) {
      for (GrCuda each : new GrCuda[] {cuda(), other}) {
        FloatArray out = each.floatArray(1);
        each.buildKernel(source, "one").grid(1).block(1).launch(handle, out);
        if (each == cuda()) {
          assertEquals(42, out.get(0));
        } else {
          var error = assertThrows(GrCudaException.class, () -> out.get(0));
          assertTrue(error.getMessage().contains("is no texture or surface"), error.getMessage());
        }
      }
    }
  }

  @Test
  void accessesOutsideAreFaults() {
    GrCudaException fault =
        assertThrows(
            GrCudaException.class,
            () -> {
              IntArray small = integers(2, 2);
              change("trapped", small, ImageLayout.PLAIN, 3);
              small.toArray();
            });
    assertTrue(
        fault
            .getMessage()
            .contains(
                "x = 8 bytes, y = 2, z = 0, layer 0 is outside of a surface of 8 bytes x 2 x 1"),
        fault.getMessage());
  }
}
