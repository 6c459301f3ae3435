package org.grcuda.graph.file;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;

/**
 * The format of METIS (Karypis: METIS, a software package for partitioning unstructured graphs,
 * manual of version 5.1.0, section 4.1.1): comments {@code %}, a line {@code VERTICES EDGES [FORMAT
 * [CONSTRAINTS]]}, and a line for each vertex, with its neighbours, which count from 1. Graphs are
 * undirected: each edge stands at both its ends, and counts once. Sizes and weights of vertices are
 * read, but graphs do not have them.
 */
final class MetisSyntax implements Syntax {

  /** Bytes that an edge takes at least, at both its ends together. */
  private static final int EDGE_BYTES = "2 ".length() + "1 ".length();

  private static final Range WEIGHT = new Range("weight", 1, Integer.MAX_VALUE, "");
  private static final Range VERTEX_NUMBER =
      new Range("size or weight of a vertex", 0, Integer.MAX_VALUE, "");

  @Override
  public Graph read(TextFile file) throws TextError {
    LineCursor cursor = file.cursor();
    while (cursor.nextText() && cursor.first() == '%') {
      cursor.skipLine();
    }
    if (!cursor.hasLine()) {
      throw cursor.refusal("end of the file, expected a line 'VERTICES EDGES [FORMAT]'");
    }
    MetisHeader header = MetisHeader.read(cursor, file.size(), EDGE_BYTES);
    Pieces pieces = file.pieces(cursor.at());
    long[] firsts = firstVertices(pieces, header);
    List<EdgeList> lists = pieces.map((lines, index) -> neighbours(lines, header, firsts[index]));
    header.checkEdges(lists.stream().mapToLong(EdgeList::size).sum());
    Graph graph = Graph.of(header.vertices(), lists);
    if (!Mirror.isMirrored(graph)) {
      throw oneWay(file.cursor(cursor.at(), file.size()), header, graph);
    }
    return graph;
  }

  /** The vertex with whose line each piece begins. */
  private static long[] firstVertices(Pieces pieces, MetisHeader header) throws TextError {
    List<Long> counts = pieces.map((lines, index) -> countVertices(lines));
    long[] firsts = new long[counts.size()];
    long vertices = 0;
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = vertices;
      vertices += counts.get(i);
    }
    header.checkVertices(vertices);
    return firsts;
  }

  private static long countVertices(LineCursor lines) {
    long count = 0;
    for (; nextVertex(lines); lines.skipLine()) {
      count++;
    }
    return count;
  }

  /** Goes to the line of the next vertex; false if there is none. */
  private static boolean nextVertex(LineCursor lines) {
    while (lines.hasLine()) {
      if (lines.first() != '%') {
        return true;
      }
      lines.skipLine();
    }
    return false;
  }

  private static EdgeList neighbours(LineCursor lines, MetisHeader header, long first)
      throws TextError {
    var edges = new EdgeList(header.weights());
    Range neighbour = new Range("neighbour", 1, header.vertices(), "");
    for (long vertex = first; nextVertex(lines); vertex++) {
      if (vertex >= header.vertices()) {
        lines.endLine("the lines of all " + header.vertices() + " vertices");
        continue;
      }
      skipVertexNumbers(lines, header);
      while (!lines.atEndOfLine()) {
        long place = lines.at();
        int target = (int) lines.number(neighbour) - 1;
        if (target == vertex) {
          throw new TextError(
              place, "neighbour " + (target + 1) + " of the same vertex, expected another one");
        }
        if (header.weights() == Weights.INT) {
          edges.add((int) vertex, target, (int) lines.number(WEIGHT));
        } else {
          edges.add((int) vertex, target);
        }
      }
      lines.skipLine();
    }
    return edges;
  }

  private static void skipVertexNumbers(LineCursor lines, MetisHeader header) throws TextError {
    for (int i = 0; i < header.vertexNumbers(); i++) {
      lines.number(VERTEX_NUMBER);
    }
  }

  /** The error at the first edge that stands only at one of its ends. */
  private static TextError oneWay(LineCursor lines, MetisHeader header, Graph graph)
      throws TextError {
    long edge = Mirror.oneWayEdge(graph);
    int source = Mirror.source(graph, edge);
    int target = graph.column(edge);
    boolean weighted = header.weights() == Weights.INT;
    for (int vertex = 0; nextVertex(lines) && vertex < source; vertex++) {
      lines.skipLine();
    }
    skipVertexNumbers(lines, header);
    Range any = new Range("neighbour", 1, Integer.MAX_VALUE, "");
    while (true) {
      lines.first();
      long place = lines.at();
      boolean found = lines.number(any) == target + 1L;
      if (weighted) {
        found &= lines.number(WEIGHT) == graph.weight(edge);
      }
      if (found) {
        return new TextError(
            place,
            "neighbour "
                + (target + 1)
                + " of vertex "
                + (source + 1)
                + ", expected the edge also at the other end"
                + (weighted ? ", with weight " + graph.weight(edge) : ""));
      }
    }
  }

  @Override
  public Optional<String> obstacle(Graph graph) {
    if (graph.weightType() == Weights.FLOAT) {
      return Optional.of(graph + ", expected weights of type int or none");
    }
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        if (graph.column(edge) == source) {
          return Optional.of(
              "edge from " + source + " to itself, expected none, as this format has none");
        }
        if (graph.weightType() == Weights.INT && graph.weight(edge) < 1) {
          return Optional.of(
              "edge from " + source + " with weight 0, expected at least 1 in this format");
        }
      }
    }
    return Mirror.isMirrored(graph)
        ? Optional.empty()
        : Optional.of("directed graph, expected each edge in both directions (symmetric)");
  }

  @Override
  public void write(Graph graph, OutputStream out) throws IOException {
    var sink = new TextSink(out);
    String format = graph.weightType() == Weights.INT ? " 001\n" : "\n";
    sink.put(graph.vertices() + " " + graph.edges() / 2 + format);
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        if (edge > graph.offset(source)) {
          sink.put(' ');
        }
        sink.put(graph.column(edge) + 1L);
        sink.putWeight(' ', graph, edge);
      }
      sink.put('\n');
    }
    sink.flush();
  }
}
