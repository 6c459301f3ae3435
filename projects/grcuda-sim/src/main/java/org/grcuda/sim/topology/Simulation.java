package org.grcuda.sim.topology;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.option.Form;
import org.grcuda.driver.option.Option;
import org.grcuda.driver.option.OptionValues;

/**
 * What a context asks of simulated devices, and the options for it.
 *
 * @param topology name of a built-in machine, or path of a file that describes one; empty for
 *     {@link Topologies#DEFAULT}
 * @param files reads such a file
 * @param computes whether kernels, copies and fills are executed as well, on the processor
 */
public record Simulation(String topology, Files files, boolean computes) {

  /** The options of simulated devices. */
  public static final List<Option> OPTIONS =
      List.of(
          Option.of("Topology", Form.PATH, "", "Machine that Backend=sim simulates")
              .or(
                  "v100-8",
                  "a100-8",
                  "h100-8",
                  "pcie-4",
                  "a100-pcie-4",
                  "p100-2",
                  "m60-8",
                  "xeon-disk"),
          Option.of(
              "SimCompute",
              Form.BOOLEAN,
              "true",
              "Whether Backend=sim executes kernels, copies and fills as well"));

  /**
   * The CPU backend's option for the memory of devices; here it sets that of the simulated devices.
   */
  private static final String DEVICE_MEMORY = "CpuDeviceMemory";

  /** Where descriptions of machines come from. */
  @FunctionalInterface
  public interface Files {

    /**
     * The text of a file.
     *
     * @throws IOException if it is not there or cannot be read
     */
    String read(String path) throws IOException;
  }

  /**
   * The settings with the device memory from the option, which the backend that executes kernels
   * must not use for itself.
   */
  public static DriverSettings withMemory(DriverSettings settings) {
    OptionValues given = name -> settings.options().getOrDefault(name, "");
    Map<String, String> others = new HashMap<>(settings.options());
    others.remove(DEVICE_MEMORY);
    long memory =
        settings.deviceMemory() == 0 ? given.bytes(DEVICE_MEMORY) : settings.deviceMemory();
    return new DriverSettings(settings.deviceCount(), memory, others, settings.host());
  }

  /** Reads the simulation from a context's settings. */
  public static Simulation of(DriverSettings settings) {
    OptionValues options = OptionValues.of(OPTIONS, settings.options());
    return new Simulation(
        options.get("Topology"), settings.host()::read, options.isTrue("SimCompute"));
  }
}
