package org.grcuda.core.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import org.grcuda.core.dag.DependencyPolicy;
import org.grcuda.core.host.DumpFolder;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.option.DevicePolicies;
import org.grcuda.core.option.Options;
import org.grcuda.driver.Debugging;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Simulation;
import org.grcuda.driver.TracedThread;
import org.grcuda.nvrtc.CompileLimits;
import org.grcuda.runtime.Eviction;
import org.grcuda.runtime.ExecutionPolicy;
import org.grcuda.runtime.MemoryAdvicePolicy;
import org.grcuda.runtime.MemoryManagement;
import org.grcuda.runtime.RetrieveNewStreamPolicy;
import org.grcuda.runtime.RetrieveParentStreamPolicy;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.SyncPolicy;
import org.grcuda.types.GrCudaException;

/** Options as the driver and the runtime want them. */
final class OptionReader {

  private static final String AUTO = "auto";

  private OptionReader() {}

  /** The settings of the backend. */
  static DriverSettings driver(Options options, SessionHost host) {
    return new DriverSettings(
        isSimulated(options) ? options.count("NumberOfGPUs", 0) : devices(options),
        options.bytes("CpuDeviceMemory"),
        options.count("CpuThreads", 0),
        options.get("CpuSimd").equals(AUTO),
        host.output(),
        debugging(options, host),
        new Simulation(
            options.get("Topology"),
            path -> new String(host.files().read(path), StandardCharsets.UTF_8),
            options.isTrue("SimCompute")),
        new DriverSettings.Gpus(
            options.count("NumberOfGPUs", 0),
            options.count("DevicesPerGPU", 1),
            options.bytes("GpuDeviceMemory")));
  }

  /** Whether the devices are those of a machine that a file describes. */
  private static boolean isSimulated(Options options) {
    return options.get("Backend").equals("sim");
  }

  private static int devices(Options options) {
    int devices = options.count("CpuDevices", options.count("NumberOfGPUs", 1));
    int wanted = options.count("NumberOfGPUs", devices);
    if (wanted > devices) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "option grcuda.NumberOfGPUs: "
              + wanted
              + " devices asked for, "
              + devices
              + " there; grcuda.CpuDevices gives the CPU backend more");
    }
    return wanted;
  }

  /** Whether an option has the backend tell of instructions. */
  static boolean looksAtKernels(Options options) {
    return !options.get("MemCheck").equals("false") || !options.get("CpuTrace").isEmpty();
  }

  private static Debugging debugging(Options options, SessionHost host) {
    String traced = options.get("CpuTrace");
    String folder = options.get("CpuDump");
    return new Debugging(
        switch (options.get("MemCheck")) {
          case "true" -> Debugging.MemoryCheck.ACCESSES;
          case "racecheck" -> Debugging.MemoryCheck.RACES;
          default -> Debugging.MemoryCheck.OFF;
        },
        traced.isEmpty() ? null : TracedThread.parse(traced),
        folder.isEmpty() ? null : new DumpFolder(folder, host.files()),
        host.messages());
  }

  /**
   * What the compilation of a source may take.
   *
   * @throws GrCudaException if that is too little for any
   */
  static CompileLimits compiling(Options options) {
    try {
      return new CompileLimits(
          options.bytes("CompileMemory"),
          options.bytes("CompileStack"),
          Duration.ofNanos(options.nanos("CompileTime")));
    } catch (IllegalArgumentException e) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "options grcuda.CompileMemory, CompileStack, CompileTime: " + e.getMessage(),
          e);
    }
  }

  /** How the runtime schedules. */
  static RuntimeOptions runtime(Options options, SessionHost host, Driver driver) {
    RuntimeOptions defaults = RuntimeOptions.defaults(driver.deviceCount());
    RuntimeOptions.Builder chosen =
        defaults
            .with()
            .execution(
                choice(
                    options,
                    "ExecutionPolicy",
                    ExecutionPolicy.values(),
                    ExecutionPolicy::optionName))
            .newStream(
                choice(
                    options,
                    "RetrieveNewStreamPolicy",
                    RetrieveNewStreamPolicy.values(),
                    RetrieveNewStreamPolicy::optionName))
            .sync(choice(options, "SyncPolicy", SyncPolicy.values(), SyncPolicy::optionName))
            .syncThresholdNanos(options.nanos("SyncThreshold"))
            .dataThreshold(options.fraction("DataThreshold"))
            .timing(ScheduleExports.timing(options))
            .recording(ScheduleExports.isRecording(options))
            .memory(
                choice(
                    options,
                    "MemoryManager",
                    MemoryManagement.values(),
                    MemoryManagement::optionName))
            .eviction(choice(options, "EvictionPolicy", Eviction.values(), Eviction::optionName))
            .devicePoolShare(options.fraction("DevicePoolShare"))
            .inputPrefetch(options.isTrue("InputPrefetch"))
            .memoryAdvice(memoryAdvice(options))
            .streamAttach(options.isTrue("ForceStreamAttach"))
            .maxStreamsPerDevice(
                options.count("MaxStreamsPerDevice", defaults.maxStreamsPerDevice()))
            .maxUnfinished(options.count("MaxUnfinished", defaults.maxUnfinished()))
            .window(options.count("LookaheadWindow", defaults.window()));
    if (!options.get("RetrieveParentStreamPolicy").equals(AUTO)) {
      chosen.stream(
          choice(
              options,
              "RetrieveParentStreamPolicy",
              RetrieveParentStreamPolicy.values(),
              RetrieveParentStreamPolicy::optionName));
    }
    if (host.deviceSelection() != null) {
      chosen.deviceSelection(host.deviceSelection());
    } else if (!options.get("DeviceSelectionPolicy").equals(AUTO)) {
      chosen.deviceSelection(DevicePolicies.named(options.get("DeviceSelectionPolicy")));
    }
    return chosen.build();
  }

  /** GrCUDA's code has one spelling of a value, its documentation another. */
  private static MemoryAdvicePolicy memoryAdvice(Options options) {
    return options.get("MemAdvisePolicy").equals("preferred")
        ? MemoryAdvicePolicy.PREFERRED_LOCATION
        : choice(
            options,
            "MemAdvisePolicy",
            MemoryAdvicePolicy.values(),
            MemoryAdvicePolicy::optionName);
  }

  /** Where access modes come from. */
  static DependencyPolicy dependencies(Options options) {
    return choice(
        options, "DependencyPolicy", DependencyPolicy.values(), DependencyPolicy::optionName);
  }

  private static <T> T choice(
      Options options, String name, T[] values, Function<T, String> spelling) {
    String value = options.get(name);
    return Arrays.stream(values)
        .filter(candidate -> spelling.apply(candidate).equals(value))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("option " + name + " has no " + value));
  }
}
