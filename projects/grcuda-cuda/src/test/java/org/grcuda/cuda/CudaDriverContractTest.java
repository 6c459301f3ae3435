package org.grcuda.cuda;

import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.contract.DriverContractTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The contract, on the recording double: it executes memory operations and these kernels. */
class CudaDriverContractTest extends DriverContractTest {

  private static final long MEMORY = 1L << 30;

  /** The double that stands for the driver. */
  Recording recording() {
    return Recording.current();
  }

  @BeforeEach
  void reset() {
    recording().reset(2, MEMORY);
  }

  @AfterEach
  void everythingWasGivenBack() {
    recording().assertClean();
  }

  @Override
  protected Driver open(DriverSettings settings) {
    return recording().open(settings);
  }

  @Override
  protected boolean computes() {
    return true;
  }

  @Override
  protected boolean survivesFaults() {
    return false;
  }
}
