package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.grcuda.GrCuda;
import org.grcuda.bench.graph.Contender;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.reproduce.Machine;
import org.grcuda.bench.reproduce.Simulator;
import org.grcuda.graph.partition.Partition;
import org.grcuda.runtime.schedule.ScheduleReader;
import org.grcuda.worklist.Settings;
import org.grcuda.worklist.Statistics;

/** Runs graph algorithms on simulated machines. No run is repeated: it would take the same time. */
final class GraphRuns {

  private static final double NANOS = 1e9;

  private record Key(Machine machine, int devices, String problem, Settings settings) {}

  private final Simulator simulator;
  private final Map<Key, Outcome> known = new HashMap<>();
  private final Map<Key, Profile> profiles = new HashMap<>();

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

  /** A recorded run. Recording costs the host a little: two more events for each command. */
  Profile profile(Machine machine, int devices, Problem problem, Settings settings, int standsFor)
      throws IOException {
    Key key = new Key(machine, devices, problem.name(), settings);
    Profile profile = profiles.get(key);
    if (profile == null) {
      profile = record(machine, devices, problem, settings, standsFor);
      profiles.put(key, profile);
    }
    return profile;
  }

  private Profile record(
      Machine machine, int devices, Problem problem, Settings settings, int standsFor)
      throws IOException {
    Path file = simulator.newFile("schedule.json");
    long[] began = new long[1];
    Outcome outcome;
    try (GrCuda cuda =
        StandIn.builder(simulator, machine, devices).option("ExportDAG", file.toString()).open()) {
      outcome = simulate(cuda, devices, problem, settings, nanos -> began[0] = nanos);
    }
    try (Reader reader = Files.newBufferedReader(file)) {
      return Profile.of(ScheduleReader.read(reader), began[0], standsFor, outcome);
    } finally {
      Files.delete(file);
    }
  }

  private Outcome simulate(Machine machine, int devices, Problem problem, Settings settings)
      throws IOException {
    try (GrCuda cuda = StandIn.builder(simulator, machine, devices).open()) {
      return simulate(cuda, devices, problem, settings, nanos -> {});
    }
  }

  private static Outcome simulate(
      GrCuda cuda, int devices, Problem problem, Settings settings, LongConsumer begins) {
    Partition partition = Partition.blocks(problem.graph(), devices);
    Contender contender = problem.onDevices(cuda, problem.name(), 0, partition, settings);
    cuda.synchronize();
    begins.accept(cuda.nanoTime());
    Object result = contender.result();
    Statistics statistics = contender.statistics();
    return new Outcome(statistics.nanos() / NANOS, statistics, result);
  }
}
