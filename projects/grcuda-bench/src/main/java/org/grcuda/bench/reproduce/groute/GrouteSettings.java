package org.grcuda.bench.reproduce.groute;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.grcuda.bench.arguments.Names;
import org.grcuda.bench.arguments.WholeNumber;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.reproduce.ResultSettings;
import org.grcuda.graph.Graph;
import org.grcuda.graph.generate.Generators;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The settings of the reproduction: graphs, programs, and where the results go. */
@Command
final class GrouteSettings {

  /** With 2^21 vertices, 180 million edges in both directions. */
  private static final int RMAT_EDGES = 43;

  private static final int UNIFORM_EDGES = 16;
  private static final int MOST_DEVICES = 8;
  private static final int LEAST_SCALE = 2;
  private static final int MOST_SCALE = 24;
  private static final Map<String, Problem.Algorithm> PROGRAMS =
      Map.of(
          "bfs",
          Problem.Algorithm.BFS,
          "sssp",
          Problem.Algorithm.SSSP,
          "pagerank",
          Problem.Algorithm.PAGERANK,
          "components",
          Problem.Algorithm.COMPONENTS);

  @Option(
      names = "--scale",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "The RMAT and the uniform graph have 2^N vertices; default: ${DEFAULT-VALUE}.")
  private int scale = 12;

  @Option(
      names = "--stands-for",
      paramLabel = "N",
      converter = WholeNumber.class,
      description =
          "Each vertex and edge of these two costs as much as N: then the small graph takes about"
              + " as long as one that is N times as large. Default: ${DEFAULT-VALUE}.")
  private int standsFor = 512;

  @Option(
      names = "--side",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "The road graph has N x N vertices; default: ${DEFAULT-VALUE}.")
  private int side = 200;

  @Option(
      names = "--graphs",
      paramLabel = "NAME",
      split = ",",
      converter = GraphNames.class,
      description = "Of rmat, road, uniform; default: all.")
  private List<String> graphs = List.of("rmat", "road", "uniform");

  @Option(
      names = "--programs",
      paramLabel = "NAME",
      split = ",",
      converter = ProgramNames.class,
      description = "Of bfs, sssp, pagerank, components; default: all.")
  private List<String> programs =
      Arrays.stream(Problem.Algorithm.values())
          .map(each -> each.name().toLowerCase(Locale.ROOT))
          .toList();

  @Option(
      names = "--devices",
      paramLabel = "COUNT",
      split = ",",
      converter = WholeNumber.class,
      description = "Numbers of devices besides one, up to 8; default: 2,4,8.")
  private List<Integer> devices = List.of(2, 4, 8);

  @Option(
      names = "--megabytes",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "What the filter reads, and each transfer moves; default: ${DEFAULT-VALUE}.")
  private int megabytes = 64;

  @Mixin private ResultSettings results;

  private static final class GraphNames extends Names {
    GraphNames() {
      super(List.of("rmat", "road", "uniform"));
    }
  }

  private static final class ProgramNames extends Names {
    ProgramNames() {
      super(PROGRAMS.keySet().stream().sorted().toList());
    }
  }

  /**
   * Refuses what does not fit together.
   *
   * @throws IllegalArgumentException naming the option
   */
  void check() {
    for (int count : devices) {
      if (count < 2 || count > MOST_DEVICES) {
        throw new IllegalArgumentException(
            "--devices: expected numbers from 2 to %d, given %d".formatted(MOST_DEVICES, count));
      }
    }
    if (scale < LEAST_SCALE || scale > MOST_SCALE) {
      throw new IllegalArgumentException(
          "--scale: expected %d to %d, given %d".formatted(LEAST_SCALE, MOST_SCALE, scale));
    }
  }

  List<String> graphs() {
    return graphs;
  }

  /** The chosen programs. */
  List<Problem.Algorithm> programs() {
    return programs.stream().map(PROGRAMS::get).toList();
  }

  List<Integer> devices() {
    return devices;
  }

  int most() {
    return devices.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  long bytes() {
    return (long) megabytes << 20;
  }

  /** Makes a graph. */
  Graph graph(String name) {
    return switch (name) {
      case "rmat" -> rmat(scale);
      case "road" -> Generators.road(side, side, 1);
      default -> Generators.uniform(1 << scale, (long) UNIFORM_EDGES << scale, 1).symmetric();
    };
  }

  /** The RMAT graph of 2^scale vertices. */
  static Graph rmat(int scale) {
    return Generators.rmat(scale, RMAT_EDGES, 1).symmetric();
  }

  int scale() {
    return scale;
  }

  /** For how many vertices each of a graph stands. */
  int standsFor(String name) {
    return name.equals("road") ? 1 : standsFor;
  }

  /** How a graph stands for a large one. */
  StandIn standIn(String graph) {
    return StandIn.of(standsFor(graph));
  }

  /** The options that chose the contents of a document. */
  String choice() {
    return " --scale=%d --stands-for=%d --side=%d".formatted(scale, standsFor, side);
  }

  /** Where the results go. */
  ResultSettings results() {
    return results;
  }
}
