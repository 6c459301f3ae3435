package org.grcuda.tests.kernels;

import java.nio.file.Path;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.cuda.DriverDouble;
import org.junit.jupiter.api.AfterAll;

/**
 * The functions on the CUDA backend, over the double of NVIDIA's driver: every kind of image is
 * described to it as it wants, and shows what the array holds. The CPU executes the kernels.
 */
final class GpuTextureFunctionsTest extends TextureFunctions {

  private DriverDouble gpus;

  @Override
  GrCuda open(Path folder) throws Exception {
    gpus = DriverDouble.build(folder);
    gpus.reset(1);
    gpus.executeAllKernels();
    return new Configuration(Map.of("Backend", "cuda", "NumberOfGPUs", "1")).typed().open();
  }

  @AfterAll
  @Override
  void close() {
    super.close();
    gpus.assertClean();
    gpus.forget();
  }
}
