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
 * @param stackBytes stack of each thread; 0: enough for each kernel, as far as that is known
 */
record CudaSettings(int deviceCount, int devicesPerGpu, long deviceMemory, long stackBytes) {

  static final List<Option> OPTIONS =
      List.of(
          Option.of("DevicesPerGPU", Form.DEVICES, "1", "Devices that each GPU is split into"),
          Option.of(
              "GpuDeviceMemory", Form.SIZE, "", "Most memory that each of these devices gives out"),
          Option.of(
              "GpuStack",
              Form.SIZE,
              "",
              "Stack of each thread of a GPU, for kernels that recurse, at most 512K"));

  static CudaSettings of(DriverSettings settings) {
    OptionValues options = OptionValues.of(OPTIONS, settings.options());
    long memory = options.bytes("GpuDeviceMemory");
    return new CudaSettings(
        settings.deviceCount(),
        options.count("DevicesPerGPU", 1),
        memory == 0 ? settings.deviceMemory() : memory,
        options.bytes("GpuStack"));
  }
}
