package org.grcuda.core.engine;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import org.grcuda.core.dag.DependencyPolicy;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.option.DevicePolicies;
import org.grcuda.core.option.Options;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.nvrtc.CompileLimits;
import org.grcuda.runtime.ExecutionPolicy;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.memory.Eviction;
import org.grcuda.runtime.memory.MemoryAdvicePolicy;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.RetrieveNewStreamPolicy;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;
import org.grcuda.runtime.sync.SyncPolicy;
import org.grcuda.types.GrCudaException;

/** Turns options into the settings of the driver and the runtime. */
final class OptionReader {

  private static final String AUTO = "auto";

  private OptionReader() {}

  /** The settings of the backend. */
  static DriverSettings driver(Options options, SessionHost host) {
    return new DriverSettings(
        options.count("NumberOfGPUs", 0), 0, options.given(), new BackendHost(host));
  }

  /**
   * The limits for compiling a source.
   *
   * @throws GrCudaException if they are too small for any source
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
            .memory(memory(options, driver))
            .eviction(choice(options, "EvictionPolicy", Eviction.values(), Eviction::optionName))
            .devicePoolShare(options.fraction("DevicePoolShare"))
            .inputPrefetch(options.isTrue("InputPrefetch"))
            .memoryAdvice(memoryAdvice(options))
            .streamAttach(options.isTrue("ForceStreamAttach"))
            .maxStreamsPerDevice(
                options.count("MaxStreamsPerDevice", defaults.maxStreamsPerDevice()))
            .maxUnfinished(options.count("MaxUnfinished", defaults.maxUnfinished()))
            .window(options.count("LookaheadWindow", defaults.window()))
            .taskBufferDepth(options.count("TaskBufferDepth", defaults.taskBufferDepth()));
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

  private static MemoryManagement memory(Options options, Driver driver) {
    MemoryManagement chosen =
        choice(options, "MemoryManager", MemoryManagement.values(), MemoryManagement::optionName);
    for (int i = 0; i < driver.deviceCount(); i++) {
      Device device = driver.device(i);
      if (chosen == MemoryManagement.MANAGED
          && device.attribute(DeviceAttribute.MANAGED_MEMORY) == 0) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            "option grcuda.MemoryManager: the devices of backend '"
                + driver.name()
                + "' share no managed memory; use replicated, or leave the option out");
      }
    }
    return chosen;
  }

  /** GrCUDA's code and its documentation spell one value differently; both are accepted. */
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
