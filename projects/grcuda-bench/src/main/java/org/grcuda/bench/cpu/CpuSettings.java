package org.grcuda.bench.cpu;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.arguments.Names;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The settings of the benchmark. By default everything is measured. */
@Command
final class CpuSettings {

  private final Map<String, String> options = new LinkedHashMap<>();

  @Option(names = "--quick", description = "Few and small runs: shows that it works.")
  private boolean quick;

  @Option(names = "--json", description = "Prints JSON instead of a table.")
  private boolean json;

  @Option(
      names = "--cpu",
      description =
          "Compares the time of processors, all threads together: for a machine under load.")
  private boolean processorTime;

  @Option(names = "--alone", description = "Leaves PoCL, Intel's OpenCL and gcc out.")
  private boolean alone;

  @Option(
      names = "--first",
      description =
          "Measures first launches: each kernel alone, in a process of its own, and each peer in"
              + " one of its own.")
  private boolean first;

  @Option(names = "--here", hidden = true, description = "One first launch, in this process.")
  private boolean here;

  @Option(
      names = "--intel",
      paramLabel = "FOLDER",
      description =
          "Adds Intel's OpenCL as a peer: the virtual environment of Python with the packages"
              + " intel-opencl-rt and intel-cmplr-lib-rt.")
  private Path intel;

  @Option(
      names = "--kernel",
      paramLabel = "NAME",
      converter = KernelNames.class,
      description = "This one alone.")
  private String kernel = "";

  private static final class KernelNames extends Names {
    KernelNames() {
      super(Entry.all().map(Entry::name).toList());
    }
  }

  boolean isQuick() {
    return quick;
  }

  boolean isJson() {
    return json;
  }

  /** Whether to compare the processor time of all threads together, for a machine under load. */
  boolean isProcessorTime() {
    return processorTime;
  }

  /** Whether to leave the peers out. */
  boolean isAlone() {
    return alone;
  }

  /** Whether to measure first launches. */
  boolean isFirst() {
    return first;
  }

  /** Whether this process measures the first launch of one kernel. */
  boolean isHere() {
    return here;
  }

  /** The virtual environment with Intel's OpenCL; null to leave it out. */
  Path intel() {
    return intel;
  }

  /** Options of the context, by name without prefix. */
  Map<String, String> options() {
    return options;
  }

  List<Entry> entries() {
    return Entry.all().filter(entry -> kernel.isEmpty() || entry.name().equals(kernel)).toList();
  }
}
