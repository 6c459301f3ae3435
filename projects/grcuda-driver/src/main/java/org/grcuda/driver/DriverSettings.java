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
 */
public record DriverSettings(
    int deviceCount,
    long deviceMemory,
    int threadsPerDevice,
    boolean vectors,
    Consumer<String> kernelOutput,
    Debugging debugging,
    Simulation simulation) {

  /** Simulates nothing in particular. */
  public DriverSettings(
      int deviceCount,
      long deviceMemory,
      int threadsPerDevice,
      boolean vectors,
      Consumer<String> kernelOutput,
      Debugging debugging) {
    this(
        deviceCount,
        deviceMemory,
        threadsPerDevice,
        vectors,
        kernelOutput,
        debugging,
        Simulation.defaults());
  }

  /** With vectors; looks at nothing. */
  public DriverSettings(
      int deviceCount, long deviceMemory, int threadsPerDevice, Consumer<String> kernelOutput) {
    this(deviceCount, deviceMemory, threadsPerDevice, true, kernelOutput, Debugging.off());
  }

  /** Every default, kernel output discarded. */
  public static DriverSettings defaults() {
    return new DriverSettings(0, 0, 0, text -> {});
  }
}
