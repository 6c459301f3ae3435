package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
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
                Map.of("Topology", "a100-8", "SimCompute", "false"),
                settings.host()));
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
