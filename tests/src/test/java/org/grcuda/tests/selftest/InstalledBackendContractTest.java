package org.grcuda.tests.selftest;

import java.util.Map;
import java.util.ServiceLoader;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.contract.DriverContractTest;
import org.grcuda.tests.TestBackend;

/** The contract of all backends, held by the one that a user gets: two devices, of one GPU. */
class InstalledBackendContractTest extends DriverContractTest {

  @Override
  protected Driver open(DriverSettings settings) {
    return ServiceLoader.load(DriverProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(TestBackend.name()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no backend " + TestBackend.name()))
        .open(TestBackend.isGpu() ? onOneGpu(settings) : settings);
  }

  private static DriverSettings onOneGpu(DriverSettings settings) {
    return new DriverSettings(
        settings.deviceCount(),
        settings.deviceMemory(),
        Map.of("DevicesPerGPU", "2"),
        settings.host());
  }

  @Override
  protected boolean computes() {
    return true;
  }

  /** NVIDIA's drivers before CUDA 12.4 do not list kernels. */
  @Override
  protected boolean listsKernels() {
    return !TestBackend.isGpu();
  }

  /**
   * After a fault a process can use no GPU: {@link InstalledBackendFaultTest} has processes of its
   * own.
   */
  @Override
  protected boolean survivesFaults() {
    return !TestBackend.isGpu();
  }
}
