package org.grcuda.tests.cuda;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests over the double of NVIDIA's driver, each with two GPUs that have done nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DriverDoubleTest {

  DriverDouble gpus;

  @BeforeAll
  void build(@TempDir Path folder) throws Exception {
    gpus = DriverDouble.build(folder);
  }

  @AfterAll
  void forget() {
    gpus.forget();
  }

  @BeforeEach
  void reset() {
    gpus.reset();
  }

  @AfterEach
  void everythingWasGivenBack() {
    gpus.assertClean();
  }
}
