package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What all figures share: the simulators, the machines, and the sizes of the benchmarks. */
final class Experiment {

  /** The policy that was published as the best. */
  static final String PUBLISHED_BEST = "minmax-transfer-time";

  /** The policies of this project, besides the published ones. */
  static final List<String> OWN = List.of("completion-time", "lookahead", "auto");

  /** The published gain of MUL from 8 devices. Kernels do not limit this gain. */
  private static final double TOGETHER = 1.26;

  private final Simulator simulator;
  private final ReproductionSettings settings;
  private final Runnable step;
  private final TiledSimulator tiled;
  private final Map<Machine, Simulator.Device> known = new HashMap<>();

  /**
   * @param step called for each step of each figure
   */
  Experiment(Simulator simulator, ReproductionSettings settings, Runnable step) {
    this.simulator = simulator;
    this.settings = settings;
    this.step = step;
    tiled = new TiledSimulator(simulator);
  }

  Simulator simulator() {
    return simulator;
  }

  /** The simulator of programs on tiles. */
  TiledSimulator tiled() {
    return tiled;
  }

  ReproductionSettings settings() {
    return settings;
  }

  /** Reports that a step of a figure is done. */
  void step() {
    step.run();
  }

  List<Machine> machines() {
    return settings.machines();
  }

  /** What a figure does with a machine. */
  interface MachineAction {
    void run(Machine machine) throws IOException;
  }

  /** Runs {@code action} on each machine, and reports a step after each machine. */
  void each(MachineAction action) throws IOException {
    for (Machine machine : settings.machines()) {
      action.run(machine);
      step.run();
    }
  }

  /** The numbers of devices that are compared, up to the number that the machine has. */
  List<Integer> devices(Machine machine) throws IOException {
    int most = device(machine).count();
    return settings.devices().stream().filter(count -> count <= most).toList();
  }

  /** The largest of {@link #devices}. */
  int most(Machine machine) throws IOException {
    return devices(machine).stream().mapToInt(Integer::intValue).max().orElse(1);
  }

  /** The chosen benchmarks for which figures were published. */
  List<Workload> published() {
    return settings.workloads().stream().filter(Workload.PUBLISHED::contains).toList();
  }

  /** All chosen benchmarks. */
  List<Workload> workloads() {
    return settings.workloads();
  }

  /** The languages whose host program is measured, Java first. */
  List<String> hosts() {
    return settings.hosts();
  }

  /** The number of iterations that warm up each measured host program. */
  int hostIterations() {
    return settings.hostIterations();
  }

  /** The benchmark on one device, at its usual size. */
  Run run(Machine machine, Workload workload) throws IOException {
    return run(machine, workload, settings.share());
  }

  /**
   * The benchmark on one device, at the size at which its arrays take a share of the device's
   * memory.
   */
  Run run(Machine machine, Workload workload, double share) throws IOException {
    return Run.of(machine, workload, workload.size(share * device(machine).memory()));
  }

  /**
   * The machine with a slower host memory, which gives all devices together only {@link #TOGETHER}
   * times the bandwidth that one device gets.
   */
  Machine hostLimited(Machine machine) throws IOException {
    double bandwidth = TOGETHER * simulator.hostBandwidth(machine, 1) / 1e9;
    return machine.with("\"host\": {\"memoryBandwidth\": %s}".formatted(bandwidth));
  }

  double millis(Run run) throws IOException {
    return simulator.seconds(run) * 1e3;
  }

  /** How many times as fast {@code run} is as {@code base}. */
  double speedUp(Run base, Run run) throws IOException {
    return simulator.seconds(base) / simulator.seconds(run);
  }

  private Simulator.Device device(Machine machine) throws IOException {
    Machine plain = machine.with("");
    Simulator.Device device = known.get(plain);
    if (device == null) {
      device = simulator.device(plain);
      known.put(plain, device);
    }
    return device;
  }
}
