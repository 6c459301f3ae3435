package org.grcuda.core.option;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.option.Form;
import org.grcuda.driver.option.Option;
import org.grcuda.driver.option.OptionException;
import org.grcuda.driver.option.OptionValues;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.runtime.ExecutionPolicy;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.memory.Eviction;
import org.grcuda.runtime.memory.MemoryAdvicePolicy;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.BandwidthFile;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.RetrieveNewStreamPolicy;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;
import org.grcuda.runtime.sync.SyncPolicy;
import org.grcuda.types.GrCudaException;

/** The options of a context: the one table of them, and a set of checked values. */
public final class Options implements OptionValues {

  /** The name of a device selection policy that a program brings. */
  private static final Form POLICY =
      new Form("the name of a policy of yours", DevicePolicies::isProvided);

  /** What the runtime does where nothing is said. */
  private static final RuntimeOptions DEFAULTS = RuntimeOptions.defaults(1);

  private static final Map<String, Option> TABLE = table();

  private final Map<String, String> values;

  private Options(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  private static Map<String, Option> table() {
    var table = new LinkedHashMap<String, Option>();
    Stream.of(
            scheduling(),
            devices(),
            memory(),
            streams(),
            observing(),
            libraries(),
            ranks(),
            backends(),
            compiling())
        .flatMap(List::stream)
        .forEach(option -> table.put(option.name(), option));
    return table;
  }

  private static List<Option> scheduling() {
    return List.of(
        // The backend is checked when it is opened: only then are the available ones known.
        Option.of("Backend", Form.NAME, "auto", "Backend: auto, or the name of one"),
        Option.of("NumberOfGPUs", Form.DEVICES, "all", "Devices to use").or("all"),
        Option.choice(
            "ExecutionPolicy",
            "How computations run",
            words(ExecutionPolicy.values(), ExecutionPolicy::optionName).toList()),
        Option.choice(
            "DependencyPolicy",
            "Where access modes come from",
            List.of("auto", "with-const", "no-const")),
        Option.choice(
            "RetrieveNewStreamPolicy",
            "Stream of a computation that gets none from a parent",
            words(RetrieveNewStreamPolicy.values(), RetrieveNewStreamPolicy::optionName).toList()),
        Option.choice(
            "RetrieveParentStreamPolicy",
            "Stream of a computation with parents",
            Stream.concat(
                    Stream.of("auto"),
                    words(
                        RetrieveParentStreamPolicy.values(),
                        RetrieveParentStreamPolicy::optionName))
                .toList()));
  }

  private static List<Option> devices() {
    return List.of(
        new Option(
            "DeviceSelectionPolicy",
            POLICY,
            words(DeviceSelection.values(), DeviceSelection::optionName).toList(),
            "auto",
            "Device of a computation"),
        Option.of(
            "LookaheadWindow",
            Form.COUNT,
            Integer.toString(DEFAULTS.window()),
            "Most computations that DeviceSelectionPolicy=lookahead keeps back"),
        Option.of(
            "TaskBufferDepth",
            Form.COUNT,
            Integer.toString(DEFAULTS.taskBufferDepth()),
            "Most computations that a device takes in advance, under policies that pull"),
        Option.of(
            "DataThreshold",
            Form.FRACTION,
            Double.toString(DEFAULTS.dataThreshold()),
            "Share of the inputs that a device must hold so that a policy by data prefers it"),
        Option.of(
                "BandwidthMatrix",
                Form.PATH,
                "",
                "Bandwidths between devices, for policies that go by transfer time")
            .or(BandwidthFile.publishedNames().toArray(String[]::new)));
  }

  /** The values of an enum, as options spell them. */
  private static <T> Stream<String> words(T[] values, Function<T, String> spelling) {
    return Arrays.stream(values).map(spelling);
  }

  private static List<Option> memory() {
    return List.of(
        Option.choice(
            "MemAdvisePolicy",
            "Advice about managed memory",
            Stream.concat(
                    words(MemoryAdvicePolicy.values(), MemoryAdvicePolicy::optionName),
                    Stream.of("preferred"))
                .toList()),
        Option.of(
            "ForceStreamAttach",
            Form.BOOLEAN,
            Boolean.toString(DEFAULTS.streamAttach()),
            "Attach arrays to the streams of their kernels"),
        Option.of(
            "EnableComputationTimers",
            Form.BOOLEAN,
            "false",
            "Whether the durations of computations are recorded"),
        Option.of(
            "InputPrefetch",
            Form.BOOLEAN,
            Boolean.toString(DEFAULTS.inputPrefetch()),
            "Prefetch the inputs of kernels"));
  }

  private static List<Option> streams() {
    return List.of(
        Option.of(
            "MaxStreamsPerDevice",
            Form.COUNT,
            Integer.toString(DEFAULTS.maxStreamsPerDevice()),
            "Most streams of a device"),
        Option.of(
            "MaxUnfinished",
            Form.LIMIT,
            Integer.toString(DEFAULTS.maxUnfinished()),
            "Most computations submitted and not completed; a submission beyond that waits"),
        Option.choice(
            "MemoryManager",
            "Where arrays live",
            words(MemoryManagement.values(), MemoryManagement::optionName).toList()),
        Option.choice(
            "EvictionPolicy",
            "Which data a full device evicts first",
            words(Eviction.values(), Eviction::optionName).toList()),
        Option.of(
            "DevicePoolShare",
            Form.SHARE,
            Double.toString(DEFAULTS.devicePoolShare()),
            "Share of the free memory of a device that replicated arrays may take"),
        Option.choice(
            "SyncPolicy",
            "How the host waits",
            words(SyncPolicy.values(), SyncPolicy::optionName).toList()),
        Option.of("SyncThreshold", Form.DURATION, "auto", "Longest time that a hybrid wait polls")
            .or("auto"));
  }

  private static List<Option> observing() {
    return List.of(
        Option.choice(
            "AccessModeCheck",
            "What happens to a kernel that writes an input",
            List.of("warn", "error", "off")),
        Option.of(
            "ExportDAG",
            Form.PATH,
            "",
            "Write the computation DAG there, in the format of the extension"),
        Option.of("ExportTrace", Form.PATH, "", "Write a trace for Perfetto there"),
        Option.of("ProgramName", Form.PATH, "", "Name of the program in DAGs and traces"),
        Option.of(
            "HistoryFile",
            Form.PATH,
            "",
            "File from which durations of kernels are loaded, and to which those of this run are"
                + " added"));
  }

  private static List<Option> libraries() {
    return List.of(
        Option.of(
            "RestoreFloatingPointModes",
            Form.BOOLEAN,
            "true",
            "Whether default rounding, traps and subnormal numbers are restored after a host"
                + " function"),
        Option.of("CuBLASEnabled", Form.BOOLEAN, "true", "Whether CU.BLAS is available"),
        Option.of("CuBLASLibrary", Form.PATH, "libcublas.so", "Library behind CU.BLAS"),
        Option.of("CuSPARSEEnabled", Form.BOOLEAN, "true", "Whether CU.SPARSE is available"),
        Option.of("CuSPARSELibrary", Form.PATH, "libcusparse.so", "Library behind CU.SPARSE"),
        Option.of("CuMLEnabled", Form.BOOLEAN, "true", "Whether CU.ML is available"),
        Option.of("CuMLLibrary", Form.PATH, "libcuml.so", "Library behind CU.ML"),
        Option.of("TensorRTEnabled", Form.BOOLEAN, "true", "Whether CU.TRT is available"),
        Option.of("TensorRTLibrary", Form.PATH, "libtrt.so", "Library behind CU.TRT"),
        Option.of("CUBEnabled", Form.BOOLEAN, "true", "Whether CU.CUB is available"),
        Option.of("CuRANDEnabled", Form.BOOLEAN, "true", "Whether CU.RAND is available"));
  }

  private static List<Option> ranks() {
    return List.of(
        Option.choice(
            "ProgramCheck",
            "Whether all ranks must run the same program text",
            List.of("on", "off")),
        // Checked when ranks are connected: other modules bring some.
        Option.of(
            "LoadBalancer", Form.NAME, "none", "How ranks share work: none, steal or another"));
  }

  /** The options that backends declare, in the order in which the backends are tried. */
  private static List<Option> backends() {
    return ServiceLoader.load(DriverProvider.class, Options.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparingInt(DriverProvider::rank).reversed())
        .flatMap(provider -> provider.options().stream())
        .toList();
  }

  private static List<Option> compiling() {
    return List.of(
        Option.of("CompileMemory", Form.SIZE, "4G", "Most memory for compiling a source"),
        Option.of("CompileStack", Form.SIZE, "512M", "Most stack for compiling a source"),
        Option.of("CompileTime", Form.DURATION, "120s", "Most time for compiling a source"));
  }

  /** Every option, in the order of the documentation. */
  public static List<Option> all() {
    return List.copyOf(TABLE.values());
  }

  /**
   * Checks a set of options.
   *
   * @param given values by name, without the prefix {@code grcuda.}
   * @throws GrCudaException for an unknown name or value, with the nearest legal one
   */
  public static Options of(Map<String, String> given) {
    var values = new HashMap<String, String>();
    given.forEach((name, value) -> values.put(name, checked(find(name), value)));
    return new Options(values);
  }

  private static String checked(Option option, String value) {
    try {
      return option.check(value);
    } catch (OptionException e) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, e.getMessage(), e);
    }
  }

  private static Option find(String name) {
    Option option = TABLE.get(name);
    if (option == null) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "unknown option grcuda."
              + name
              + Suggestions.didYouMean(
                  name, TABLE.keySet(), "legal options", String.join(", ", TABLE.keySet())));
    }
    return option;
  }

  @Override
  public String get(String name) {
    String value = values.get(name);
    return value == null ? find(name).defaultValue() : value;
  }

  /** The options that were given, by name. */
  public Map<String, String> given() {
    return values;
  }

  /** Every option in effect, by name, with defaults. */
  public Map<String, String> effective() {
    var effective = new LinkedHashMap<String, String>();
    for (Option option : TABLE.values()) {
      effective.put(option.name(), get(option.name()));
    }
    return effective;
  }
}
