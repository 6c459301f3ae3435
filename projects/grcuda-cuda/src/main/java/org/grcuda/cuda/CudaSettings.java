package org.grcuda.cuda;

import java.util.List;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.option.Form;
import org.grcuda.driver.option.Option;
import org.grcuda.driver.option.OptionValues;

/**
 * What a context asks of the GPUs, and the options for it.
 *
 * @param deviceCount number of devices to provide; 0: as many as there are
 * @param devicesPerGpu devices that each GPU is split into, at least 1
 * @param deviceMemory most bytes of memory that a device gives out; 0: an even share of its GPU's
 */
record CudaSettings(int deviceCount, int devicesPerGpu, long deviceMemory) {

  static final List<Option> OPTIONS =
      List.of(
          Option.of("DevicesPerGPU", Form.DEVICES, "1", "Devices that each GPU is split into"),
          Option.of(
              "GpuDeviceMemory",
              Form.SIZE,
              "",
              "Most memory that each of these devices gives out"));

  static CudaSettings of(DriverSettings settings) {
    OptionValues options = OptionValues.of(OPTIONS, settings.options());
    long memory = options.bytes("GpuDeviceMemory");
    return new CudaSettings(
        settings.deviceCount(),
        options.count("DevicesPerGPU", 1),
        memory == 0 ? settings.deviceMemory() : memory);
  }
}
