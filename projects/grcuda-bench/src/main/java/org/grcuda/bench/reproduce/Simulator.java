package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.host.JavaProgram;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleReader;

/**
 * Runs benchmarks on simulated machines that compute nothing, each in a context of its own. A run
 * is not repeated if its result is known, because the same run takes the same time.
 */
public final class Simulator implements AutoCloseable {

  private static final int WARM_UP = 3;
  private static final int ITERATIONS = 5;
  private static final double NANOS = 1e9;
  private static final long COPIED = 1L << 32;

  private final SuiteFiles files = SuiteFiles.find();
  private final Path folder;
  private final Map<Run, Double> seconds = new HashMap<>();
  private final Map<Machine, Path> topologies = new HashMap<>();
  private final Map<String, Double> bandwidths = new HashMap<>();
  private final Map<Run, Bound> bounds = new HashMap<>();
  private final List<Path> made = new ArrayList<>();

  /**
   * A simulator without results.
   *
   * @throws IOException if no temporary folder can be made
   */
  public Simulator() throws IOException {
    folder = Files.createTempDirectory("grcuda-reproduce");
  }

  /**
   * The devices of a machine.
   *
   * @param count the number of devices
   * @param memory bytes of memory of one device
   */
  record Device(int count, long memory) {}

  /** The median time of the iterations after the warm-up, in simulated seconds. */
  double seconds(Run run) throws IOException {
    Double known = seconds.get(run);
    if (known == null) {
      try (GrCuda cuda = builder(run).open()) {
        known = run(cuda, run, WARM_UP, ITERATIONS).medianSeconds();
      }
      seconds.put(run, known);
    }
    return known;
  }

  private ProgramResult run(GrCuda cuda, Run run, int warmUp, int iterations) throws IOException {
    return JavaProgram.run(cuda, run.host(), files, run.programArguments(warmUp, iterations));
  }

  /** The schedule of {@code iterations} iterations. */
  Schedule schedule(Run run, int iterations) throws IOException {
    Path file = recorded(run, iterations, "json");
    try (Reader reader = Files.newBufferedReader(file)) {
      return ScheduleReader.read(reader);
    } finally {
      Files.delete(file);
    }
  }

  /** The DAG of one iteration, as a picture. */
  String picture(Run run) throws IOException {
    Path file = recorded(run, 1, "svg");
    String picture = Files.readString(file);
    Files.delete(file);
    return picture;
  }

  private Path recorded(Run run, int iterations, String format) throws IOException {
    Path file = folder.resolve("schedule." + format);
    GrCuda.Builder builder = builder(run).option("ExportDAG", file.toString());
    try (GrCuda cuda = builder.option("ProgramName", run.workload().benchmark()).open()) {
      run(cuda, run, iterations - 1, 1);
    }
    return file;
  }

  /** Lower bounds on the time of a benchmark on {@code devices} devices, whatever its schedule. */
  Bound bound(Run run, int devices) throws IOException {
    Run one = run.on(1, "").sync();
    Bound bound = bounds.get(one);
    if (bound == null) {
      Schedule alone = schedule(one, 1);
      Schedule unlimited = schedule(one.at(Bound.unlimited(run.machine())), 1);
      bound = Bound.of(alone, unlimited, run.workload().reinit());
      bounds.put(one, bound);
    }
    return bound.on(devices, hostBandwidth(run.machine(), devices));
  }

  /**
   * The bandwidth from the host's memory to the first {@code devices} devices together, in bytes
   * per second.
   */
  double hostBandwidth(Machine machine, int devices) throws IOException {
    String key = machine + " " + devices;
    Double known = bandwidths.get(key);
    if (known == null) {
      double less = copySeconds(machine, devices, COPIED);
      double more = copySeconds(machine, devices, 2 * COPIED);
      known = devices * COPIED / (more - less);
      bandwidths.put(key, known);
    }
    return known;
  }

  private double copySeconds(Machine machine, int devices, long bytes) throws IOException {
    long length = bytes / Float.BYTES;
    try (GrCuda cuda = builder(machine, devices).open()) {
      FloatArray array = cuda.floatArray(devices * length);
      // Writes no byte, but afterwards the host holds the array.
      cuda.bind(Path.of("libc.so.6"), "bzero(s: out pointer void, n: uint64): void").call(array, 0);
      long start = cuda.nanoTime();
      for (int i = 0; i < devices; i++) {
        cuda.setDevice(i);
        cuda.createStream().prefetch(array.slice(i * length, (i + 1) * length));
      }
      cuda.synchronize();
      return (cuda.nanoTime() - start) / NANOS;
    }
  }

  /** The devices that the machine has. */
  Device device(Machine machine) throws IOException {
    try (GrCuda cuda = builder(machine).open()) {
      return new Device(cuda.devices().size(), cuda.devices().getFirst().totalMemory());
    }
  }

  private GrCuda.Builder builder(Run run) throws IOException {
    return builder(run.machine(), run.devices())
        .option("ExecutionPolicy", run.isSync() ? "sync" : "async")
        .option("DeviceSelectionPolicy", run.policy())
        .option("MemAdvisePolicy", run.isAsPublished() ? "none" : "auto");
  }

  /** The builder of a context on the first devices of a machine, which computes nothing. */
  public GrCuda.Builder builder(Machine machine, int devices) throws IOException {
    return builder(machine).option("NumberOfGPUs", "" + devices);
  }

  private GrCuda.Builder builder(Machine machine) throws IOException {
    return GrCuda.builder()
        .option("Backend", "sim")
        .option("Topology", topology(machine))
        .option("SimCompute", "false");
  }

  /** Names a new file, which is deleted when this simulator is closed. */
  public Path newFile(String name) {
    Path file = folder.resolve(name);
    made.add(file);
    return file;
  }

  private String topology(Machine machine) throws IOException {
    if (machine.variation().isEmpty()) {
      return machine.topology();
    }
    Path file = topologies.get(machine);
    if (file == null) {
      file = folder.resolve("topology-" + topologies.size() + ".json");
      Files.writeString(file, machine.file());
      topologies.put(machine, file);
    }
    return file.toString();
  }

  @Override
  public void close() throws IOException {
    for (Path file : topologies.values()) {
      Files.delete(file);
    }
    for (Path file : made) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(folder);
  }
}
