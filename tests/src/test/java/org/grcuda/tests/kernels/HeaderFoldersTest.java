package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels whose headers lie in a folder that an option names. */
class HeaderFoldersTest {

  private static final String SOURCE =
      """
      #include <scale.h>
      extern "C" __global__ void scale(int *x) { x[0] *= SCALE; }
      """;

  @TempDir private Path folder;

  private CompileOptions options() {
    return CompileOptions.of("-I" + folder);
  }

  private void header(String text) throws IOException {
    Files.writeString(folder.resolve("scale.h"), text);
  }

  private int scaled(GrCuda cuda) {
    IntArray x = cuda.intArray(1);
    x.set(0, 7);
    cuda.buildKernel(SOURCE, "scale", options()).grid(1).block(1).launch(x);
    return x.get(0);
  }

  @Test
  void aHeaderThatChangedIsReadAgain() throws IOException {
    try (GrCuda cuda = GrCuda.open()) {
      header("#define SCALE 2\n");
      assertEquals(14, scaled(cuda));
      header("#define SCALE 3\n");
      assertEquals(21, scaled(cuda));
    }
    try (GrCuda cuda = GrCuda.open()) {
      assertEquals(21, scaled(cuda));
      header("#define SCALE 4\n");
      assertEquals(28, scaled(cuda));
    }
  }

  @Test
  void anErrorInAHeaderNamesIt() throws IOException {
    header("\n#define SCALE nonsense\nint wrong = nonsense;\n");
    try (GrCuda cuda = GrCuda.open()) {
      GrCudaException refused =
          assertThrows(GrCudaException.class, () -> cuda.buildKernel(SOURCE, "scale", options()));
      String message = refused.getMessage();
      assertTrue(message.contains("scale.h(3): error: identifier \"nonsense\""), message);
    }
  }
}
