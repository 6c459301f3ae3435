package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What figures have in common: the simulator, the machines, the sizes. */
final class Experiment {

  /** The policy that was published as the best. */
  static final String PUBLISHED_BEST = "minmax-transfer-time";

  /** Those that this project has besides the published ones. */
  static final List<String> OWN = List.of("completion-time", "lookahead", "auto");

  /** The published gain of MUL from 8 devices, which no kernel bounds. */
  private static final double TOGETHER = 1.26;

  private final Simulator simulator;
  private final ReproductionSettings settings;
  private final Runnable step;
  private final TiledSimulator tiled;
  private final Map<Machine, Simulator.Device> known = new HashMap<>();

  /**
   * @param step is run for each step of each figure
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

  /** Runs programs on tiles. */
  TiledSimulator tiled() {
    return tiled;
  }

  ReproductionSettings settings() {
    return settings;
  }

  /** A step of a figure is done. */
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

  /** Does it with each machine, and tells when it is done. */
  void each(MachineAction action) throws IOException {
    for (Machine machine : settings.machines()) {
      action.run(machine);
      step.run();
    }
  }

  /** The numbers of devices that are compared, as far as the machine has them. */
  List<Integer> devices(Machine machine) throws IOException {
    int most = device(machine).count();
    return settings.devices().stream().filter(count -> count <= most).toList();
  }

  /** The most of these. */
  int most(Machine machine) throws IOException {
    return devices(machine).stream().mapToInt(Integer::intValue).max().orElse(1);
  }

  /** The benchmarks asked for that figures were published for. */
  List<Workload> published() {
    return settings.workloads().stream().filter(Workload.PUBLISHED::contains).toList();
  }

  /** All benchmarks asked for. */
  List<Workload> workloads() {
    return settings.workloads();
  }

  /** The languages whose host is measured, Java first. */
  List<String> hosts() {
    return settings.hosts();
  }

  /** The iterations that warm up the programs whose host is measured. */
  int hostIterations() {
    return settings.hostIterations();
  }

  /** The benchmark on one device, at its usual size. */
  Run run(Machine machine, Workload workload) throws IOException {
    return run(machine, workload, settings.share());
  }

  /** The same where its arrays take a share of a device's memory. */
  Run run(Machine machine, Workload workload, double share) throws IOException {
    return Run.of(machine, workload, workload.size(share * device(machine).memory()));
  }

  /**
   * The machine whose host's memory gives all devices together only {@link #TOGETHER} times what it
   * gives one.
   */
  Machine hostLimited(Machine machine) throws IOException {
    double bandwidth = TOGETHER * simulator.hostBandwidth(machine, 1) / 1e9;
    return machine.with("\"host\": {\"memoryBandwidth\": %s}".formatted(bandwidth));
  }

  double millis(Run run) throws IOException {
    return simulator.seconds(run) * 1e3;
  }

  /** How many times as fast as {@code base} {@code run} is. */
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
