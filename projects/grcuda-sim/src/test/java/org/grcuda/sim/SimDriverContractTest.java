package org.grcuda.sim;

import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.contract.DriverContractTest;

/** Kernels are executed. */
class SimDriverContractTest extends DriverContractTest {

  @Override
  protected Driver open(DriverSettings settings) {
    return new SimDriverProvider().open(settings);
  }

  @Override
  protected boolean computes() {
    return true;
  }
}
