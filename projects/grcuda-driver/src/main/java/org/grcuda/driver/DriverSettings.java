package org.grcuda.driver;

import java.util.Map;
import java.util.function.Consumer;

/**
 * What a context asks of a backend.
 *
 * @param deviceCount number of devices to provide, if the backend can choose; 0: as many as there
 *     are
 * @param deviceMemory bytes of memory of each device, if the backend can choose; 0: as its options
 *     say
 * @param options checked values of options by name, those of other backends too; each backend looks
 *     at those that it declares ({@link DriverProvider#options})
 * @param host the process and the program around it
 */
public record DriverSettings(
    int deviceCount, long deviceMemory, Map<String, String> options, DriverHost host) {

  /** With no options given. */
  public DriverSettings(int deviceCount, long deviceMemory, Consumer<String> kernelOutput) {
    this(deviceCount, deviceMemory, Map.of(), DriverHost.printing(kernelOutput));
  }

  /** Every default, kernel output discarded. */
  public static DriverSettings defaults() {
    return new DriverSettings(0, 0, text -> {});
  }
}
