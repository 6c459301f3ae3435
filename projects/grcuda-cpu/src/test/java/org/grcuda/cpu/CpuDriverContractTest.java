package org.grcuda.cpu;

import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.contract.DriverContractTest;

class CpuDriverContractTest extends DriverContractTest {

  @Override
  protected Driver open(DriverSettings settings) {
    return new CpuDriverProvider().open(settings);
  }

  @Override
  protected boolean computes() {
    return true;
  }
}
