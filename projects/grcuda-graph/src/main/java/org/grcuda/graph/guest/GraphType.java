package org.grcuda.graph.guest;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.graph.file.GraphFiles;
import org.grcuda.graph.partition.Partition;
import org.grcuda.spi.Call;
import org.grcuda.spi.ObjectType;
import org.grcuda.spi.Provided;

/** Graphs as programs hold them. */
final class GraphType {

  static final ObjectType<Held> TYPE =
      new ObjectType<>("Graph", Held.class)
          .property("vertices", held -> held.graph.vertices())
          .property("edges", held -> held.graph.edges())
          .property("weights", held -> weights(held.graph.weightType()))
          .property("statistics", Held::statistics)
          .method(
              "degree", List.of("vertex"), (held, call) -> held.graph.degree(vertex(held, call)))
          .method("neighbors", List.of("vertex"), GraphType::neighbors)
          .method("symmetric", List.of(), (held, call) -> of(held.graph.symmetric()))
          .method("withRandomWeights", List.of("largest", "seed"), GraphType::withRandomWeights)
          .method("write", List.of("path", "format"), GraphType::write)
          .method("partition", List.of("parts", "owners"), GraphType::partition)
          .method(
              "bfs",
              SettingsReader.parameters("root"),
              (held, call) -> held.analysis(call).bfs(call))
          .method(
              "sssp",
              SettingsReader.parameters("root"),
              (held, call) -> held.analysis(call).sssp(call))
          .method(
              "pagerank", Analysis.PAGE_RANK, (held, call) -> held.analysis(call).pageRank(call))
          .method("components", List.of(), (held, call) -> held.analysis(call).components(call))
          .method(
              "equals",
              List.of("other"),
              (held, call) -> held.graph.equals(call.object("other", GraphType.TYPE).graph));

  private GraphType() {}

  /** A graph, and its parts over all devices, made when an algorithm first needs them. */
  static final class Held {

    private final Graph graph;
    private Analysis analysis;

    private Held(Graph graph) {
      this.graph = graph;
    }

    Graph graph() {
      return graph;
    }

    private synchronized Analysis analysis(Call call) {
      if (analysis == null) {
        int parts = call.cuda().devices().size();
        analysis = new Analysis(call.cuda(), Partition.blocks(graph, parts));
      }
      return analysis;
    }

    private synchronized Object statistics() {
      return analysis == null || analysis.latest() == null
          ? null
          : Results.record(analysis.latest());
    }

    @Override
    public String toString() {
      return graph.toString();
    }
  }

  static Provided<Held> of(Graph graph) {
    return TYPE.of(new Held(graph));
  }

  private static String weights(Weights weights) {
    return weights == Weights.NONE ? null : weights.name().toLowerCase(Locale.ROOT);
  }

  private static int vertex(Held held, Call call) {
    return (int) call.integer("vertex", 0, held.graph.vertices() - 1L);
  }

  private static List<Integer> neighbors(Held held, Call call) {
    int vertex = vertex(held, call);
    return LongStream.range(held.graph.offset(vertex), held.graph.offset(vertex + 1))
        .mapToObj(held.graph::column)
        .toList();
  }

  private static Object withRandomWeights(Held held, Call call) {
    int largest = (int) call.integer("largest", 1, Integer.MAX_VALUE);
    long seed = call.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1);
    return of(held.graph.withRandomWeights(largest, seed));
  }

  private static Object write(Held held, Call call) {
    Path path = call.path("path");
    if (call.isGiven("format")) {
      GraphFiles.write(held.graph, path, GraphFunctions.format(call));
    } else {
      GraphFiles.write(held.graph, path);
    }
    return null;
  }

  private static Object partition(Held held, Call call) {
    int parts = (int) call.integer("parts", 1, Partition.MOST_PARTS, call.cuda().devices().size());
    Partition partition =
        call.isGiven("owners")
            ? Partition.of(held.graph, parts, call.integers("owners"))
            : Partition.blocks(held.graph, parts);
    return PartitionType.TYPE.of(new Analysis(call.cuda(), partition));
  }
}
