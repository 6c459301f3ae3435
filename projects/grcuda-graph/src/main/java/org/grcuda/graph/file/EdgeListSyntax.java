package org.grcuda.graph.file;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;

/**
 * Lists of edges, as those of the Stanford Large Network Dataset Collection: comments {@code #} or
 * {@code %}, and a line {@code SOURCE TARGET [WEIGHT]} for each edge, with blanks, tabs or commas
 * between. Vertices count from 0, and the greatest one that is named is the last one. The weights
 * are integers if all of them look so; if one does not, they are floating-point numbers.
 */
final class EdgeListSyntax implements Syntax {

  private static final String FORM = "expected lines 'SOURCE TARGET' or 'SOURCE TARGET WEIGHT'";

  private final char separator;

  /** What a piece holds. */
  private record Part(EdgeList edges, int last) {}

  /**
   * @param separator what is written between columns
   */
  EdgeListSyntax(char separator) {
    this.separator = separator;
  }

  @Override
  public Graph read(TextFile file) throws TextError {
    LineCursor cursor = file.cursor();
    if (!nextEdge(cursor)) {
      throw cursor.refusal("end of the file without an edge, " + FORM);
    }
    Weights first = weights(cursor);
    if (first != Weights.INT) {
      return read(file, first);
    }
    try {
      return read(file, Weights.INT);
    } catch (TextError e) {
      // What was refused may be a number for which all weights are floating-point numbers.
      if (file.pieces(0).map((lines, index) -> hasRealWeight(lines)).contains(true)) {
        return read(file, Weights.FLOAT);
      }
      throw e;
    }
  }

  /** Goes to the next line with an edge; false if there is none. */
  private static boolean nextEdge(LineCursor lines) {
    while (lines.nextText()) {
      byte first = lines.first();
      if (first != '#' && first != '%') {
        return true;
      }
      lines.skipLine();
    }
    return false;
  }

  /** What the first edge carries. */
  private static Weights weights(LineCursor cursor) throws TextError {
    cursor.skipWord();
    cursor.skipWord();
    if (cursor.atEndOfLine()) {
      return Weights.NONE;
    }
    Weights weights = cursor.looksReal() ? Weights.FLOAT : Weights.INT;
    cursor.skipWord();
    if (!cursor.atEndOfLine()) {
      throw cursor.refusal("'" + cursor.shown() + "' in a fourth column, " + FORM);
    }
    return weights;
  }

  private static boolean hasRealWeight(LineCursor lines) {
    while (nextEdge(lines)) {
      lines.skipWord();
      lines.skipWord();
      if (lines.looksReal()) {
        return true;
      }
      lines.skipLine();
    }
    return false;
  }

  private static Graph read(TextFile file, Weights weights) throws TextError {
    Range vertex = Range.sparseVerticesIn(file.size()).named();
    List<Part> parts = file.pieces(0).map((lines, index) -> edges(lines, weights, vertex));
    int last = parts.stream().mapToInt(Part::last).max().getAsInt();
    return Graph.of(last + 1, parts.stream().map(Part::edges).toList());
  }

  private static Part edges(LineCursor lines, Weights weights, Range vertex) throws TextError {
    var edges = new EdgeList(weights);
    int last = 0;
    String what =
        weights == Weights.NONE
            ? "the two columns that the first edge has"
            : "the three columns that the first edge has";
    while (nextEdge(lines)) {
      int source = (int) lines.number(vertex);
      int target = (int) lines.number(vertex);
      last = Math.max(last, Math.max(source, target));
      switch (weights) {
        case NONE -> edges.add(source, target);
        case INT -> edges.add(source, target, (int) lines.number(Range.WEIGHT));
        case FLOAT -> edges.add(source, target, lines.real("weight"));
      }
      lines.endLine(what);
    }
    return new Part(edges, last);
  }

  @Override
  public Optional<String> obstacle(Graph graph) {
    int last = graph.vertices() - 1;
    if (graph.degree(last) > 0) {
      return Optional.empty();
    }
    for (long edge = 0; edge < graph.edges(); edge++) {
      if (graph.column(edge) == last) {
        return Optional.empty();
      }
    }
    return Optional.of(
        graph
            + " whose last vertex has no edges, expected one with an edge, as this format names"
            + " vertices by their edges");
  }

  @Override
  public void write(Graph graph, OutputStream out) throws IOException {
    var sink = new TextSink(out);
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        sink.put(source);
        sink.put(separator);
        sink.put(graph.column(edge));
        sink.putWeight(separator, graph, edge);
        sink.put('\n');
      }
    }
    sink.flush();
  }
}
