package org.grcuda.cpu;

import java.util.List;
import java.util.function.Consumer;
import org.grcuda.cpu.check.Debugging;
import org.grcuda.cpu.check.Debugging.MemoryCheck;
import org.grcuda.cpu.check.TracedThread;
import org.grcuda.cpu.exec.TensorModel;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.option.Form;
import org.grcuda.driver.option.Option;
import org.grcuda.driver.option.OptionException;
import org.grcuda.driver.option.OptionValues;

/**
 * What a context asks of the cores, and the options for it.
 *
 * @param deviceCount number of devices to provide, at least 1
 * @param deviceMemory bytes of memory of each device; 0: a share of the machine's
 * @param threadsPerDevice worker threads of each device; 0: a share of the machine's cores
 * @param simd as what kernels run
 * @param tensorModel how tensor cores add up
 * @param kernelOutput receives what kernels print, one call per {@code printf}
 * @param debugging what to watch while kernels run
 */
public record CpuSettings(
    int deviceCount,
    long deviceMemory,
    int threadsPerDevice,
    Simd simd,
    TensorModel tensorModel,
    Consumer<String> kernelOutput,
    Debugging debugging) {

  private static final Form THREAD =
      new Form(
          "kernel:block:thread, such as square:0:5 or square:1,0,0:5,2,0",
          TracedThread::isWellFormed);

  static final List<Option> OPTIONS =
      List.of(
          Option.of("CpuDevices", Form.DEVICES, "", "Devices of the CPU backend"),
          Option.of("CpuDeviceMemory", Form.SIZE, "", "Memory of each device of the CPU backend"),
          Option.of(
              "CpuThreads", Form.COUNT, "", "Worker threads of each device of the CPU backend"),
          Option.choice(
              "CpuSimd",
              "The machine code as which the CPU backend runs kernels; false: bytecode",
              Simd.names()),
          Option.choice(
              "TensorModel",
              "How the CPU backend adds up products of matrices",
              TensorModel.names()),
          Option.choice(
              "MemCheck",
              "How the CPU backend checks the accesses of kernels",
              List.of("false", "true", "racecheck")),
          Option.of("CpuTrace", THREAD, "", "Thread whose instructions are printed"),
          Option.of(
              "CpuDump", Form.PATH, "", "Folder for the translation of each kernel, pass by pass"));

  /** Checks that no number is negative. */
  public CpuSettings {
    requireNatural("deviceCount", deviceCount);
    requireNatural("deviceMemory", deviceMemory);
    requireNatural("threadsPerDevice", threadsPerDevice);
  }

  /**
   * Reads the settings of a context.
   *
   * @throws OptionException if more devices are asked for than there are to be, or machine code
   *     that the processor cannot execute
   * @throws DriverException CUDA_ERROR_INVALID_VALUE for a negative number
   */
  public static CpuSettings of(DriverSettings settings) {
    requireNatural("deviceCount", settings.deviceCount());
    OptionValues options = OptionValues.of(OPTIONS, settings.options());
    return new CpuSettings(
        devices(settings.deviceCount(), options),
        settings.deviceMemory() == 0 ? options.bytes("CpuDeviceMemory") : settings.deviceMemory(),
        options.count("CpuThreads", 0),
        Simd.of(options.get("CpuSimd")),
        TensorModel.of(options.get("TensorModel")),
        settings.host()::kernelOutput,
        debugging(options, settings.host()));
  }

  private static int devices(int wanted, OptionValues options) {
    int devices = options.count("CpuDevices", Math.max(1, wanted));
    if (wanted > devices) {
      throw new OptionException(
          "option grcuda.NumberOfGPUs: "
              + wanted
              + " devices asked for, "
              + devices
              + " there; grcuda.CpuDevices gives the CPU backend more");
    }
    return wanted == 0 ? devices : wanted;
  }

  private static Debugging debugging(OptionValues options, DriverHost host) {
    String traced = options.get("CpuTrace");
    String folder = options.get("CpuDump");
    return new Debugging(
        switch (options.get("MemCheck")) {
          case "true" -> MemoryCheck.ACCESSES;
          case "racecheck" -> MemoryCheck.RACES;
          default -> MemoryCheck.OFF;
        },
        traced.isEmpty() ? null : TracedThread.parse(traced),
        folder.isEmpty() ? null : host.folder(folder),
        host::message);
  }

  private static void requireNatural(String setting, long value) {
    if (value < 0) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cuInit",
          -1,
          "%s is %d, expected 0 or more".formatted(setting, value));
    }
  }
}
