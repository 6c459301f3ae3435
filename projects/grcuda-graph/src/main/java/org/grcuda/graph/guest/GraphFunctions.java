package org.grcuda.graph.guest;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.graph.algorithm.PageRank;
import org.grcuda.graph.file.Format;
import org.grcuda.graph.file.GraphFiles;
import org.grcuda.graph.generate.Generators;
import org.grcuda.graph.reference.Reference;
import org.grcuda.spi.Call;
import org.grcuda.spi.ProvidedFunction;
import org.grcuda.types.GrCudaException;

/** The functions of {@code CU.graph}. */
final class GraphFunctions {

  private static final int MOST = Integer.MAX_VALUE;

  private static final List<String> FORMATS =
      Arrays.stream(Format.values()).flatMap(GraphFunctions::names).distinct().toList();

  private GraphFunctions() {}

  static List<ProvidedFunction> all() {
    return List.of(
        new ProvidedFunction("read", List.of("path", "format"), GraphFunctions::read),
        new ProvidedFunction("rmat", List.of("scale", "edges", "seed"), GraphFunctions::rmat),
        new ProvidedFunction("road", List.of("rows", "columns", "seed"), GraphFunctions::road),
        new ProvidedFunction(
            "uniform", List.of("vertices", "edges", "seed"), GraphFunctions::uniform),
        new ProvidedFunction(
            "chain", List.of("n"), call -> GraphType.of(Generators.chain(count(call, "n")))),
        new ProvidedFunction(
            "star", List.of("n"), call -> GraphType.of(Generators.star(count(call, "n")))),
        new ProvidedFunction(
            "clique", List.of("n"), call -> GraphType.of(Generators.clique(count(call, "n")))),
        new ProvidedFunction(
            "fromEdges",
            List.of("vertices", "sources", "targets", "weights"),
            GraphFunctions::fromEdges),
        new ProvidedFunction(
            "reference.bfs",
            List.of("graph", "root"),
            call -> Results.unsigned(call, Reference.bfs(graph(call), root(call)))),
        new ProvidedFunction("reference.sssp", List.of("graph", "root"), GraphFunctions::distances),
        new ProvidedFunction(
            "reference.pagerank", List.of("graph", "damping", "tolerance"), GraphFunctions::ranks),
        new ProvidedFunction(
            "reference.components",
            List.of("graph"),
            call -> Results.unsigned(call, Reference.components(graph(call)))));
  }

  private static int count(Call call, String name) {
    return (int) call.integer(name, 1, MOST);
  }

  private static long seed(Call call) {
    return call.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1);
  }

  private static Object read(Call call) {
    Path path = call.path("path");
    return GraphType.of(
        call.isGiven("format") ? GraphFiles.read(path, format(call)) : GraphFiles.read(path));
  }

  /** The format of a call: its name, or the extension of its files without the point. */
  static Format format(Call call) {
    String name = call.choice("format", FORMATS, "");
    return Arrays.stream(Format.values())
        .filter(format -> names(format).anyMatch(name::equals))
        .findFirst()
        .orElseThrow();
  }

  /** {@code "edge-list"}, and the extensions of its files without the point. */
  private static Stream<String> names(Format format) {
    return Stream.concat(
        Stream.of(format.name().toLowerCase(Locale.ROOT).replace('_', '-')),
        format.extensions().stream().map(extension -> extension.substring(1)));
  }

  private static Object rmat(Call call) {
    int edges = (int) call.integer("edges", 1, MOST, 16);
    return GraphType.of(Generators.rmat(count(call, "scale"), edges, seed(call)));
  }

  private static Object road(Call call) {
    return GraphType.of(Generators.road(count(call, "rows"), count(call, "columns"), seed(call)));
  }

  private static Object uniform(Call call) {
    long edges = call.integer("edges", 0, Long.MAX_VALUE);
    return GraphType.of(Generators.uniform(count(call, "vertices"), edges, seed(call)));
  }

  private static Object fromEdges(Call call) {
    int[] sources = call.integers("sources");
    int[] targets = call.integers("targets");
    checkLength("targets", targets.length, sources.length);
    EdgeList edges;
    if (!call.isGiven("weights")) {
      edges = new EdgeList(Weights.NONE);
      for (int i = 0; i < sources.length; i++) {
        edges.add(sources[i], targets[i]);
      }
    } else if (Results.areIntegers(call.plain("weights"))) {
      edges = new EdgeList(Weights.INT);
      int[] weights = call.integers("weights");
      checkLength("weights", weights.length, sources.length);
      for (int i = 0; i < sources.length; i++) {
        edges.add(sources[i], targets[i], weights[i]);
      }
    } else {
      edges = new EdgeList(Weights.FLOAT);
      float[] weights = call.floats("weights");
      checkLength("weights", weights.length, sources.length);
      for (int i = 0; i < sources.length; i++) {
        edges.add(sources[i], targets[i], weights[i]);
      }
    }
    return GraphType.of(Graph.of(count(call, "vertices"), edges));
  }

  private static void checkLength(String name, int given, int expected) {
    if (given != expected) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "fromEdges, '"
              + name
              + "': expected "
              + expected
              + " numbers, as many as sources; given "
              + given);
    }
  }

  private static Graph graph(Call call) {
    return call.object("graph", GraphType.TYPE).graph();
  }

  private static int root(Call call) {
    return (int) call.integer("root", 0, graph(call).vertices() - 1L);
  }

  private static Object distances(Call call) {
    Graph graph = graph(call);
    return graph.weightType() == Weights.FLOAT
        ? Results.floats(call, Reference.ssspFloat(graph, root(call)))
        : Results.unsigned(call, Reference.sssp(graph, root(call)));
  }

  private static Object ranks(Call call) {
    double[] ranks =
        Reference.pageRank(
            graph(call),
            call.number("damping", PageRank.USUAL_DAMPING),
            call.number("tolerance", 1e-9));
    return call.cuda().array(ranks);
  }
}
