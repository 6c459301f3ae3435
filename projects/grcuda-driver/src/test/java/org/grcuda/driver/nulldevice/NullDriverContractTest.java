package org.grcuda.driver.nulldevice;

import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.contract.DriverContractTest;

class NullDriverContractTest extends DriverContractTest {

  @Override
  protected Driver open(DriverSettings settings) {
    return new NullDriverProvider().open(settings);
  }

  @Override
  protected boolean computes() {
    return false;
  }
}
