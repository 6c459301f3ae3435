package org.grcuda.cuda;

import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.contract.DriverContractTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The contract, on the double of the oldest driver: CUDA 12.0, without what came later. */
class OldDriverContractTest extends DriverContractTest {

  private static final long MEMORY = 1L << 30;

  private static final Recording RECORDING = Recording.built("oldest", "-DOLD_DRIVER");

  @BeforeEach
  void reset() {
    RECORDING.reset(2, MEMORY);
    RECORDING.setVersion(12_000);
  }

  @AfterEach
  void everythingWasGivenBack() {
    RECORDING.assertClean();
  }

  @Override
  protected Driver open(DriverSettings settings) {
    return RECORDING.open(settings);
  }

  @Override
  protected boolean computes() {
    return true;
  }

  @Override
  protected boolean survivesFaults() {
    return false;
  }

  @Override
  protected boolean listsKernels() {
    return false;
  }
}
