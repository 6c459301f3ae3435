package org.grcuda.core.option;

import static org.grcuda.core.option.Option.Kind.BOOLEAN;
import static org.grcuda.core.option.Option.Kind.CHOICE;
import static org.grcuda.core.option.Option.Kind.COUNT;
import static org.grcuda.core.option.Option.Kind.DEVICES;
import static org.grcuda.core.option.Option.Kind.DURATION;
import static org.grcuda.core.option.Option.Kind.FRACTION;
import static org.grcuda.core.option.Option.Kind.LIMIT;
import static org.grcuda.core.option.Option.Kind.NAME;
import static org.grcuda.core.option.Option.Kind.PATH;
import static org.grcuda.core.option.Option.Kind.PLANNED;
import static org.grcuda.core.option.Option.Kind.POLICY;
import static org.grcuda.core.option.Option.Kind.SHARE;
import static org.grcuda.core.option.Option.Kind.SIZE;
import static org.grcuda.core.option.Option.Kind.THREAD;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.grcuda.core.text.Suggestions;
import org.grcuda.runtime.policy.BandwidthFile;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.types.GrCudaException;

/** The options of a context: the one table of them, and a set of checked values. */
public final class Options {

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
            gpuBackend(),
            cpuBackend(),
            simulation(),
            compiling(),
            debugging(),
            planned())
        .flatMap(List::stream)
        .forEach(option -> table.put(option.name(), option));
    return table;
  }

  private static List<Option> scheduling() {
    return List.of(
        // The backend is checked when it is opened: only then is it known which there are.
        option("Backend", NAME, "auto", "Backend: auto, or the name of one", List.of()),
        option("NumberOfGPUs", DEVICES, "all", "Devices to use", List.of("all")),
        choice("ExecutionPolicy", "How computations run", List.of("async", "sync")),
        choice(
            "DependencyPolicy",
            "Where access modes come from",
            List.of("auto", "with-const", "no-const")),
        choice(
            "RetrieveNewStreamPolicy",
            "Stream of a computation that no parent gives one",
            List.of("reuse", "always-new")),
        choice(
            "RetrieveParentStreamPolicy",
            "Stream of a computation with parents",
            List.of(
                "auto",
                "same-as-parent",
                "disjoint",
                "multigpu-early-disjoint",
                "multigpu-disjoint")));
  }

  private static List<Option> devices() {
    return List.of(
        new Option(
            "DeviceSelectionPolicy",
            POLICY,
            policies(),
            List.of("darts"),
            "auto",
            "Device of a computation"),
        option(
            "LookaheadWindow",
            COUNT,
            "64",
            "Most computations that DeviceSelectionPolicy=lookahead keeps back",
            List.of()),
        option(
            "DataThreshold",
            FRACTION,
            "0.1",
            "Share of the inputs that a device must hold to be preferred by a policy that goes by"
                + " data",
            List.of()),
        option(
            "BandwidthMatrix",
            PATH,
            "",
            "Bandwidths between devices, for policies that go by transfer time",
            BandwidthFile.publishedNames()));
  }

  private static List<String> policies() {
    return Stream.of(DeviceSelection.values()).map(DeviceSelection::optionName).toList();
  }

  private static List<Option> memory() {
    return List.of(
        choice(
            "MemAdvisePolicy",
            "Advice to the managed memory",
            List.of("auto", "none", "read-mostly", "preferred-location", "preferred")),
        option(
            "ForceStreamAttach",
            BOOLEAN,
            "false",
            "Attach arrays to the streams of their kernels",
            List.of()),
        option(
            "EnableComputationTimers",
            BOOLEAN,
            "false",
            "Whether the durations of computations are recorded",
            List.of()),
        option("InputPrefetch", BOOLEAN, "true", "Prefetch the inputs of kernels", List.of()));
  }

  private static List<Option> streams() {
    return List.of(
        option("MaxStreamsPerDevice", COUNT, "16", "Most streams of a device", List.of()),
        option(
            "MaxUnfinished",
            LIMIT,
            "131072",
            "Most computations submitted and not completed; a submission beyond it waits",
            List.of()),
        choice("MemoryManager", "Where arrays live", List.of("auto", "managed", "replicated")),
        choice("EvictionPolicy", "What leaves a full device first", List.of("lru"), "luf"),
        option(
            "DevicePoolShare",
            SHARE,
            "0.9",
            "Share of the free memory of a device that replicated arrays may take",
            List.of()),
        choice("SyncPolicy", "How the host waits", List.of("hybrid", "block", "spin", "yield")),
        option(
            "SyncThreshold",
            DURATION,
            "auto",
            "Longest time that a hybrid wait asks in a loop",
            List.of("auto")));
  }

  private static List<Option> observing() {
    return List.of(
        choice(
            "AccessModeCheck",
            "What a kernel that writes an input means",
            List.of("warn", "error", "off")),
        option(
            "ExportDAG",
            PATH,
            "",
            "Write the computation DAG there, in the format of the extension",
            List.of()),
        option("ExportTrace", PATH, "", "Write a trace for Perfetto there", List.of()),
        option("ProgramName", PATH, "", "What both call the program", List.of()),
        option(
            "HistoryFile",
            PATH,
            "",
            "Load durations of kernels from there, and add those of this run",
            List.of()));
  }

  private static List<Option> libraries() {
    return List.of(
        option(
            "RestoreFloatingPointModes",
            BOOLEAN,
            "true",
            "Whether the default rounding, traps and subnormal numbers hold after a host function",
            List.of()),
        option("CuBLASEnabled", BOOLEAN, "true", "Whether CU.BLAS is there", List.of()),
        option("CuBLASLibrary", PATH, "libcublas.so", "Library behind CU.BLAS", List.of()),
        option("CuSPARSEEnabled", BOOLEAN, "true", "Whether CU.SPARSE is there", List.of()),
        option("CuSPARSELibrary", PATH, "libcusparse.so", "Library behind CU.SPARSE", List.of()),
        option("CuMLEnabled", BOOLEAN, "true", "Whether CU.ML is there", List.of()),
        option("CuMLLibrary", PATH, "libcuml.so", "Library behind CU.ML", List.of()),
        option("TensorRTEnabled", BOOLEAN, "true", "Whether CU.TRT is there", List.of()),
        option("TensorRTLibrary", PATH, "libtrt.so", "Library behind CU.TRT", List.of()));
  }

  private static List<Option> gpuBackend() {
    return List.of(
        option("DevicesPerGPU", DEVICES, "1", "Devices that each GPU is split into", List.of()),
        option("GpuDeviceMemory", SIZE, "", "Most memory that each of them gives", List.of()));
  }

  private static List<Option> cpuBackend() {
    return List.of(
        option("CpuDevices", DEVICES, "", "Devices of the CPU backend", List.of()),
        option("CpuDeviceMemory", SIZE, "", "Memory of each of them", List.of()),
        option("CpuThreads", COUNT, "", "Worker threads of each of them", List.of()),
        choice(
            "CpuSimd",
            "Whether they run kernels as AVX-512 code, sixteen threads at once",
            List.of("auto", "false")));
  }

  private static List<Option> simulation() {
    return List.of(
        option(
            "Topology",
            PATH,
            "",
            "Machine that Backend=sim simulates",
            List.of("v100-8", "a100-8", "h100-8", "pcie-4")),
        option(
            "SimCompute",
            BOOLEAN,
            "true",
            "Whether Backend=sim executes kernels, copies and fills as well",
            List.of()));
  }

  private static List<Option> compiling() {
    return List.of(
        option("CompileMemory", SIZE, "4G", "Most memory for compiling a source", List.of()),
        option("CompileStack", SIZE, "512M", "Most stack for compiling a source", List.of()),
        option("CompileTime", DURATION, "120s", "Most time for compiling a source", List.of()));
  }

  private static List<Option> debugging() {
    return List.of(
        choice(
            "MemCheck",
            "How the CPU backend checks the accesses of kernels",
            List.of("false", "true", "racecheck")),
        option("CpuTrace", THREAD, "", "Thread whose instructions are printed", List.of()),
        option(
            "CpuDump",
            PATH,
            "",
            "Folder for what the CPU backend makes of each kernel, pass by pass",
            List.of()));
  }

  private static List<Option> planned() {
    return Stream.of("TaskBufferDepth")
        .map(
            name ->
                new Option(
                    name, PLANNED, List.of(), List.of(), "", "Not available in this version"))
        .toList();
  }

  private static Option option(
      String name, Option.Kind kind, String defaultValue, String help, List<String> words) {
    return new Option(name, kind, words, List.of(), defaultValue, help);
  }

  private static Option choice(String name, String help, List<String> values, String... planned) {
    return new Option(name, CHOICE, values, List.of(planned), values.getFirst(), help);
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
    given.forEach((name, value) -> values.put(name, find(name).check(value)));
    return new Options(values);
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

  /** The value in effect: what was given, else the default; empty where there is neither. */
  public String get(String name) {
    String value = values.get(name);
    return value == null ? find(name).defaultValue() : value;
  }

  /** The value of a count; {@code fallback} where it is a word or unset. */
  public int count(String name, int fallback) {
    String value = get(name);
    return value.isEmpty() || !Character.isDigit(value.charAt(0))
        ? fallback
        : Integer.parseInt(value);
  }

  /** The value of a size in bytes; 0 where it is unset. */
  public long bytes(String name) {
    String value = get(name);
    return value.isEmpty() ? 0 : Option.bytes(value);
  }

  /** The value of a fraction, 0 to 1. */
  public double fraction(String name) {
    return Double.parseDouble(get(name));
  }

  /** The value of a duration in nanoseconds; 0 where it is a word or unset. */
  public long nanos(String name) {
    String value = get(name);
    return value.isEmpty() || !Character.isDigit(value.charAt(0)) ? 0 : Option.nanos(value);
  }

  /** Whether the value is {@code true}. */
  public boolean isTrue(String name) {
    return get(name).equals("true");
  }

  /** Every option in effect, by name, defaults included, planned ones left out. */
  public Map<String, String> effective() {
    var effective = new LinkedHashMap<String, String>();
    for (Option option : TABLE.values()) {
      if (option.kind() != PLANNED) {
        effective.put(option.name(), get(option.name()));
      }
    }
    return effective;
  }
}
