package org.grcuda.graph.file;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.types.GrCudaException;

/**
 * The coordinate format of the Matrix Market (Boisvert, Pozo, Remington: The Matrix Market Exchange
 * Formats, NISTIR 5935, 1996): a line {@code %%MatrixMarket matrix coordinate FIELD SYMMETRY},
 * comments {@code %}, a line {@code ROWS COLUMNS ENTRIES}, and a line {@code ROW COLUMN [VALUE]}
 * for each entry, an edge from the row to the column. Rows and columns count from 1. Of a symmetric
 * matrix the entries above the diagonal are left out.
 */
final class MatrixMarketSyntax implements Syntax {

  private static final String BANNER = "%%MatrixMarket";
  private static final int ENTRY_BYTES = "1 1\n".length();

  /** What the first line says. */
  private record Kind(Weights weights, boolean symmetric) {}

  /** What a piece holds. */
  private record Part(EdgeList edges, long entries) {}

  @Override
  public Graph read(TextFile file) throws TextError {
    LineCursor cursor = file.cursor();
    Kind kind = kind(cursor);
    while (cursor.nextText() && cursor.first() == '%') {
      cursor.skipLine();
    }
    if (!cursor.hasLine()) {
      throw cursor.refusal("end of the file, expected a line 'ROWS COLUMNS ENTRIES'");
    }
    int rows = (int) cursor.number(Range.sparseVerticesIn(file.size()));
    cursor.number(new Range("number of columns", rows, rows, ", the number of rows"));
    cursor.first();
    long place = cursor.at();
    int bytes = ENTRY_BYTES + (kind.weights == Weights.NONE ? 0 : " 0".length());
    long entries = cursor.number(Range.countIn("number of entries", file.size(), bytes));
    cursor.endLine("the number of entries");
    Range vertex = new Range("row or column", 1, rows, "");
    List<Part> parts = file.pieces(cursor.at()).map((lines, index) -> entries(lines, kind, vertex));
    long found = parts.stream().mapToLong(Part::entries).sum();
    if (found != entries) {
      throw new TextError(place, "number of entries " + entries + ", but the file has " + found);
    }
    return Graph.of(rows, parts.stream().map(Part::edges).toList());
  }

  private static Kind kind(LineCursor cursor) throws TextError {
    if (!cursor.shown().equalsIgnoreCase(BANNER)) {
      throw cursor.refusal(
          "'" + cursor.shown() + "', expected '" + BANNER + " matrix coordinate FIELD SYMMETRY'");
    }
    cursor.skipWord();
    choice(cursor, "object", List.of("matrix"), List.of("vector"));
    choice(cursor, "format", List.of("coordinate"), List.of("array"));
    String field =
        choice(cursor, "field", List.of("pattern", "integer", "real"), List.of("complex"));
    String symmetry =
        choice(
            cursor,
            "symmetry",
            List.of("general", "symmetric"),
            List.of("skew-symmetric", "hermitian"));
    cursor.endLine("the symmetry");
    Weights weights =
        switch (field) {
          case "pattern" -> Weights.NONE;
          case "integer" -> Weights.INT;
          default -> Weights.FLOAT;
        };
    return new Kind(weights, symmetry.equals("symmetric"));
  }

  /** The next word of the first line; an error tells words of the format from others. */
  private static String choice(
      LineCursor cursor, String what, List<String> read, List<String> notRead) throws TextError {
    cursor.first();
    long place = cursor.at();
    String word = cursor.word();
    String lower = word.toLowerCase(Locale.ROOT);
    if (read.contains(lower)) {
      return lower;
    }
    GrCudaException.Kind kind =
        notRead.contains(lower) ? GrCudaException.Kind.UNSUPPORTED : GrCudaException.Kind.VALUE;
    String given = word.isEmpty() ? "missing" : "'" + word + "'";
    String why = notRead.contains(lower) ? "; others are not read" : "";
    throw new TextError(
        kind, place, what + " " + given + ", expected " + String.join(" or ", read) + why);
  }

  private static Part entries(LineCursor lines, Kind kind, Range vertex) throws TextError {
    var edges = new EdgeList(kind.weights);
    long entries = 0;
    while (lines.nextText()) {
      long place = lines.at();
      int row = (int) lines.number(vertex) - 1;
      int column = (int) lines.number(vertex) - 1;
      if (kind.symmetric && row < column) {
        throw new TextError(
            place,
            "entry %d %d, expected none above the diagonal of a symmetric matrix"
                .formatted(row + 1, column + 1));
      }
      boolean twice = kind.symmetric && row != column;
      switch (kind.weights) {
        case NONE -> add(edges, row, column, twice);
        case INT -> add(edges, row, column, (int) lines.number(Range.WEIGHT), twice);
        case FLOAT -> add(edges, row, column, lines.real("weight"), twice);
      }
      lines.endLine("the entry");
      entries++;
    }
    return new Part(edges, entries);
  }

  private static void add(EdgeList edges, int row, int column, boolean twice) {
    edges.add(row, column);
    if (twice) {
      edges.add(column, row);
    }
  }

  private static void add(EdgeList edges, int row, int column, int weight, boolean twice) {
    edges.add(row, column, weight);
    if (twice) {
      edges.add(column, row, weight);
    }
  }

  private static void add(EdgeList edges, int row, int column, float weight, boolean twice) {
    edges.add(row, column, weight);
    if (twice) {
      edges.add(column, row, weight);
    }
  }

  @Override
  public Optional<String> obstacle(Graph graph) {
    return Optional.empty();
  }

  @Override
  public void write(Graph graph, OutputStream out) throws IOException {
    var sink = new TextSink(out);
    String field =
        switch (graph.weightType()) {
          case NONE -> "pattern";
          case INT -> "integer";
          case FLOAT -> "real";
        };
    int vertices = graph.vertices();
    sink.put(BANNER + " matrix coordinate " + field + " general\n");
    sink.put(vertices + " " + vertices + " " + graph.edges() + "\n");
    for (int source = 0; source < vertices; source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
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
