package org.grcuda.tests.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.grcuda.CudaModule;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole CUDA files from Java. */
final class CudaModuleTest {

  private static final String SOURCE =
      """
      #include "factor.h"
      __constant__ float offset;
      template <typename T>
      __global__ void scale(T *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] = x[i] * FACTOR + offset;
      }
      template __global__ void scale<double>(double *, int);
      int main() {
        scale<float><<<1, 32>>>(nullptr, 32);
      }
      """;

  private final GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open();

  @AfterEach
  void close() {
    cuda.close();
  }

  @Test
  void kernelsAndVariablesOfAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("scale.cu"), SOURCE);
    Files.writeString(folder.resolve("factor.h"), "#define FACTOR 3\n");
    CudaModule module = cuda.module(file, CompileOptions.NONE);
    assertEquals(
        List.of("scale<double>", "scale<float>"), module.kernels().stream().sorted().toList());
    ((FloatArray) module.global("offset", ElementType.FLOAT)).fill(2);
    FloatArray x = cuda.array(new float[] {1, 2, 3});
    module.kernel("scale<float>(x: inout pointer float, n: sint32)").grid(1).block(32).launch(x, 3);
    assertEquals(11, x.get(2));
    assertEquals(
        List.of(new CudaModule.Part("scale.cu", 9, 11, "function main", "host code")),
        module.setAside());
    assertTrue(module.deviceSource().contains("FACTOR"));
    assertTrue(module.ptx().contains(".entry"));
  }

  @Test
  void kernelsOfAText() {
    CompileOptions options = CompileOptions.NONE.withInclude("factor.h", "#define FACTOR 5\n");
    CudaModule module = cuda.module(SOURCE, options);
    FloatArray x = cuda.array(new float[] {1, 2, 3});
    module.kernel("scale<float>").grid(1).block(32).launch(x, 3);
    assertEquals(15, x.get(2));
    assertEquals(
        "no kernel 'wrong' in the source; kernels in the source: scale (of a template, give"
            + " name<arguments>)",
        assertThrows(GrCudaException.class, () -> module.kernel("wrong")).getMessage());
  }

  @Test
  void filesThatAreNotThereAreRefused() {
    GrCudaException refused =
        assertThrows(
            GrCudaException.class, () -> cuda.module(Path.of("none.cu"), CompileOptions.NONE));
    assertEquals("cannot read none.cu: no such file or folder", refused.getMessage());
  }
}
