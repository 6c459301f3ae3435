package org.grcuda.graph.file;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;

/**
 * The format of the ninth DIMACS implementation challenge, on shortest paths: lines {@code c}
 * (comment), one line {@code p sp VERTICES ARCS}, and for each arc a line {@code a FROM TO WEIGHT}.
 * Vertices count from 1.
 */
final class DimacsSyntax implements Syntax {

  /** Bytes of the shortest line of an arc. */
  private static final int ARC_BYTES = "a 1 1 0\n".length();

  @Override
  public Graph read(TextFile file) throws TextError {
    LineCursor cursor = file.cursor();
    findProblem(cursor);
    int vertices = (int) cursor.number(Range.sparseVerticesIn(file.size()));
    cursor.first();
    long place = cursor.at();
    long arcs = cursor.number(Range.countIn("number of arcs", file.size(), ARC_BYTES));
    cursor.endLine("the number of arcs");
    Range vertex = Range.vertex(1, vertices);
    List<EdgeList> lists = file.pieces(cursor.at()).map((lines, index) -> arcs(lines, vertex));
    long found = lists.stream().mapToLong(EdgeList::size).sum();
    if (found != arcs) {
      throw new TextError(place, "number of arcs " + arcs + ", but the file has " + found);
    }
    return Graph.of(vertices, lists);
  }

  /** Goes behind {@code p sp}. */
  private static void findProblem(LineCursor cursor) throws TextError {
    while (cursor.nextText() && cursor.first() == 'c') {
      cursor.skipLine();
    }
    String expected = ", expected a line 'p sp VERTICES ARCS'";
    if (!cursor.hasLine()) {
      throw cursor.refusal("end of the file" + expected);
    }
    if (!cursor.letter('p')) {
      throw cursor.refusal("'" + cursor.shown() + "'" + expected);
    }
    String given = cursor.shown();
    if (!given.equals("sp")) {
      throw cursor.refusal("problem '" + given + "'" + expected);
    }
    cursor.skipWord();
  }

  private static EdgeList arcs(LineCursor lines, Range vertex) throws TextError {
    var arcs = new EdgeList(Weights.INT);
    while (lines.nextText()) {
      if (lines.letter('a')) {
        int source = (int) lines.number(vertex) - 1;
        int target = (int) lines.number(vertex) - 1;
        arcs.add(source, target, (int) lines.number(Range.WEIGHT));
        lines.endLine("the arc");
      } else if (lines.first() == 'c') {
        lines.skipLine();
      } else {
        throw lines.refusal(
            "'" + lines.shown() + "', expected a line 'a FROM TO WEIGHT', or 'c' for a comment");
      }
    }
    return arcs;
  }

  @Override
  public Optional<String> obstacle(Graph graph) {
    return graph.weightType() == Weights.INT
        ? Optional.empty()
        : Optional.of(graph + ", expected weights of type int, as each arc has in this format");
  }

  @Override
  public void write(Graph graph, OutputStream out) throws IOException {
    var sink = new TextSink(out);
    sink.put("p sp " + graph.vertices() + " " + graph.edges() + "\n");
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        sink.put("a ");
        sink.put(source + 1L);
        sink.put(' ');
        sink.put(graph.column(edge) + 1L);
        sink.putWeight(' ', graph, edge);
        sink.put('\n');
      }
    }
    sink.flush();
  }
}
