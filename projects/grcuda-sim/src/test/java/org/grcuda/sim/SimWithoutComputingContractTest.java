package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Simulation;
import org.grcuda.driver.contract.DriverContractTest;
import org.junit.jupiter.api.Test;

/** Kernels are not executed. */
class SimWithoutComputingContractTest extends DriverContractTest {

  @Override
  protected Driver open(DriverSettings settings) {
    return new SimDriverProvider()
        .open(
            new DriverSettings(
                settings.deviceCount(),
                settings.deviceMemory(),
                settings.threadsPerDevice(),
                settings.vectors(),
                settings.kernelOutput(),
                settings.debugging(),
                new Simulation("a100-8", Simulation.defaults().files(), false)));
  }

  @Override
  protected boolean computes() {
    return false;
  }

  /** What is not executed writes no memory of this machine. */
  @Test
  void memoryIsSimulatedToo() {
    try (Driver driver = open(DriverSettings.defaults())) {
      assertFalse(driver.hasRealMemory());
      assertTrue(driver.hasVirtualTime());
    }
  }
}
