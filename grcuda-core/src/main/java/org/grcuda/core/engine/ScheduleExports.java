package org.grcuda.core.engine;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.grcuda.core.host.HostFiles;
import org.grcuda.core.option.Options;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.observation.ComputationTiming;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleExporter;
import org.grcuda.runtime.schedule.export.ExportFormats;
import org.grcuda.runtime.schedule.export.TraceExporter;
import org.grcuda.types.GrCudaException;

/** Writes the recorded schedule of a session to files. */
public final class ScheduleExports {

  private static final String DAG = "ExportDAG";
  private static final String TRACE = "ExportTrace";
  private static final String PROGRAM = "ProgramName";

  /** Options that describe how computations were scheduled; files mention them. */
  private static final List<String> TOLD =
      List.of(
          "ExecutionPolicy",
          "DependencyPolicy",
          "DeviceSelectionPolicy",
          "RetrieveNewStreamPolicy",
          "RetrieveParentStreamPolicy",
          "MemoryManager",
          "InputPrefetch");

  private final Options options;
  private final HostFiles files;
  private final GpuRuntime runtime;

  /** Before the extension of the files that options ask for. */
  private volatile String mark = "";

  ScheduleExports(Options options, HostFiles files, GpuRuntime runtime) {
    this.options = options;
    this.files = files;
    this.runtime = runtime;
  }

  /**
   * Refuses a file that no format fits.
   *
   * @throws GrCudaException naming the formats
   */
  static void check(Options options) {
    if (!options.get(DAG).isEmpty()) {
      formatOf(options.get(DAG));
    }
  }

  /** Whether {@code options} ask for a file that needs the schedule to be recorded. */
  static boolean isRecording(Options options) {
    return !options.get(DAG).isEmpty() || !options.get(TRACE).isEmpty();
  }

  /** Which durations must be measured for the files that {@code options} ask for. */
  static ComputationTiming timing(Options options) {
    String dag = options.get(DAG);
    boolean shown =
        !options.get(TRACE).isEmpty() || !dag.isEmpty() && ExportFormats.showsTimes(formatOf(dag));
    if (shown || options.isTrue("EnableComputationTimers")) {
      return ComputationTiming.ALL;
    }
    return HistoryStore.isNamed(options) ? ComputationTiming.SAMPLED : ComputationTiming.OFF;
  }

  /**
   * Writes the DAG, in the format that the extension of {@code path} chooses.
   *
   * @throws GrCudaException unless it is recorded, or if the file cannot be written
   */
  public void exportDag(String path) {
    requireRecording("exportdag");
    write(path, formatOf(path));
  }

  /**
   * Writes a trace for Perfetto.
   *
   * @throws GrCudaException unless it is recorded, or if the file cannot be written
   */
  public void exportTrace(String path) {
    requireRecording("exporttrace");
    write(path, new TraceExporter());
  }

  private void requireRecording(String function) {
    if (!runtime.isRecording()) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE,
          function + ": nothing is recorded; set the option grcuda." + DAG + " or grcuda." + TRACE);
    }
  }

  /**
   * Writes the files that the options ask for. Nobody could catch an error at the end, so errors
   * become warnings.
   */
  void atEnd(Consumer<String> warnings) {
    export(DAG, ScheduleExports::formatOf, warnings);
    export(TRACE, path -> new TraceExporter(), warnings);
  }

  private void export(
      String option, Function<String, ScheduleExporter> format, Consumer<String> warnings) {
    String path = options.get(option);
    if (path.isEmpty()) {
      return;
    }
    try {
      write(marked(path), format.apply(path));
    } catch (GrCudaException e) {
      warnings.accept(option + ": " + e.getMessage());
    }
  }

  /**
   * This process is one of several of a program, which are given the same options: the files that
   * these ask for are told apart by {@code .rank2} before the extension.
   */
  public void setRank(int rank) {
    mark = ".rank" + rank;
  }

  private String marked(String path) {
    int name = path.lastIndexOf('/') + 1;
    int extension = path.lastIndexOf('.');
    int at = extension > name ? extension : path.length();
    return path.substring(0, at) + mark + path.substring(at);
  }

  private void write(String path, ScheduleExporter format) {
    Schedule schedule = runtime.schedule(metadata());
    try (Writer writer = files.openToWrite(path)) {
      format.write(schedule, writer);
    } catch (IOException e) {
      throw GrCudaException.of("write", path, e);
    }
  }

  private Map<String, String> metadata() {
    Map<String, String> metadata = new LinkedHashMap<>();
    if (!options.get(PROGRAM).isEmpty()) {
      metadata.put("program", options.get(PROGRAM));
    }
    metadata.put("Backend", runtime.driver().name());
    for (String option : TOLD) {
      metadata.put(option, options.get(option));
    }
    return metadata;
  }

  private static ScheduleExporter formatOf(String path) {
    ScheduleExporter format = ExportFormats.of(path);
    if (format == null) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "export of the DAG to "
              + path
              + ": expected a name that ends in "
              + ExportFormats.extensions()
              + ", or has no extension, which means .dot");
    }
    return format;
  }
}
