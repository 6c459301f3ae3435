package org.grcuda.driver;

import java.util.function.Consumer;

/**
 * What a context asks of a backend. A backend ignores what it has no use for.
 *
 * @param deviceCount number of devices to provide, where the backend can choose; 0: as many as
 *     there are
 * @param deviceMemory bytes of memory of each device, where the backend can choose; 0: its default
 * @param threadsPerDevice worker threads of each device, where it has any; 0: its default
 * @param vectors whether devices made of a processor's cores may use its vector instructions
 * @param kernelOutput receives what kernels print, one call per {@code printf}
 * @param debugging what to look at while kernels run
 * @param simulation the machine that a simulated backend pretends to have
 * @param gpus what is asked of GPUs, in place of number and memory of devices
 */
public record DriverSettings(
    int deviceCount,
    long deviceMemory,
    int threadsPerDevice,
    boolean vectors,
    Consumer<String> kernelOutput,
    Debugging debugging,
    Simulation simulation,
    Gpus gpus) {

  /**
   * What a context asks of a backend of GPUs.
   *
   * @param deviceCount number of devices to provide; 0: as many as there are
   * @param devicesPerGpu devices that each GPU is split into, at least 1
   * @param deviceMemory most bytes of memory that a device gives; 0: an even share of its GPU's
   */
  public record Gpus(int deviceCount, int devicesPerGpu, long deviceMemory) {}

  /** With whole GPUs. */
  public DriverSettings(
      int deviceCount,
      long deviceMemory,
      int threadsPerDevice,
      boolean vectors,
      Consumer<String> kernelOutput,
      Debugging debugging,
      Simulation simulation) {
    this(
        deviceCount,
        deviceMemory,
        threadsPerDevice,
        vectors,
        kernelOutput,
        debugging,
        simulation,
        new Gpus(deviceCount, 1, deviceMemory));
  }

  /** With vectors; looks at nothing, simulates nothing in particular. */
  public DriverSettings(
      int deviceCount, long deviceMemory, int threadsPerDevice, Consumer<String> kernelOutput) {
    this(
        deviceCount,
        deviceMemory,
        threadsPerDevice,
        true,
        kernelOutput,
        Debugging.off(),
        Simulation.defaults());
  }

  /** Every default, kernel output discarded. */
  public static DriverSettings defaults() {
    return new DriverSettings(0, 0, 0, text -> {});
  }
}
