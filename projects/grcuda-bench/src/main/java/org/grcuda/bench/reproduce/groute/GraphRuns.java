package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.bench.graph.Contender;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.reproduce.Machine;
import org.grcuda.bench.reproduce.Simulator;
import org.grcuda.graph.partition.Partition;
import org.grcuda.worklist.Settings;
import org.grcuda.worklist.Statistics;

/** Runs graph algorithms on simulated machines. No run is repeated: it would take the same time. */
final class GraphRuns {

  private static final double NANOS = 1e9;

  private record Key(Machine machine, int devices, String problem, Settings settings) {}

  private final Simulator simulator;
  private final Map<Key, Outcome> known = new HashMap<>();

  GraphRuns(Simulator simulator) {
    this.simulator = simulator;
  }

  Outcome run(Machine machine, int devices, Problem problem, Settings settings) throws IOException {
    Key key = new Key(machine, devices, problem.name(), settings);
    Outcome outcome = known.get(key);
    if (outcome == null) {
      outcome = simulate(machine, devices, problem, settings);
      known.put(key, outcome);
    }
    return outcome;
  }

  private Outcome simulate(Machine machine, int devices, Problem problem, Settings settings)
      throws IOException {
    try (GrCuda cuda = simulator.builder(machine, devices).option("SimCompute", "true").open()) {
      Partition partition = Partition.blocks(problem.graph(), devices);
      Contender contender = problem.onDevices(cuda, problem.name(), 0, partition, settings);
      cuda.synchronize();
      long began = cuda.nanoTime();
      Object result = contender.result();
      Statistics statistics = contender.statistics();
      long nanos = statistics == null ? cuda.nanoTime() - began : statistics.nanos();
      return new Outcome(nanos / NANOS, statistics, result);
    }
  }
}
