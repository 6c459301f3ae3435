package org.grcuda.bench.graph;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.HostFunction;
import org.grcuda.graph.Graph;

/** The algorithms of peers.c. */
final class CPeers {

  private static final String SOURCE = "peers.c";

  /** OpenMP's threads stay when the context has released the library: their code must stay, too. */
  private static final String NEVER_UNLOADED = "-Wl,-z,nodelete";

  private static final List<String> COMPILE =
      List.of(
          "cc",
          "-O3",
          "-march=native",
          "-fopenmp",
          "-fPIC",
          "-shared",
          "-std=gnu11",
          NEVER_UNLOADED);

  private static final String ROWS =
      "n: sint32, offsets: in pointer sint64, columns: in pointer sint32";

  private final HostFunction bfs;
  private final HostFunction sssp;
  private final HostFunction pageRank;
  private final HostFunction components;
  private final int threads;

  private CPeers(GrCuda cuda, Path library) {
    bfs =
        cuda.bind(
            library,
            "peer_bfs("
                + ROWS
                + ", root: sint32, level: out pointer uint32, threads: sint32): void");
    sssp =
        cuda.bind(
            library,
            "peer_sssp("
                + ROWS
                + ", weights: in pointer sint32, root: sint32, delta: uint32,"
                + " distance: out pointer uint32, threads: sint32): void");
    pageRank =
        cuda.bind(
            library,
            "peer_pagerank("
                + ROWS
                + ", damping: float, tolerance: float, rank: out pointer float, threads: sint32):"
                + " void");
    components =
        cuda.bind(
            library,
            "peer_components(" + ROWS + ", label: out pointer uint32, threads: sint32): void");
    threads = (Integer) cuda.bind(library, "peer_threads(): sint32").call();
  }

  /**
   * Compiles them.
   *
   * @throws IOException if there is no C compiler that knows OpenMP
   */
  static CPeers build(GrCuda cuda) throws IOException {
    Path folder = Files.createTempDirectory("grcuda-graph-peers");
    Path source = folder.resolve(SOURCE);
    Path library = folder.resolve("libpeers.so");
    try {
      try (InputStream text = CPeers.class.getResourceAsStream(SOURCE)) {
        Files.copy(text, source);
      }
      compile(source, library);
      return new CPeers(cuda, library);
    } finally {
      // The loader has mapped it.
      Files.deleteIfExists(library);
      Files.deleteIfExists(source);
      Files.delete(folder);
    }
  }

  private static void compile(Path source, Path library) throws IOException {
    var command = new ArrayList<>(COMPILE);
    command.addAll(List.of("-o", library.toString(), source.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  int threads() {
    return threads;
  }

  int[] bfs(Graph graph, int root) {
    MemorySegment levels = result(graph);
    bfs.call(graph.vertices(), graph.offsets(), graph.columns(), root, levels, threads);
    return levels.toArray(ValueLayout.JAVA_INT);
  }

  int[] sssp(Graph graph, int root, int delta) {
    MemorySegment distances = result(graph);
    sssp.call(
        graph.vertices(),
        graph.offsets(),
        graph.columns(),
        graph.weights(),
        root,
        delta,
        distances,
        threads);
    return distances.toArray(ValueLayout.JAVA_INT);
  }

  float[] pageRank(Graph graph, double damping, double tolerance) {
    MemorySegment ranks = result(graph);
    pageRank.call(
        graph.vertices(),
        graph.offsets(),
        graph.columns(),
        (float) damping,
        (float) tolerance,
        ranks,
        threads);
    return ranks.toArray(ValueLayout.JAVA_FLOAT);
  }

  int[] components(Graph graph) {
    MemorySegment labels = result(graph);
    components.call(graph.vertices(), graph.offsets(), graph.columns(), labels, threads);
    return labels.toArray(ValueLayout.JAVA_INT);
  }

  private static MemorySegment result(Graph graph) {
    return Arena.ofAuto().allocate((long) graph.vertices() * Integer.BYTES, Integer.BYTES);
  }
}
