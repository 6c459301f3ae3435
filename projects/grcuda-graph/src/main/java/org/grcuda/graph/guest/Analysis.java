package org.grcuda.graph.guest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.graph.algorithm.Bfs;
import org.grcuda.graph.algorithm.Components;
import org.grcuda.graph.algorithm.PageRank;
import org.grcuda.graph.algorithm.Sssp;
import org.grcuda.graph.partition.Partition;
import org.grcuda.spi.Call;
import org.grcuda.worklist.Settings;
import org.grcuda.worklist.Statistics;

/**
 * The algorithms on a partition. What one of them has put on the devices stays there for the next
 * call with the same settings.
 */
final class Analysis {

  /** The parameters of {@link #pageRank}. */
  static final List<String> PAGE_RANK = List.of("damping", "epsilon", "schedule", "packet");

  private final GrCuda cuda;
  private final Partition partition;
  private final Map<List<Object>, Object> made = new HashMap<>();
  private Statistics latest;
  private double usualDelta = Double.NaN;

  Analysis(GrCuda cuda, Partition partition) {
    this.cuda = cuda;
    this.partition = partition;
  }

  Partition partition() {
    return partition;
  }

  /** What the latest algorithm has done; null if none has run, or it counts nothing. */
  synchronized Statistics latest() {
    return latest;
  }

  private <T> T made(Class<T> algorithm, Supplier<T> maker, Object... settings) {
    List<Object> key = List.of(algorithm, List.of(settings));
    return algorithm.cast(made.computeIfAbsent(key, absent -> maker.get()));
  }

  /** Runs an algorithm; what has failed is not kept for the next call. */
  private <R> R run(Supplier<R> algorithm) {
    boolean ended = false;
    try {
      R result = algorithm.get();
      ended = true;
      return result;
    } finally {
      if (!ended) {
        made.clear();
      }
    }
  }

  private int root(Call call) {
    return (int) call.integer("root", 0, partition.graph().vertices() - 1L);
  }

  synchronized DeviceArray bfs(Call call) {
    Settings settings = SettingsReader.read(call, Settings.DEFAULT.delta(Bfs.USUAL_DELTA));
    Bfs bfs = made(Bfs.class, () -> new Bfs(cuda, partition, settings), settings);
    int root = root(call);
    DeviceArray levels = Results.unsigned(call, run(() -> bfs.run(root)));
    latest = bfs.statistics();
    return levels;
  }

  synchronized DeviceArray sssp(Call call) {
    Graph graph = partition.graph();
    Settings usual = Settings.DEFAULT;
    if (graph.weightType() != Weights.NONE && !call.isGiven("delta")) {
      usual = usual.delta(usualDelta());
    }
    Settings settings = SettingsReader.read(call, usual);
    Sssp sssp = made(Sssp.class, () -> new Sssp(cuda, partition, settings), settings);
    int root = root(call);
    DeviceArray distances =
        graph.weightType() == Weights.FLOAT
            ? Results.floats(call, run(() -> sssp.runFloat(root)))
            : Results.unsigned(call, run(() -> sssp.run(root)));
    latest = sssp.statistics();
    return distances;
  }

  /** Looks at all weights only once. */
  private double usualDelta() {
    if (Double.isNaN(usualDelta)) {
      usualDelta = Sssp.delta(partition.graph());
    }
    return usualDelta;
  }

  synchronized DeviceArray pageRank(Call call) {
    double damping = call.number("damping", PageRank.USUAL_DAMPING);
    double epsilon = call.number("epsilon", PageRank.USUAL_EPSILON);
    Settings.Schedule schedule = SettingsReader.schedule(call, Settings.DEFAULT.schedule());
    int packet = SettingsReader.packet(call, Settings.DEFAULT.packet());
    PageRank rank =
        made(
            PageRank.class,
            () -> new PageRank(cuda, partition, damping, epsilon, schedule, packet),
            damping,
            epsilon,
            schedule,
            packet);
    DeviceArray ranks = Results.floats(call, run(rank::run));
    latest = rank.statistics();
    return ranks;
  }

  synchronized DeviceArray components(Call call) {
    Components components = made(Components.class, () -> new Components(cuda, partition));
    latest = null;
    return Results.unsigned(call, run(components::run));
  }

  @Override
  public String toString() {
    return partition.toString();
  }
}
